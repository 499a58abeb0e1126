// Command testsummary reads what go test -json prints. It prints what go test prints without
// -json, then with which clang tests ran and which tests were skipped, and fails if a test did.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	ok, err := summarize(os.Stdin, out)
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}
