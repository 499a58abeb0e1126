package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// mostThreads is how many threads a call may have.
const mostThreads = 1024

// A threadsFlag is how many threads share a call. The zero value stands for as many as there are processors.
type threadsFlag struct {
	ns      []int
	several bool // it may be several numbers, which are compared
}

const threadsUsage = "how many threads share costly loops, `N`; by default as many as there are processors"

func (f *threadsFlag) add(flags *pflag.FlagSet) { flags.Var(f, "threads", threadsUsage) }

// count is how many threads there are, the first of several.
func (f *threadsFlag) count() int {
	if len(f.ns) == 0 {
		return runtime.NumCPU()
	}
	return f.ns[0]
}

func (f *threadsFlag) Set(text string) error {
	var ns []int
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > mostThreads {
			return fmt.Errorf("it is a number from 1 to %d", mostThreads)
		}
		ns = append(ns, n)
	}
	if len(ns) > 1 && !f.several {
		return fmt.Errorf("it is one number")
	}
	f.ns = ns
	return nil
}

func (f *threadsFlag) String() string {
	words := make([]string, len(f.ns))
	for i, n := range f.ns {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ",")
}

func (f *threadsFlag) Type() string { return "N" }
