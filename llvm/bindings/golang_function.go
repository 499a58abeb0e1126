package bindings

import (
	"fmt"
	"strings"

	"procad/internal/quote"
	"procad/llvm/capi"
	"procad/proc"
)

// goSuffixes are put behind the name of a function for what is derived from it.
var goSuffixes = []string{"", "Grad", "VJP", "JVP", "HVP", "Forward", "Trace", "Gradient"}

// goKinds are the suffixes of functions, and what their comments say of the function in the source.
var goKinds = map[string]struct{ suffix, text string }{
	"value":   {"", "is the function %s of the kernel."},
	"grad":    {"Grad", "gives the value and the gradient of %s."},
	"vjp":     {"VJP", "gives the value of %s, and the gradient of its inner product with a seed, which has the\n// type and the sizes of the value."},
	"jvp":     {"JVP", "gives the value of %s, and its derivative along tangents, which have the sizes of what they\n// belong to."},
	"hvp":     {"HVP", "gives the gradient of %s, and the product of its Hessian with tangents, which have the sizes\n// of what they belong to."},
	"forward": {"Forward", "gives the value of %s, and a trace from which Reverse makes a gradient. The slices must not\n// change until that, or Close, has returned. There may be any number of traces at once."},
}

// A goFunction is a function of Go that calls an entry.
type goFunction struct {
	*goPackage
	entry  capi.Signature
	index  int
	name   string  // of the function for the value
	locals goNames // of parameters

	params, results []string // declarations
	sets, gets      strings.Builder
	in, out         int // words
}

func (f *goFunction) write() error {
	e := f.entry
	for _, p := range e.Params {
		if err := f.param(p); err != nil {
			return err
		}
	}
	if err := f.takeResults(); err != nil {
		return err
	}
	f.out = 0
	for _, r := range e.Results {
		f.out += goWidth(r.Type)
	}
	if e.Kind == "reverse" {
		f.writeReverse()
		return nil
	}
	kind := goKinds[e.Kind]
	name := f.name + kind.suffix
	b := &f.text
	if e.Kind == "forward" {
		f.traces = true
		fmt.Fprintf(b, "\n// A %sTrace is what a forward pass of %s leaves for its reverse pass.\ntype %[1]sTrace struct{ held *held }\n", f.name, goComment(e.Of))
		f.results = append(f.results, "trace *"+f.name+"Trace")
	}
	fmt.Fprintf(b, "\n// %s %s\n%s//\n//\t%s\n", name, fmt.Sprintf(kind.text, goComment(e.Of)), goDoc(e), f.signature())
	fmt.Fprintf(b, "func %s(%s) (%s) {\n", name, strings.Join(f.params, ", "), strings.Join(append(f.results, "err error"), ", "))
	fmt.Fprintf(b, "\tc := begin(%d, %d)\n", f.in, f.out)
	if e.Kind == "forward" {
		b.WriteString("\tdefer func() {\n\t\tif trace == nil {\n\t\t\tc.end()\n\t\t}\n\t}()\n")
	} else {
		b.WriteString("\tdefer c.end()\n")
	}
	f.body()
	if e.Kind == "forward" {
		fmt.Fprintf(b, "\ttrace = &%sTrace{&held{call: c}}\n\truntime.AddCleanup(trace, (*held).close, trace.held)\n", f.name)
	}
	b.WriteString("\treturn\n}\n")
	return nil
}

// body writes the call itself.
func (f *goFunction) body() {
	f.text.WriteString(f.sets.String())
	fmt.Fprintf(&f.text, "\tif err = c.run(%d); err != nil {\n\t\treturn\n\t}\n", f.index)
	f.text.WriteString(f.gets.String())
}

// writeReverse writes the methods of a trace.
func (f *goFunction) writeReverse() {
	b := &f.text
	fmt.Fprintf(b, "\n// Reverse gives the gradient of the inner product of %s with a seed, which has the type and the\n// sizes of the value. Whatever it returns, the trace is there no more.\n", goComment(f.entry.Of))
	fmt.Fprintf(b, "func (trace *%sTrace) Reverse(%s) (%s) {\n", f.name, strings.Join(f.params, ", "), strings.Join(append(f.results, "err error"), ", "))
	b.WriteString("\tc := trace.held.take()\n\tif c == nil {\n\t\terr = ErrReversed\n\t\treturn\n\t}\n\tdefer c.end()\n")
	fmt.Fprintf(b, "\tc.words(%d, %d)\n", f.in, f.out)
	f.body()
	b.WriteString("\treturn\n}\n")
	fmt.Fprintf(b, "\n// Close gives back the memory of a trace that is not to be reversed.\nfunc (trace *%sTrace) Close() { trace.held.close() }\n", f.name)
}

// goDoc is a paragraph with the comment that the source has before a function; nothing for what is derived from it.
func goDoc(e capi.Signature) string {
	if e.Kind != "value" || e.Comment == "" {
		return ""
	}
	var b strings.Builder
	b.WriteString("//\n")
	for line := range strings.SplitSeq(e.Comment, "\n") {
		b.WriteString(strings.TrimRight("// "+quote.Line(line), " ") + "\n")
	}
	return b.String()
}

// signature is how the source declares the function, with the tangents and the seed.
func (f *goFunction) signature() string {
	parts := make([]string, len(f.entry.Params))
	for i, p := range f.entry.Params {
		parts[i] = p.Name + ": " + p.Written()
	}
	text := fmt.Sprintf("%s(%s)", f.entry.Of, strings.Join(parts, ", "))
	if f.entry.Kind == "value" {
		text += ": " + f.entry.Results[0].Written()
	}
	return goComment(text)
}

func (f *goFunction) param(p proc.Param) error {
	if p.Type == proc.Unit {
		return nil
	}
	t, err := f.goType(f.entry, p.Name, p)
	if err != nil {
		return err
	}
	name := f.locals.name(goLocal(p.Name))
	f.params = append(f.params, name+" "+t)
	if trees, _ := f.trees(f.entry, p); trees != nil {
		f.setTrees(trees, name, p.Name)
	} else {
		f.goSet(&f.sets, p.Type, nil, name, p.Name, f.in)
	}
	f.in += goWidth(p.Type)
	return nil
}

// takeResults writes what becomes of the results: those that are called grad_x are fields
// of one.
func (f *goFunction) takeResults() error {
	record := f.records[f.entry.Of]
	seen := map[string]bool{}
	at := 0
	for _, r := range f.entry.Results {
		into, name := r.Name, r.Name
		for prefix, group := range map[string]string{"grad_": "gradient", "hvp_": "product"} {
			if param, ok := strings.CutPrefix(r.Name, prefix); ok && goGradients[f.entry.Kind] {
				into, name = group, group+"."+record.fields[param]
			}
		}
		t, err := f.goType(f.entry, "", r)
		if err != nil {
			return err
		}
		if into == "result" {
			into, name = "value", "value"
		}
		if into != name {
			t = record.name
		}
		if r.Type != proc.Unit {
			if !seen[into] {
				f.results = append(f.results, into+" "+t)
			}
			seen[into] = true
			text := ""
			if trees, _ := f.trees(f.entry, r); trees != nil {
				text = f.getTrees(trees, at)
			} else {
				text = f.goGet(r.Type, nil, at)
			}
			fmt.Fprintf(&f.gets, "\t%s = %s\n", name, text)
		}
		at += goWidth(r.Type)
	}
	return nil
}
