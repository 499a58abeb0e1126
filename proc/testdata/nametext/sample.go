// Package nametext has what TestNamesAreData finds, on the lines that say so, and what it does not.
package nametext

import (
	"fmt"
	"regexp"
	"strings"

	"procad/proc"
	"procad/proc/deriv"
)

func direct(f proc.Func, d proc.Deriv) bool {
	return strings.HasPrefix(f.String(), "rev") || strings.Contains(d.String(), ".") // found found
}

func variable(f proc.Func) string {
	text := "the " + f.Text()
	_, after, _ := strings.Cut(text, ".") // found
	return after
}

func compared(f proc.Func) int {
	name := f.Given()
	if fmt.Sprint(f) == "add" { // found
		return 1
	}
	switch name {
	case "mul": // found
		return int(name[0]) // found
	}
	return len(name[1:]) // found
}

func kinds(f proc.Func, s deriv.Strategy) bool {
	kind, _, _ := f.Loop()
	return strings.HasPrefix(string(kind), "build") || regexp.MustCompile("e").MatchString(string(s.Kind)) // found found
}

func text(f proc.Func) string { return f.String() }

func head(s string) string { return s[:1] }

func calls(f proc.Func) (string, string) {
	return head(f.String()), head(text(f)) // found found
}

func again(f proc.Func) proc.Func { return proc.MustParseFunc(f.String() + "'") } // found

func literal(s string) bool { return strings.HasPrefix(s, "revf$") || strings.Contains(s, "lift{") } // found found

func printed(f proc.Func, kind proc.LoopKind) string {
	names := map[string]bool{f.String(): true}
	return fmt.Sprintf("%s of %s, %s: %v", strings.Join([]string{f.Given()}, ""), kind, strings.Repeat(" ", len(f.Text())), names[f.String()])
}

func data(f proc.Func) bool {
	kind, body, ok := f.Loop()
	return ok && kind == proc.Fold && body == proc.Name("add") && f.String() != body.String() && head("add") == "a"
}
