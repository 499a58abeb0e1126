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
	"procad/internal/coredata"
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

	meaning *meaning // by the interpreter, which runs once
	text    string   // of core that was last printed, read again and compared
}

// A meaning is the value of a program and its gradient, or the error of each.
type meaning struct {
	value            data.Value
	gradient         []pipeline.Part
	err, gradientErr error
}

// interpreted is what the interpreter gives: the same however often it runs.
func (s *subject) interpreted(differentiable bool) *meaning {
	if s.meaning == nil {
		m := interp.New(s.unit.Library.Def)
		s.meaning = &meaning{}
		s.meaning.value, s.meaning.err = s.unit.Run(m, s.main, s.args)
		if s.meaning.err == nil && differentiable {
			_, s.meaning.gradient, s.meaning.gradientErr = s.unit.Gradient(m, s.main, s.args, nil)
		}
	}
	return s.meaning
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
	return &subject{unit: u, main: d, args: args, core: p}, nil
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
		list[i] = coredata.Value(d.Params[i].Type, v)
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

// printed compares the core program, and what is read of its text, unless that has been
// compared: a pass may have found nothing to do.
func (s *subject) printed() error {
	if err := s.agree(s.core); err != nil {
		return err
	}
	var text strings.Builder
	if err := s.core.Print(&text); err != nil {
		return err
	}
	if text.String() == s.text {
		return nil
	}
	s.text = text.String()
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
	differentiable := d.Result == core.Real && !core.Discrete(&core.TupleType{Elems: d.Type().Params})
	got := s.interpreted(differentiable)
	if (got.err != nil) != (failed != nil) {
		return fmt.Errorf("the interpreter says %v, the evaluator %v", got.err, failed)
	}
	if got.err != nil {
		return nil
	}
	if err := coredata.Differ(want, got.value, 1e-9); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if !differentiable {
		return nil
	}
	g, failed := eval.Derivative(core.Grad, d, s.values(d), steps)
	if failed == eval.ErrSteps {
		return errLong
	}
	if got.gradientErr != nil || failed != nil {
		return fmt.Errorf("gradient: the interpreter says %v, the evaluator %v", got.gradientErr, failed)
	}
	for i, want := range coredata.Gradient(d, g) {
		if err := coredata.Differ(want, got.gradient[i].Value, 1e-7); err != nil {
			return fmt.Errorf("gradient in %s: %w", got.gradient[i].Name, err)
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

// TestRandomPrograms compares random programs, which have derivatives in them: so gradients
// are second and third derivatives too. Few may take too long.
func TestRandomPrograms(t *testing.T) {
	programs := 2000
	if testing.Short() {
		programs = 100
	}
	golden.Seed(t, programs)
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
