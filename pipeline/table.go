package pipeline

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"procad/derive"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/proc"
)

// Optimisations are the passes that can be left out, each name once.
func Optimisations() []Pass {
	var list []Pass
	for _, p := range Passes {
		if !p.Always && !p.Named && !slices.ContainsFunc(list, func(o Pass) bool { return o.Name == p.Name }) {
			list = append(list, p)
		}
	}
	return list
}

// Everything is the set of all optimisations.
func Everything() optim.Set {
	var names []optim.Name
	for _, p := range Optimisations() {
		names = append(names, p.Name)
	}
	return optim.Of(names...)
}

// everything stands for all names.
const everything = "all"

// ParseNames reads names of optimisations with commas between; all stands for all of them.
func ParseNames(text string) (optim.Set, error) {
	var s optim.Set
	if strings.TrimSpace(text) == "" {
		return s, nil
	}
	known := []string{everything}
	for _, p := range Optimisations() {
		known = append(known, string(p.Name))
	}
	for name := range strings.SplitSeq(text, ",") {
		switch name = strings.TrimSpace(name); {
		case name == everything:
			s = Everything()
		case slices.Contains(known, name) || slices.ContainsFunc(Passes, func(p Pass) bool { return p.Named && p.Name == optim.Name(name) }):
			s = s.Union(optim.Of(optim.Name(name)))
		default:
			return optim.Set{}, unknown("optimisation", name, known)
		}
	}
	return s, nil
}

// unknown says that nothing has a name, and what there is.
func unknown(what, name string, known []string) error {
	message := fmt.Sprintf("no %s is called %.100q", what, name)
	if now, ok := renamed[name]; ok {
		return fmt.Errorf("%s; it is called %s", message, now)
	}
	if hint := diag.DidYouMean(name, known); hint != "" {
		message += "; " + hint
	}
	last := len(known) - 1
	if known[0] == everything {
		known = append(known[1:], everything)
	}
	return fmt.Errorf("%s; there are %s, and %s", message, strings.Join(known[:last], ", "), known[last])
}

// names are those of a set, in the order of the table.
func names(s optim.Set) []string {
	var list []string
	for _, p := range Passes {
		if s.Has(p.Name) && !slices.Contains(list, string(p.Name)) {
			list = append(list, string(p.Name))
		}
	}
	return list
}

// Label is the name of the i-th row of the table: of a pass that runs twice, with a number.
func Label(i int) string {
	name, at, all := Passes[i].Name, 0, 0
	for k, p := range Passes {
		if p.Name == name {
			all++
			if k <= i {
				at++
			}
		}
	}
	if all == 1 {
		return string(name)
	}
	return fmt.Sprintf("%s.%d", name, at)
}

// Row is the number of the row with a label, or of the last one with a name.
func Row(label string) (int, error) {
	var known []string
	for i := range Passes {
		known = append(known, Label(i))
	}
	for i := range slices.Backward(Passes) {
		if label == known[i] || label == string(Passes[i].Name) {
			return i, nil
		}
	}
	return 0, unknown("pass", label, known)
}

// Disables are the optimisations that do nothing without one.
func Disables(name optim.Name) []optim.Name {
	var list []optim.Name
	for _, p := range Optimisations() {
		if slices.Contains(p.Needs, name) {
			list = append(list, p.Name)
		}
	}
	return list
}

// CorePasses are the passes on core, in the order in which they run.
func CorePasses() []Pass { return corePasses(len(Passes) - 1) }

// lastNeeded is the row of the last pass on core that a program needs to have procedures.
func lastNeeded() int {
	last := 0
	for row, p := range Passes {
		if p.On == OnCore && p.Always {
			last = row
		}
	}
	return last
}

// corePasses are those up to a row of the table.
func corePasses(last int) []Pass {
	var list []Pass
	for _, p := range Passes[:last+1] {
		if p.core != nil || p.makes != nil {
			list = append(list, p)
		}
	}
	return list
}

// finishing are the passes over what is derived, up to a row of the table.
func finishing(last int) []derive.Pass {
	var list []derive.Pass
	for _, p := range Passes[:last+1] {
		if p.finish != nil {
			list = append(list, derive.Pass{Name: p.Name, Run: p.finish})
		}
	}
	return list
}

// NewLibrary is the library of a program with all passes, without some optimisations.
func NewLibrary(p *proc.Program, without ...optim.Name) *derive.Library {
	return derive.New(p, finishing(len(Passes)-1), without...)
}

// PrintPasses writes the table for a person.
func PrintPasses(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "pass\ton\tneeds\tdisables\twhy at this place")
	for i, p := range Passes {
		label := Label(i)
		if p.In != "" {
			label = "  " + label
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", label, p.On, dash(p.Requires()), dash(join(Disables(p.Name))), p.Why)
	}
	return t.Flush()
}

// Names are the names of all passes, each once, in the order of the table.
func Names() []string {
	var list []string
	for _, p := range Passes {
		if !slices.Contains(list, string(p.Name)) {
			list = append(list, string(p.Name))
		}
	}
	return list
}

// PrintPass writes the rows of the table that have a label or a name, for a person; ok says that there are any.
func PrintPass(w io.Writer, name string) (ok bool, err error) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, p := range Passes {
		if name != string(p.Name) && name != Label(i) {
			continue
		}
		if ok {
			fmt.Fprintln(t)
		}
		ok = true
		fmt.Fprintf(t, "%s\n", Label(i))
		field := func(name, text string) {
			if text != "" {
				fmt.Fprintf(t, "  %s\t%s\n", name, text)
			}
		}
		field("what it does", p.Does)
		field("works on", string(p.On))
		field("part of", string(p.In))
		field("needs", p.Requires())
		field("disables", join(Disables(p.Name)))
		field("why at this place", p.Why)
		field("where", p.Where)
		switch {
		case p.Always:
			field("without it", "it always runs")
		default:
			field("without it", "--without "+string(p.Name))
		}
	}
	return ok, t.Flush()
}

// Requires says without what a pass does nothing.
func (p *Pass) Requires() string {
	text := join(p.Needs)
	if p.Strict {
		text = strings.TrimPrefix(text+", no --strict", ", ")
	}
	return text
}

func join(names []optim.Name) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = string(n)
	}
	return strings.Join(list, ", ")
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
