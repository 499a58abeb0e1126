package llvm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/interp"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/typecheck"
)

// needClang skips a test where no clang is installed.
func needClang(t *testing.T) {
	t.Helper()
	clangs.Need(t, new(Compiler).Find)
}

// A suite is a program with calls of it.
type suite struct {
	prog  *proc.Program
	cases []call
}

// A call is a line of the file cases: the function, and its data as JSON. An
// exact one has the same result in strict mode, bit for bit.
type call struct {
	text  string
	f     proc.Func
	args  *data.Args
	exact bool
}

func readSuite(t *testing.T, file string) *suite {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	s := &suite{}
	for _, f := range archive.Files {
		switch f.Name {
		case "program.proc":
			s.prog = parse(t, filepath.Base(file), string(f.Data))
		case "cases":
			lines := bufio.NewScanner(bytes.NewReader(f.Data))
			for lines.Scan() {
				text, exact := strings.CutPrefix(lines.Text(), "exact ")
				f, json, _ := strings.Cut(text, " ")
				face := s.prog.InterfaceOf(proc.MustParseFunc(f))
				require.NotNil(t, face, "no definition is called %s", f)
				args, _, err := data.Read(&diag.Source{Name: "case", Text: json}, face)
				require.NoError(t, err, text)
				s.cases = append(s.cases, call{text, proc.MustParseFunc(f), args, exact})
			}
		}
	}
	return s
}

