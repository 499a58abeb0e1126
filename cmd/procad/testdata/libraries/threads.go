// Calls of a package whose loops threads share, from one goroutine and from several.
package main

import (
	"fmt"
	"os"
	"slices"
	"sync"

	"example/shared"
)

const rows, columns = 20000, 8

func main() {
	x, y, w := make([]float64, rows*columns), make([]float64, rows), make([]float64, columns)
	for i := range x {
		x[i] = float64(i%17)/17 - 0.5
	}
	for i := range y {
		y[i] = 1
		if i%3 == 0 {
			y[i] = -1
		}
	}
	for i := range w {
		w[i] = 0.1 * float64(i)
	}
	call := func() []float64 {
		value, gradient, err := shared.LossGrad(w, shared.NewArray(x, rows, columns), y)
		check(err == nil, "the call fails")
		return append([]float64{value}, gradient.W...)
	}
	check(shared.Threads(0) == 1, "there is more than one thread at first")
	want := call()
	for n := 1; n <= 3; n++ {
		check(shared.Threads(n) == n && shared.Threads(0) == n && shared.Threads(-1) == n, "the number of threads is wrong")
		for range 5 {
			check(slices.Equal(call(), want), "the bits differ")
		}
	}
	var callers sync.WaitGroup
	for range 8 {
		callers.Go(func() {
			for range 20 {
				check(slices.Equal(call(), want), "the bits differ in goroutines at once")
			}
		})
	}
	callers.Wait()
	check(shared.Threads(1<<40) == 1024, "there are too many threads")
	fmt.Println("well")
}

func check(ok bool, wrong string) {
	if !ok {
		fmt.Println(wrong)
		os.Exit(1)
	}
}
