package library_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/internal/optim"
	"procad/internal/rulecheck"
	"procad/interp"
	"procad/library"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// A use is a function of a module at data: a function of a program that calls it.
type use struct {
	name, def string // def is the program's function after its name
	data      string
	want      string // its value, from what the comment says
	ratio     float64
	flags     flags
	bad       []bad
}

// bad data are a run-time error.
type bad struct{ data, message string }

type flags int

const (
	discrete flags = 1 << iota // it has no derivative
	valued                     // its derivative is not asked for
	first                      // its second derivative is not asked for
	native                     // native code runs it, too
	differs                    // without rules its derivative is another one
)

// uses are those of each module.
var uses = map[string][]use{
	"linalg": linalgUses, "stats": statsUses, "ode": odeUses, "optim": optimUses, "quad": quadUses, "interpolate": interpolateUses,
	"nn": nnUses, "sparse": sparseUses,
}

// loose is how much values may differ: sources give 15 digits or more.
const loose = 1e-12

// TestLibrary runs every function of every module: its value is that of another program, its reverse derivative
// agrees with forward and finite differences, and so does the reverse of the reverse; the operations of a gradient are at most
// ratio times those of the value; what its comment calls an error is one.
func TestLibrary(t *testing.T) {
	assert.Len(t, uses, len(library.Modules()))
	for _, module := range library.Modules() {
		t.Run(module, func(t *testing.T) {
			testModule(t, module, uses[module])
		})
	}
}

func testModule(t *testing.T, module string, uses []use) {
	program := "import " + module + "\n"
	for _, c := range uses {
		program += "def " + c.name + c.def + "\n"
	}
	section := page(t, module)
	for _, name := range declared(t, module) {
		assert.Contains(t, section, "`"+name+"`", "docs/library.md")
		assert.True(t, regexp.MustCompile(regexp.QuoteMeta(module+"."+name)+`\b`).MatchString(program), "no row uses %s", name)
	}
	u, err := pipeline.Load(&diag.Source{Name: module + "_test.fun", Text: program})
	require.NoError(t, err)
	assert.Empty(t, u.Warnings)
	plain, err := pipeline.Load(&diag.Source{Name: module + "_test.fun", Text: program}, optim.CustomRules)
	require.NoError(t, err)
	for _, c := range uses {
		t.Run(c.name, func(t *testing.T) { testUse(t, u, plain, c) })
	}
}

