package main

import (
	"fmt"
	"iter"
	"math"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/pipeline"
)

// warnNotFinite warns of NaN and infinities in a value and in a gradient: the
// first of each is named, in the order of the parameters.
func (a *app) warnNotFinite(c *call, value data.Value, gradient []pipeline.Part) {
	list := appendNotFinite(nil, c, "value", []pipeline.Part{{Value: value}})
	a.warn(c.unit.Source, appendNotFinite(list, c, "gradient", gradient))
}

func appendNotFinite(list diag.List, c *call, what string, parts []pipeline.Part) diag.List {
	var all data.Finiteness
	name := ""
	for _, p := range parts {
		f := data.Finite(p.Value)
		if all.NotFinite == 0 && f.NotFinite > 0 {
			name, all.Value = nth(data.RealNames(p.Name, p.Value), f.First), f.Value
		}
		all.Reals += f.Reals
		all.NotFinite += f.NotFinite
	}
	if all.NotFinite == 0 {
		return list
	}
	return append(list, notFinite(c, what, name, all))
}

// nth is element n of a sequence, counted from 0.
func nth(names iter.Seq[string], n int) (name string) {
	for name = range names {
		if n--; n < 0 {
			break
		}
	}
	return name
}

// warnEntries warns of NaN and infinities among the entries of a report.
func (a *app) warnEntries(c *call, r *gradcheck.Report) {
	all := data.Finiteness{Reals: len(r.Entries)}
	name := ""
	for _, e := range r.Entries {
		if math.IsNaN(e.Reverse) || math.IsInf(e.Reverse, 0) {
			if all.NotFinite == 0 {
				name, all.Value = e.Name, e.Reverse
			}
			all.NotFinite++
		}
	}
	if all.NotFinite > 0 {
		a.warn(c.unit.Source, diag.List{notFinite(c, "gradient", name, all)})
	}
}

// notFinite is a warning about the Real all.Value, the first of several.
func notFinite(c *call, what, name string, all data.Finiteness) *diag.Error {
	text := fmt.Sprintf("the %s of %.100s is ", what, c.unit.Given(c.def.Name))
	switch {
	case math.IsInf(all.Value, 1):
		text += "Infinity"
	case math.IsInf(all.Value, -1):
		text += "-Infinity"
	default:
		text += "NaN"
	}
	if name != "" {
		text += " at " + name
	}
	if all.Reals > 1 {
		text += fmt.Sprintf("; %d of its %d numbers are NaN or infinite", all.NotFinite, all.Reals)
	}
	return diag.Warningf(c.def.Pos, gradcheck.CodeNotFinite, "%s", text).In(c.unit.Source.Name)
}
