package main

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// agree A PATH B PATH… demands that the numbers at a path in a file are those at the paths
// in another, but for rounding. A file has one JSON value or several, which are then a list; a
// path is made of names and indices with dots between; "." is the whole.
func agree(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: agree A PATH B PATH…")
	}
	got, want := numbersAt(ts, args[0], args[1]), []float64{}
	for _, path := range args[3:] {
		want = append(want, numbersAt(ts, args[2], path)...)
	}
	if len(got) != len(want) || len(got) == 0 {
		ts.Fatalf("there are %d numbers, not %d", len(got), len(want))
	}
	largest := 0.0
	for _, x := range want {
		largest = max(largest, math.Abs(x))
	}
	for i, x := range want {
		if !(math.Abs(got[i]-x) <= 1e-12*largest) {
			ts.Fatalf("number %d is %v, not %v", i, got[i], x)
		}
	}
}

func numbersAt(ts *testscript.TestScript, file, path string) []float64 {
	var values []any
	d := json.NewDecoder(strings.NewReader(ts.ReadFile(file)))
	for {
		var v any
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			break
		}
		ts.Check(err)
		values = append(values, v)
	}
	var at any = values
	if len(values) == 1 {
		at = values[0]
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(path, "."), ".") {
		if name == "" {
			break
		}
		switch v := at.(type) {
		case map[string]any:
			at = v[name]
		case []any:
			i, err := strconv.Atoi(name)
			ts.Check(err)
			if i >= len(v) {
				ts.Fatalf("%s has nothing at %s", file, path)
			}
			at = v[i]
		}
	}
	return slices.Collect(func(yield func(float64) bool) { numbers(at, yield) })
}

// numbers are those in a value, in order.
func numbers(v any, yield func(float64) bool) bool {
	switch v := v.(type) {
	case float64:
		return yield(v)
	case []any:
		for _, e := range v {
			if !numbers(e, yield) {
				return false
			}
		}
	}
	return true
}
