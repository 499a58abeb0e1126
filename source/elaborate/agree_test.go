package elaborate_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/core"
	"procad/core/eval"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
	"procad/source"
	"procad/source/elaborate"
)

// steps bounds what the evaluator may do for one comparison.
const steps = 3_000_000

// A subject is a program, as procedures and as core.
type subject struct {
	unit *pipeline.Unit
	main *proc.Def
	args *data.Args
	core *core.Program
}

func load(name, text, given, main string) (*subject, error) {
	u, err := pipeline.Load(&diag.Source{Name: name, Text: text})
	if err != nil {
		return nil, err
	}
	d, err := u.Entry(main)
	if err != nil {
		return nil, err
	}
	args, _, err := data.Read(&diag.Source{Name: "data", Text: given}, u.Program.InterfaceOf(d.Name))
	if err != nil {
		return nil, err
	}
	p, err := elaborated(name, text)
	if err != nil {
		return nil, err
	}
	return &subject{u, d, args, p}, nil
}

// elaborated is the core program of a text, checked.
func elaborated(name, text string) (*core.Program, error) {
	p, _, err := source.Load(&diag.Source{Name: name, Text: text})
	if err != nil {
		return nil, err
	}
	out := elaborate.Program(p)
	return out, core.Check(out)
}

// values are the arguments for the evaluator.
func (s *subject) values(d *core.Def) []eval.Value {
	list := make([]eval.Value, len(s.args.Values))
	for i, v := range s.args.Values {
		list[i] = given(d.Params[i].Type, v)
	}
	return list
}

// errLong is of a program that takes the evaluator too long.
var errLong = errors.New("this takes too long")

// everywhere compares the core program, and what is read of its text: as it is
// elaborated, and after each pass.
func (s *subject) everywhere() error {
	if err := s.printed(); err != nil {
		return err
	}
	for _, pass := range pipeline.CorePasses() {
		if err := pass.Core(s.core); err != nil {
			return err
		}
		if err := s.printed(); err != nil {
			return fmt.Errorf("after %s: %w", pass.Name, err)
		}
	}
	return nil
}

// printed compares the core program, and what is read of its text.
func (s *subject) printed() error {
	if err := s.agree(s.core); err != nil {
		return err
	}
	var text strings.Builder
	if err := s.core.Print(&text); err != nil {
		return err
	}
	again, err := elaborated("printed.fun", text.String())
	if err != nil {
		return fmt.Errorf("%w in the printed text\n%s", err, &text)
	}
	if err := s.agree(again); err != nil {
		return fmt.Errorf("printed and read again: %w in\n%s", err, &text)
	}
	return nil
}

// agree compares value and gradient of the core program p with those of the
// interpreter: both fail, or both give the same.
func (s *subject) agree(p *core.Program) error {
	d := p.Lookup(s.main.Name.String())
	want, failed := eval.Run(d, s.values(d), steps)
	if failed == eval.ErrSteps {
		return errLong
	}
	m := interp.New(s.unit.Library.Def)
	got, err := s.unit.Run(m, s.main, s.args)
	if (err != nil) != (failed != nil) {
		return fmt.Errorf("the interpreter says %v, the evaluator %v", err, failed)
	}
	if err != nil {
		return nil
	}
	if err := differ(want, got, 1e-9); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if d.Result != core.Real || core.Discrete(&core.TupleType{Elems: d.Type().Params}) {
		return nil
	}
	g, failed := eval.Derivative(core.Grad, d, s.values(d), steps)
	if failed == eval.ErrSteps {
		return errLong
	}
	_, parts, err := s.unit.Gradient(m, s.main, s.args, nil)
	if err != nil || failed != nil {
		return fmt.Errorf("gradient: the interpreter says %v, the evaluator %v", err, failed)
	}
	for i, want := range gradient(d, g) {
		if err := differ(want, parts[i].Value, 1e-7); err != nil {
			return fmt.Errorf("gradient in %s: %w", parts[i].Name, err)
		}
	}
	return nil
}

// TestConstructs compares the programs in testdata/constructs.
func TestConstructs(t *testing.T) {
	for _, file := range golden.Files(t, "../../testdata/constructs/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			text, given := golden.Program(t, file)
			s, err := load(file, text, given, "")
			require.NoError(t, err)
			assert.NoError(t, s.everywhere())
		})
	}
}

// TestKernels compares the kernels at their data.
func TestKernels(t *testing.T) {
	for _, file := range golden.Files(t, "../../testdata/kernels/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			given, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
			require.NoError(t, err)
			main := map[string]string{"ba": "ba"}[golden.Name(file)]
			s, err := load(file, string(text), string(given), main)
			require.NoError(t, err)
			assert.NoError(t, s.everywhere())
		})
	}
}

// TestRandomPrograms compares random programs. Few may take too long.
func TestRandomPrograms(t *testing.T) {
	tried, long := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		p := gen.New(gen.FromRapid(t), gen.Options{Kinks: true, Stop: true, Derivatives: true})
		s, err := load("random.fun", p.Text, p.Data, p.Main)
		if err != nil {
			t.Fatalf("%v in\n%s", err, p.Text)
		}
		err = s.everywhere()
		if errors.Is(err, errLong) {
			long++
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s%s", err, p.Text, p.Data)
		}
	})
	t.Logf("%d programs compared", tried-long)
	assert.LessOrEqual(t, long, tried/10, "programs that take too long, of %d", tried)
}
