package main

import (
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"procad/internal/data"
	"procad/internal/sample"
	"procad/proc/deriv"
)

// threads prints a row for each program whose loops threads share, or for those that are named: the times of value and gradient
// with one thread, and how many times as fast two threads are, and two processes with one thread each. Where two processors
// are two threads of one core, or memory is the limit, two processes are less than two times as fast.
func threads(runs, rounds int, cc string, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(sample.SharedPrograms, func(s sample.Shared) bool { return s.Name == name }) {
			return fmt.Errorf("there is no program %q", name)
		}
	}
	fmt.Printf("the least of the medians of %d rounds of %d runs; bound: two threads are 0.93 of two processes; * is below\n", rounds, runs)
	fmt.Printf("%-12s %-9s %12s %10s %12s %6s\n", "program", "", "one thread", "2 threads", "2 processes", "ratio")
	for _, s := range sample.SharedPrograms {
		if len(names) > 0 && !slices.Contains(names, s.Name) {
			continue
		}
		if err := shared(s, runs, rounds, cc); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	return nil
}

// shared prints the lines of a program.
func shared(s sample.Shared, runs, rounds int, cc string) error {
	text, err := json.Marshal(s.Usual(1))
	if err != nil {
		return err
	}
	var ws []*written // with one thread, another process, with two threads
	for _, n := range []int{1, 1, 2} {
		w, err := load(filepath.Join("testdata", s.File), s.Name, text, runs, cc, n)
		if err != nil {
			return err
		}
		defer w.engine.Close()
		ws = append(ws, w)
	}
	for _, part := range []string{"value", "gradient"} {
		call := func(w *written) (float64, error) {
			f, arg := w.def.Name, w.arg
			if part == "gradient" {
				f, arg = deriv.VJP.Of(f), data.Tuple(arg, w.seed)
			}
			t, err := timeNative(w.engine, f, w.zone, arg)
			return t.Median, err
		}
		one, two, both := math.Inf(1), math.Inf(1), math.Inf(1)
		for range rounds {
			if err := least(&one, func() (float64, error) { return call(ws[0]) }); err != nil {
				return err
			}
			if err := least(&two, func() (float64, error) { return call(ws[2]) }); err != nil {
				return err
			}
			if err := least(&both, func() (float64, error) { return together(call, ws[0], ws[1]) }); err != nil {
				return err
			}
		}
		ratio := both / (2 * two)
		mark := ""
		if ratio < 0.93 {
			mark = " *"
		}
		fmt.Printf("%-12s %-9s %9.1f µs %10.2f %12.2f %6.2f%s\n", s.Name, part, one/1e3, one/two, 2*one/both, ratio, mark)
	}
	return nil
}

// least keeps the least of several times.
func least(t *float64, measure func() (float64, error)) error {
	x, err := measure()
	*t = min(*t, x)
	return err
}

// together is how long a call takes while another process makes the same call: the mean of both.
func together(call func(*written) (float64, error), a, b *written) (float64, error) {
	type result struct {
		t   float64
		err error
	}
	other := make(chan result)
	go func() {
		t, err := call(b)
		other <- result{t, err}
	}()
	t, err := call(a)
	o := <-other
	if err == nil {
		err = o.err
	}
	return (t + o.t) / 2, err
}
