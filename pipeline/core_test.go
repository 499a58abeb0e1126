package pipeline_test

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/pipeline"
	"procad/source"
	"procad/source/elaborate"
)

var random = flag.Int("core.random", 100, "how many random programs TestCoreRandom takes through each pass")

// steps bounds what the evaluator may do for one value.
const steps = 100_000

// A subject is a program, and arguments for its main function.
type subject struct {
	text, main string
	args       []eval.Value
}

func load(t *testing.T, name, text, given, main string) *subject {
	u, err := pipeline.Load(&diag.Source{Name: name, Text: text})
	require.NoError(t, err, text)
	d, err := u.Entry(main)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data", Text: given}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	s := &subject{text: text, main: d.Name.String()}
	def := elaborated(t, name, text).Lookup(s.main)
	for i, v := range args.Values {
		s.args = append(s.args, coredata.Value(def.Params[i].Type, v))
	}
	return s
}

func elaborated(t *testing.T, name, text string) *core.Program {
	p, _, err := source.Load(&diag.Source{Name: name, Text: text})
	require.NoError(t, err, text)
	return elaborate.Program(p)
}

// results are the value and the gradient of a program, and whether it fails. long
// says that they take too long.
type results struct {
	value, gradient eval.Value
	failed          error
	long            bool
}

func (s *subject) run(p *core.Program) (r results) {
	d := p.Lookup(s.main)
	r.value, r.failed = eval.Run(d, s.args, steps)
	if r.failed == nil && d.Result == core.Real && !core.Discrete(&core.TupleType{Elems: d.Type().Params}) {
		r.gradient, r.failed = eval.Derivative(core.Grad, d, s.args, 10*steps)
	}
	r.long = r.failed == eval.ErrSteps
	return r
}

// agree compares the program after each pass that changes it, and after all of
// them, with the program before; and what is read of its text.
func (s *subject) agree(t *testing.T) {
	before := printed(t, elaborated(t, "in.fun", s.text))
	want := s.run(elaborated(t, "in.fun", s.text))
	if want.long {
		t.Skip("this takes too long")
	}
	check := func(after string, p *core.Program) {
		require.NoError(t, core.Check(p), "after %s", after)
		text := printed(t, p)
		if text == before {
			return
		}
		require.NoError(t, same(want, s.run(p)), "after %s, %s\n%v", after, text, s.args)
		if !p.Readable() {
			return
		}
		require.NoError(t, same(want, s.run(elaborated(t, "printed.fun", text))), "after %s, printed and read again, %s", after, text)
	}
	all := elaborated(t, "in.fun", s.text)
	for i, pass := range pipeline.CorePasses() {
		alone := elaborated(t, "in.fun", s.text)
		for _, before := range pipeline.CorePasses()[:i] {
			if before.Always { // those after it know nothing of what it leaves none of
				require.NoError(t, before.Core(alone))
			}
		}
		require.NoError(t, pass.Core(alone))
		check(string(pass.Name), alone)
		require.NoError(t, pass.Core(all))
	}
	check("all", all)
}

func printed(t *testing.T, p *core.Program) string {
	var text strings.Builder
	require.NoError(t, p.Print(&text))
	return text.String()
}

func same(want, got results) error {
	switch {
	case (want.failed == nil) != (got.failed == nil):
		return fmt.Errorf("%v, want %v", got.failed, want.failed)
	case want.failed != nil:
		return nil
	}
	if err := equal(want.value, got.value); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if want.gradient != nil {
		if err := equal(want.gradient, got.gradient); err != nil {
			return fmt.Errorf("gradient: %w", err)
		}
	}
	return nil
}

// equal says where two values differ in a bit.
func equal(want, got eval.Value) error {
	differ := fmt.Errorf("%v, want %v", got, want)
	switch want := want.(type) {
	case float64:
		if x := got.(float64); math.Float64bits(x) == math.Float64bits(want) || math.IsNaN(x) && math.IsNaN(want) {
			return nil
		}
		return differ
	case int64:
		if got.(int64) == want {
			return nil
		}
		return differ
	case eval.Tuple:
		for i, x := range want {
			if err := equal(x, got.(eval.Tuple)[i]); err != nil {
				return err
			}
		}
		return nil
	case *eval.Variant:
		if got := got.(*eval.Variant); got.Con == want.Con {
			return equal(want.Of, got.Of)
		}
		return differ
	}
	a, b := want.(*eval.Array), got.(*eval.Array)
	if fmt.Sprint(a.Dims) != fmt.Sprint(b.Dims) {
		return differ
	}
	return equal(eval.Tuple(a.Elems), eval.Tuple(b.Elems))
}

// TestCorePrograms takes the programs of the test data through each pass.
func TestCorePrograms(t *testing.T) {
	for _, file := range golden.Files(t, "../testdata/constructs/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			text, given := golden.Program(t, file)
			load(t, file, text, given, "").agree(t)
		})
	}
	for _, file := range golden.Files(t, "../testdata/kernels/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			given, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
			require.NoError(t, err)
			main := map[string]string{"ba": "ba"}[golden.Name(file)]
			load(t, file, string(text), string(given), main).agree(t)
		})
	}
}

// TestCoreRandom takes random programs through each pass: every second one is
// of loops that make arrays and loops that read them, most of which a pass changes.
func TestCoreRandom(t *testing.T) {
	long := 0
	for i := range *random {
		from := gen.FromSeed(uint64(i))
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			defer func() {
				if t.Skipped() {
					long++
				}
			}()
			if i%2 == 0 {
				w := &writer{Source: from}
				load(t, "random.fun", w.program(), w.arguments(), "main").agree(t)
				return
			}
			p := gen.New(from, gen.Options{Kinks: true, Stop: true, Derivatives: true, Data: i%4 == 1})
			load(t, "random.fun", p.Text, p.Data, p.Main).agree(t)
		})
	}
	assert.LessOrEqual(t, long, *random/10, "programs that take too long")
}
