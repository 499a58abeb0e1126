package llvm

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/typecheck"
)

// NeedClang skips a test where no clang is installed.
func NeedClang(t *testing.T) {
	t.Helper()
	clangs.Need(t, new(toolchain.Compiler).Find)
}

// A suite is a program with calls of it.
type Suite struct {
	Prog  *proc.Program
	Cases []Call
}

// A call is a line of the file cases: the function, and its data as JSON. An
// exact one has the same result in strict mode, bit for bit.
type Call struct {
	Text  string
	Func  proc.Func
	Args  *data.Args
	Exact bool
}

func ReadSuite(t *testing.T, file string) *Suite {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	s := &Suite{}
	for _, f := range archive.Files {
		switch f.Name {
		case "program.proc":
			s.Prog = Parse(t, filepath.Base(file), string(f.Data))
		case "cases":
			lines := bufio.NewScanner(bytes.NewReader(f.Data))
			for lines.Scan() {
				text, exact := strings.CutPrefix(lines.Text(), "exact ")
				f, json, _ := strings.Cut(text, " ")
				face := s.Prog.InterfaceOf(proc.MustParseFunc(f))
				require.NotNil(t, face, "no definition is called %s", f)
				args, _, err := data.Read(&diag.Source{Name: "case", Text: json}, face)
				require.NoError(t, err, text)
				s.Cases = append(s.Cases, Call{text, proc.MustParseFunc(f), args, exact})
			}
		}
	}
	return s
}

func Parse(t *testing.T, name, text string) *proc.Program {
	t.Helper()
	src := &diag.Source{Name: name, Text: text}
	prog, err := proc.Parse(src, prim.Sig)
	if err != nil {
		diag.Render(os.Stderr, src, err)
		t.FailNow()
	}
	for _, d := range prog.Defs {
		if err := typecheck.Def(d, pipeline.NewLibrary(prog).Sig); err != nil {
			diag.Render(os.Stderr, src, err)
			t.FailNow()
		}
	}
	return prog
}

func (s *Suite) Functions() []proc.Func {
	var list []proc.Func
	seen := map[proc.Func]bool{}
	for _, c := range s.Cases {
		if !seen[c.Func] {
			list = append(list, c.Func)
			seen[c.Func] = true
		}
	}
	return list
}

// Variants are ways to write the same program. Small limits put everything into pieces, and values into blocks of words.
var Variants = map[string]Options{
	"default": {},
	"strict":  {Strict: true},
	"pieces":  {Strict: true, limits: &limits{piece: 4, unoptimised: 20, tuned: 100, direct: 1, returned: 1, alloca: 4}},
	"calls":   {Strict: true, limits: &limits{piece: 300, unoptimised: 100, tuned: 100, direct: 2, returned: 2, alloca: 4}},
	"lanes":   {Vector: toolchain.VectorMath{Variants: []toolchain.Variant{{Letter: 'b', Lanes: 2}}}},
}

// AllUnoptimised are options with which every piece is only translated, those without loops in texts of their own. Small pieces
// are many, large ones need all registers; 0 is the usual size.
func AllUnoptimised(opts Options, piece int) Options {
	l := usualLimits
	if piece > 0 {
		l.piece = piece
	}
	l.unoptimised, l.tuned = -1, -1
	opts.limits = &l
	return opts
}
