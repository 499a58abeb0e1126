package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// A column is what is measured of each kernel.
type column struct {
	key    string // in the data file
	name   string // in the table, where ∇ is a gradient
	legend string // in the chart; what has none is not drawn
}

// columns are all of them; the first is the unit.
var columns = []column{
	{"c", "C", ""},
	{"fast", "fast C", "value, fast C"},
	{"value", "procad", "value, procad"},
	{"strict", "`--strict`", ""},
	{"gradient", "∇ procad", "gradient, procad"},
	{"strictGradient", "∇ `--strict`", ""},
	{"adolc", "∇ ADOL-C", "gradient, ADOL-C"},
	{"torch", "∇ PyTorch", "gradient, PyTorch"},
}

// A table is the data file.
type table struct {
	CPU      string   `json:"cpu"`
	Priority string   `json:"priority"` // the command that the measured ones are run by
	Clang    string   `json:"clang"`
	ADOLC    string   `json:"adolc"`
	Torch    string   `json:"torch"`
	Kernels  []figure `json:"kernels"`
}

// A figure has the shortest times of one kernel in nanoseconds.
type figure struct {
	Name  string             `json:"name"`
	Sizes string             `json:"sizes"`
	Times map[string]float64 `json:"times"`
	// Memory is the most that a gradient of procad had in use at once, in bytes.
	Memory map[string]int64 `json:"memory"`
}

// checkpointed are the kernels that are measured with the strategy store, too: those whose loops would store much.
var checkpointed = []string{"heat", "burgers", "nested"}

// least takes the times of an earlier run that are shorter.
func (f *figure) least(old figure) {
	if f.Sizes != old.Sizes {
		return // of other data
	}
	for key, t := range old.Times {
		if now, ok := f.Times[key]; !ok || t < now {
			f.Times[key] = t
		}
	}
}

// ratio is a time in units of plain C's value.
func (f figure) ratio(key string) float64 { return f.Times[key] / f.Times["c"] }

// readTable reads a data file that has all figures.
func readTable(file string) (*table, error) {
	t, err := readPart(file)
	if err != nil {
		return nil, err
	}
	for _, f := range t.Kernels {
		for _, c := range columns {
			if !(f.Times[c.key] > 0) {
				return nil, fmt.Errorf("%s: %s has no time of %s", file, f.Name, c.key)
			}
		}
		if slices.Contains(checkpointed, f.Name) && !(f.Times["store"] > 0 && f.Memory["store"] > 0 && f.Memory["gradient"] > 0) {
			return nil, fmt.Errorf("%s: %s has no figures of store", file, f.Name)
		}
	}
	return t, nil
}

// readPart reads a data file that may lack figures, which are then measured.
func readPart(file string) (*table, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	t := &table{}
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

func (t *table) write(file string) error {
	text, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// of are the ratios of a column, sorted.
func (t *table) of(key string) []float64 {
	var all []float64
	for _, f := range t.Kernels {
		all = append(all, f.ratio(key))
	}
	slices.Sort(all)
	return all
}

// An elsewhere is what was reached with the same program, in units of plain C's value in the same run. 0 is not known.
type elsewhere struct {
	kernel                             string
	tool, expert, tuned, tunedGradient float64
}

// others are figures that others measured, on another machine and another day: the best published tool for
// derivatives, which is Enzyme or Tapenade, a gradient that an expert wrote, and code that was tuned by hand for vector instructions.
var others = []elsewhere{
	{"gmm", 3.0, 2.4, 0.28, 0.59},
	{"ba", 11, 5.7, 1.0, 2.9},
	{"lstm", 2.9, 4.2, 0.27, 0.38},
	{"llsq", 1.6, 2.0, 0.10, 0.22},
	{"lse", 2.1, 1.1, 0.17, 0.23},
}
