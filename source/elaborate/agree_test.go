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
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/reference"
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
)

// A subject is a program, as procedures and as core.
type subject struct {
	unit *pipeline.Unit
	main *proc.Def
	args *data.Args
	core *core.Program

	meaning *reference.Meaning // by the interpreter, which runs once
	text    string             // of core that was last printed, read again and compared
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
	p, err := reference.Elaborated(&diag.Source{Name: name, Text: text})
	if err != nil {
		return nil, err
	}
	return &subject{unit: u, main: d, args: args, core: p}, nil
}

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
	if s.text = text.String(); !s.core.Readable() {
		return nil
	}
	again, err := reference.Elaborated(&diag.Source{Name: "printed.fun", Text: text.String()})
	if err != nil {
		return fmt.Errorf("%w in the printed text\n%s", err, &text)
	}
	if err := s.agree(again); err != nil {
		return fmt.Errorf("printed and read again: %w in\n%s", err, &text)
	}
	return nil
}

// agree compares the core program p with the interpreter.
func (s *subject) agree(p *core.Program) error {
	if s.meaning == nil {
		s.meaning = reference.Of(interp.New(s.unit.Library.Def), s.unit, s.main, s.args)
	}
	return s.meaning.Agrees(p.Lookup(s.main.Name.String()))
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

// TestRandomRecursions compares random programs whose definitions call themselves.
func TestRandomRecursions(t *testing.T) {
	programs := 400
	if testing.Short() {
		programs = 60
	}
	golden.Seed(t, programs)
	tried, long, recursive := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		p := gen.New(gen.FromRapid(t), gen.Options{Recursion: true, Kinks: true, Stop: true, Derivatives: true, Data: rapid.Bool().Draw(t, "data"), Size: 80})
		s, err := load("random.fun", p.Text, p.Data, p.Main)
		if err == nil {
			err = s.everywhere()
		}
		if errors.Is(err, reference.ErrLong) {
			long++
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%s%s", err, p.Text, p.Data)
		}
		recursive += min(p.Uses["recursive call"], 1)
	})
	t.Logf("%d programs compared, %d with recursive calls", tried-long, recursive)
	assert.LessOrEqual(t, long, tried/10, "programs that take too long, of %d", tried)
	assert.GreaterOrEqual(t, recursive, tried/4)
}

// TestRandomPrograms compares random programs, which have derivatives in them: so gradients
// are second and third derivatives too. Few may take too long.
func TestRandomPrograms(t *testing.T) {
	programs := 500
	if testing.Short() {
		programs = 100
	}
	golden.Seed(t, programs)
	tried, long := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		p := gen.New(gen.FromRapid(t), gen.Options{Kinks: true, Stop: true, Derivatives: true, Data: rapid.Bool().Draw(t, "data")})
		s, err := load("random.fun", p.Text, p.Data, p.Main)
		if err != nil {
			t.Fatalf("%v in\n%s", err, p.Text)
		}
		err = s.everywhere()
		if errors.Is(err, reference.ErrLong) {
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