func parse(t *testing.T, name, text string) *proc.Program {
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

// variants are ways to write the same program. Small limits put everything
// into functions, functions into pieces, and values into blocks of words.
var variants = map[string]Options{
	"default": {},
	"strict":  {Strict: true},
	"pieces":  {Strict: true, limits: &limits{heavy: 1 << 30, whole: 2, looped: 1 << 30, piece: 4, unoptimised: 20, tuned: 100, direct: 1, returned: 1, alloca: 4, wide: 1}},
	"calls":   {Strict: true, limits: &limits{heavy: 1, whole: 1500, looped: 1 << 30, piece: 400, unoptimised: 100, tuned: 100, direct: 2, returned: 2, alloca: 4, wide: 4}},
	"parts":   {limits: inParts()},
}

// withLanes are variants, and that of iterations in lanes of two wherever they can run so.
func withLanes() map[string]Options {
	out := maps.Clone(variants)
	everywhere := usualLimits
	everywhere.everywhere, everywhere.idle = true, 20
	out["lanes"] = Options{Vector: VectorMath{Variants: []Variant{{'b', 2}}}, limits: &everywhere}
	return out
}

// inParts are limits with which iterations buffer what they add, three at a time.
func inParts() *limits {
	l := usualLimits
	l.parted, l.part = 1, 3
	return &l
}

// TestRun calls every function of testdata/llvm/run natively and by the interpreter.
func TestRun(t *testing.T) {
	needClang(t)
	for _, file := range golden.Files(t, "../testdata/llvm/run/*.txtar") {
		s := readSuite(t, file)
		lookup := pipeline.NewLibrary(s.prog).Def
		for name, opts := range variants {
			strict := opts.Strict
			t.Run(filepath.Base(file)+"/"+name, func(t *testing.T) {
				e := &Engine{Lookup: lookup, Options: opts}
				e.Options.File = s.prog.File
				defer e.Close()
				require.NoError(t, e.Prepare(s.functions()...))
				for _, c := range s.cases {
					zone, arg, err := c.args.For(s.prog.Lookup(c.f))
					require.NoError(t, err)
					want, wantErr := interp.New(interp.Lookup(lookup)).Call(c.f, zone, arg)
					got, gotErr := e.Call(c.f, zone, arg)
					tolerance := 1e-12
					if strict && c.exact {
						tolerance = 0
					}
					agree(t, c.text, want, wantErr, got, gotErr, tolerance)
				}
			})
		}
	}
}

func (s *suite) functions() []proc.Func {
	var list []proc.Func
	seen := map[proc.Func]bool{}
	for _, c := range s.cases {
		if !seen[c.f] {
			list = append(list, c.f)
			seen[c.f] = true
		}
	}
	return list
}

// agree compares the outcomes of a call in the interpreter and in native code.
func agree(t require.TestingT, text string, want data.Value, wantErr error, got data.Value, gotErr error, tolerance float64) {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	if wantErr != nil || gotErr != nil {
		var w, g *prim.RuntimeError
		if !errors.As(wantErr, &w) || !errors.As(gotErr, &g) {
			assert.Equal(t, wantErr, gotErr, text)
			return
		}
		assert.Equal(t, failureText(w), failureText(g), text)
		return
	}
	var ws, gs []data.Leaf
	collect := func(to *[]data.Leaf) func(data.Leaf) error {
		return func(l data.Leaf) error { *to = append(*to, l); return nil }
	}
	require.NoError(t, data.Walk(want, collect(&ws)))
	require.NoError(t, data.Walk(got, collect(&gs)))
	same := len(ws) == len(gs)
	for i := 0; same && i < len(ws); i++ {
		same = ws[i].Kind == gs[i].Kind && close(ws[i], gs[i], tolerance)
	}
	if !same {
		assert.Fail(t, "the results differ", "%s\nwant %s\ngot  %s", text, show(want), show(got))
	}
}

// failureText leaves out what interpreter and native code count differently.
func failureText(f *prim.RuntimeError) string {
	if f.Kind == prim.Internal || f.Kind == prim.OutOfMemory {
		return f.Code()
	}
	return fmt.Sprintf("%s: %s", f.Pos, f.Error())
}

func close(a, b data.Leaf, tolerance float64) bool {
	x, y := math.Float64frombits(*a.Word), math.Float64frombits(*b.Word)
	switch {
	case *a.Word == *b.Word:
		return true
	case a.Kind != data.RealLeaf:
		return false
	case math.IsNaN(x) && math.IsNaN(y):
		return true
	}
	return math.Abs(x-y) <= tolerance*max(math.Abs(x), math.Abs(y))
}

func show(v data.Value) string {
	var b bytes.Buffer
	if err := data.Write(&b, v); err != nil {
		return err.Error()
	}
	return b.String()
}

// TestMemory runs calls with limits, and says how much they needed: slots are
// allocated once, with room for all items to the byte.
func TestMemory(t *testing.T) {
	needClang(t)
	text, err := txtar.ParseFile("../testdata/llvm/run/slots.txtar")
	require.NoError(t, err)
	e := &Engine{Lookup: pipeline.NewLibrary(parse(t, "slots.proc", string(text.Files[0].Data))).Def}
	defer e.Close()
	const items, bytes = 3_000_000, 48_000_000
	call := func() error {
		_, err := e.Call(proc.Name("slotted"), nil, data.Tuple(data.Int(items), data.Int(items), data.Int(items)))
		return err
	}
	require.NoError(t, call())
	assert.EqualValues(t, bytes, e.Last().Peak)
	e.Memory = bytes
	require.NoError(t, call())
	e.Memory = bytes - 1
	var failure *prim.RuntimeError
	require.ErrorAs(t, call(), &failure)
	assert.Equal(t, &prim.RuntimeError{Kind: prim.OutOfMemory, Pos: failure.Pos, A: bytes}, failure)
	assert.Zero(t, e.Last().Peak)
	// What is left is enough where what usually comes next is not.
	e.Memory = 1000
	_, err = e.Call(proc.Name("slotted"), nil, data.Tuple(data.Int(9), data.Int(5), data.Int(2)))
	require.NoError(t, err)
	assert.LessOrEqual(t, e.Last().Peak, e.Memory)
	e.Memory = -1
	assert.EqualError(t, call(), "a call cannot do with -1 bytes of memory")
}
