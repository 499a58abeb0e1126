package main

import (
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/pflag"
)

// mostThreads is how many threads a call may have.
const mostThreads = 1024

// A threadsFlag is how many threads share a call. The zero value stands for as many as there are processors.
type threadsFlag struct{ n int }

func (f *threadsFlag) add(flags *pflag.FlagSet) {
	flags.Var(f, "threads", "how many threads share costly loops, `N`; 1 for code without threads; by default as many as there are processors")
}

// count is how many threads there are.
func (f *threadsFlag) count() int {
	if f.n == 0 {
		return runtime.NumCPU()
	}
	return f.n
}

func (f *threadsFlag) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostThreads {
		return fmt.Errorf("it is a number from 1 to %d", mostThreads)
	}
	f.n = n
	return nil
}

func (f *threadsFlag) String() string {
	if f.n == 0 {
		return ""
	}
	return strconv.Itoa(f.n)
}

func (f *threadsFlag) Type() string { return "N" }
