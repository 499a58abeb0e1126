package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"procad/internal/data"
	"procad/pipeline"
)

// briefEntries is how many entries of a part are shown.
const briefEntries = 4

// writeBrief writes of each part of a gradient its dimensions, its norm and its
// first entries.
func writeBrief(w io.Writer, value data.Value, parts []pipeline.Part) error {
	fmt.Fprint(w, "value  ")
	if err := data.Write(w, value); err != nil {
		return err
	}
	fmt.Fprint(w, "\n\n")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "gradient in\tsize\tnorm\tfirst entries")
	for _, p := range parts {
		norm, first, n, err := summary(p.Value)
		if err != nil {
			return err
		}
		entries := strings.Join(first, "  ")
		if n > len(first) {
			entries += "  …"
		}
		fmt.Fprintf(t, "%s\t%s\t%.6g\t%s\n", p.Name, dimensions(p.Value, n), norm, entries)
	}
	return t.Flush()
}

// summary is the Euclidean norm of the Reals in a value, the first of them, and
// how many there are.
func summary(v data.Value) (norm float64, first []string, n int, err error) {
	err = data.Walk(v, func(l data.Leaf) error {
		if l.Kind != data.RealLeaf {
			return nil
		}
		x := math.Float64frombits(*l.Word)
		if n++; n <= briefEntries {
			first = append(first, fmt.Sprintf("%.6g", x))
		}
		norm = math.Hypot(norm, x)
		return nil
	})
	return norm, first, n, err
}

// dimensions shows those of an array, and of anything else the number of Reals.
func dimensions(v data.Value, n int) string {
	if len(v.Objects) != 1 || len(v.Words) > 0 {
		return strconv.Itoa(n)
	}
	a, ok := v.Objects[0].(*data.Array)
	if !ok {
		return strconv.Itoa(n)
	}
	dims := make([]string, len(a.Dims))
	for i, d := range a.Dims {
		dims[i] = strconv.Itoa(d)
	}
	return strings.Join(dims, " × ")
}
