// Command console runs the commands that pages show, as somebody types them: with the procad, the compilers
// and the Python of the PATH. It says of each page how many ran, and fails if a
// command fails or prints something else than the page has.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	native := flag.Bool("native", true, "there is a clang; without one what needs native code is left out")
	flag.Parse()
	ok := true
	for _, page := range flag.Args() {
		r, err := replay(page, *native)
		if err != nil {
			fmt.Fprintln(os.Stderr, "console:", err)
			os.Exit(1)
		}
		fmt.Printf("%s: %d commands ran, %d left out, %d wrong\n", page, r.ran, r.left, len(r.wrong))
		for _, text := range r.wrong {
			fmt.Println(text)
			ok = false
		}
	}
	if !ok {
		os.Exit(1)
	}
}
