package main

import "os"

func main() {
	paceCollector()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