// page is the section of docs/library.md on a module.
func page(t *testing.T, module string) string {
	text, err := os.ReadFile("../docs/library.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(text), "\n## "+module+"\n")
	require.True(t, ok, "docs/library.md has no section %s", module)
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// declared are the functions of a module.
func declared(t *testing.T, module string) (names []string) {
	text, ok := library.Text(module)
	require.True(t, ok)
	p, err := source.Parse(&diag.Source{Name: library.File(module), Text: text})
	require.NoError(t, err)
	for _, d := range p.Defs {
		doc := source.DocumentationOf(p, d.Name)
		if strings.HasPrefix(d.Name, "_") {
			continue
		}
		assert.True(t, strings.HasPrefix(doc, "-- "), "%s.%s has no comment", module, d.Name)
		names = append(names, d.Name)
	}
	return names
}

func testUse(t *testing.T, u, plain *pipeline.Unit, c use) {
	d, err := u.Entry(c.name)
	require.NoError(t, err)
	face := u.Interface(d)
	read := func(text string) *data.Args {
		args, _, err := data.Read(&diag.Source{Name: "data", Text: text}, face)
		require.NoError(t, err)
		return args
	}
	args := read(c.data)
	zone, arg, err := args.For(d)
	require.NoError(t, err)
	m := interp.New(u.Library.Def)
	y, err := m.Call(d.Name, zone, arg)
	require.NoError(t, err)
	want, err := data.ReadValue(&diag.Source{Name: "want", Text: c.want}, d.Out.Type)
	require.NoError(t, err)
	require.NoError(t, data.Differ(want, y, loose))
	for _, b := range c.bad {
		_, err := u.Run(interp.New(u.Library.Def), d, read(b.data))
		assert.ErrorContains(t, err, b.message)
	}
	if c.flags&(discrete|valued) != 0 {
		return
	}

	checkGradient(t, u, interp.New(u.Library.Def), d, args)
	if c.flags&native != 0 {
		e := &engine.Engine{Lookup: u.Library.Def, Options: llvm.Options{File: u.Source.Name, Imports: u.Imports}}
		if _, err := e.Compiler.Find(); err == nil {
			defer e.Close()
			require.NoError(t, e.Prepare(gradcheck.Functions(d)...))
			checkGradient(t, u, e, d, args)
		}
	}
	value, seed := m.Ops, data.ZeroTangent(y)
	random := rand.New(rand.NewPCG(1, 2))
	for _, word := range data.RealWords(seed) {
		*word = math.Float64bits(random.NormFloat64())
	}
	m = interp.New(u.Library.Def)
	_, err = m.Call(deriv.VJP.Of(d.Name), zone, data.Tuple(arg, seed))
	require.NoError(t, err)
	// Without rules the derivative is that of the operations, which is the same.
	_, ruled, err := u.VJP(interp.New(u.Library.Def), d, args, seed)
	require.NoError(t, err)
	same, err := plain.Entry(c.name)
	require.NoError(t, err)
	operations := plain.Interface(same)
	_, automatic, err := plain.VJP(interp.New(plain.Library.Def), same, &data.Args{Interface: operations, Values: args.Values}, seed)
	require.NoError(t, err)
	for i, p := range face.Params {
		if c.flags&differs == 0 && !deriv.Discrete(p.Type) {
			assert.NoError(t, data.Differ(automatic.Of(operations.Params[i]), ruled.Of(p), 1e-9), p.Name)
		}
	}
	ratio := float64(m.Ops) / float64(value)
	t.Logf("value %d operations, gradient %.2f of that", value, ratio)
	assert.LessOrEqual(t, ratio, cmp.Or(c.ratio, 5))

	if c.flags&first != 0 {
		return
	}
	// The pullback is a function of what the function takes and of the seed.
	back, err := u.Pullback(d, face)
	require.NoError(t, err)
	args = &data.Args{Interface: back.Face, Values: append(args.Values[:len(args.Values):len(args.Values)], seed)}
	checkGradient(t, u, interp.New(u.Library.Def), back.Def, args)
}

func checkGradient(t *testing.T, u *pipeline.Unit, e pipeline.Engine, d *proc.Def, args *data.Args) {
	report, err := gradcheck.Check(u, e, d, args, gradcheck.Options{Entries: 12, Seed: 1})
	require.NoError(t, err)
	assert.NotEmpty(t, report.Entries)
	assert.Equal(t, gradcheck.Agree, report.Verdict(), "%s: %+v", d.Name, report)
}

// excused are rules without a random point, of functions that take functions: TestLibrary runs them.
var excused = regexp.MustCompile("^(it takes functions|constant$)")

// TestRules checks every rule of every module, at random points.
func TestRules(t *testing.T) {
	total := 0
	for _, module := range library.Modules() {
		text, _ := library.Text(module)
		u, err := pipeline.Load(&diag.Source{Name: library.File(module), Text: text})
		require.NoError(t, err)
		report, err := rulecheck.New(u)
		require.NoError(t, err)
		require.NoError(t, report.Check(interp.New(u.Library.Def), nil, rulecheck.Options{Points: 2, Entries: 6, Seed: 1}))
		assert.NoError(t, report.Errs().Err())
		for _, rule := range report.Rules {
			total++
			for _, r := range rule.Results {
				assert.True(t, !r.Skip || r.Check == rulecheck.Value || excused.MatchString(r.Note), "%s of %s: %s", r.Check, rule.Name(), r.Note)
			}
		}
	}
	assert.GreaterOrEqual(t, total, 7)
}
