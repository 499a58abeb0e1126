package e2e_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/abi"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A person can write anything into a .proc. TestMutants changes texts that are
// right in a few places and gives them to everything that commands do: it ends,
// in success or in an error of the program, which is never one of procad.

// mutantsOfRun is how many texts a run changes.
const mutantsOfRun = 300

func TestMutants(t *testing.T) {
	golden.Seed(t, mutantsOfRun)
	seeds := mutantSeeds(t)
	results := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		text := seeds(r)
		for range 1 + r.IntN(3) {
			text = mutations[r.IntN(len(mutations))](r, text)
		}
		result, err := tryMutant(r, text)
		if err != nil {
			rt.Fatalf("%v\n%s", err, text)
		}
		results[result]++
	})
	t.Logf("what became of them:%s", table(results))
	total := 0
	for _, n := range results {
		total += n
	}
	require.Greater(t, results["whole"], total/20)
}

// mutantSeeds gives texts to change: functions of the hand-written procedures
// with what they call, and random functions and their derivatives.
func mutantSeeds(t *testing.T) func(r *rand.Rand) string {
	var units []*pipeline.Unit
	load := func(name, text string) {
		u, err := pipeline.Load(&diag.Source{Name: name, Text: text})
		require.NoError(t, err, name)
		units = append(units, u)
	}
	for _, file := range append(golden.Files(t, "../../interp/testdata/*.txtar"), golden.Files(t, "../../testdata/figure/*.txtar")...) {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		if !strings.HasSuffix(file, "statements.txtar") { // whose definitions do not pass the checker
			load(a.Files[0].Name, string(a.Files[0].Data))
		}
	}
	text, err := os.ReadFile("../../testdata/derive/loops.proc")
	require.NoError(t, err)
	load("loops.proc", string(text))
	return func(r *rand.Rand) string {
		u := units[r.IntN(len(units))]
		f := u.Funcs[r.IntN(len(u.Funcs))]
		if r.IntN(3) == 0 {
			p := gen.New(gen.FromSeed(r.Uint64()), gen.Options{Size: 15 + r.IntN(25), Kinks: true, Derivatives: r.IntN(4) == 0})
			var err error
			u, err = pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text})
			require.NoError(t, err, p.Text)
			f = proc.MustParseFunc(p.Main)
		}
		fs := []proc.Func{f}
		for _, d := range []proc.Deriv{deriv.Rev, deriv.Fwd, deriv.RevF, deriv.RevR, deriv.VJP} {
			if r.IntN(8) == 0 {
				if _, err := u.Text(d.Of(f)); err == nil {
					fs = append(fs, d.Of(f))
				}
			}
		}
		p, err := u.Text(fs...)
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, p.Print(&b))
		return b.String()
	}
}

// A mutation changes a text, if it can.
type mutation func(r *rand.Rand, text string) string

var mutations = []mutation{
	func(r *rand.Rand, text string) string { // leave a statement out
		lines := strings.Split(text, "\n")
		at := r.IntN(len(lines))
		return strings.Join(slices.Delete(lines, at, at+1), "\n")
	},
	func(r *rand.Rand, text string) string { // exchange two lines
		lines := strings.Split(text, "\n")
		at := r.IntN(len(lines))
		if at > 0 {
			lines[at], lines[at-1] = lines[at-1], lines[at]
		}
		return strings.Join(lines, "\n")
	},
	one(`\b(Real|Int|Bool|Inactive)\b`, typeWords), all(`\b(Real|Int|Bool|Inactive)\b`, typeWords),
	one(`\{[A-Z(\[][^{}"]*\}`, typeArgs), all(`\{[A-Z(\[][^{}"]*\}`, typeArgs),
	one(`(: )[&+]?[A-Z(\[][^)=]*`, []string{": Real", ": &Real", ": +Real", ": [Real]", ": &[Real]", ": +[Real + Real]", ": Stack Real", ": Real + Int", ": (Real, Int)", ": &Inactive", ": ()"}),
	one(`\b(nTimes|fold|foldr|while|ccl|build|build2|build3|sum|adds|max|argmax)(\.[a-z0-9.]+)?\{`, loopHeads),
	all(`\b(nTimes|fold|foldr|while|ccl|build|build2|build3|sum|adds|max|argmax)(\.[a-z0-9.]+)?\{`, loopHeads),
	one(`Call (empty|slots|push|pop|drained|zeros|copy|blank|swap|zip|unzip|retype|stop|lift|inactive|bytes|unreachable|add|zero)\{`, familyHeads),
	one(`Call (add|sub|mul|div|pow|atan2|max|min)\b`, []string{"Call add", "Call mul", "Call div", "Call pow", "Call min", "Call atan2"}),
	one(`Call (iadd|isub|imul|idiv|imod)\b`, []string{"Call iadd", "Call isub", "Call imul", "Call idiv", "Call imod"}),
	one(`Call (sin|cos|exp|log|neg|sqrt|abs|floor|sign)\b`, []string{"Call sin", "Call log", "Call floor", "Call lgamma", "Call stop{Real}", "Call zero{Real}", "Call revf$sin", "Call lift{Real, Real}"}),
	one(`Call (eq|lt|le|gt|ge|ieq|ilt|ile)\b`, []string{"Call lt", "Call ilt", "Call ieq", "Call le"}),
	one(`Const -?[0-9]+\b(\.[0-9]+)?`, []string{"Const 0", "Const 1", "Const -1", "Const 3", "Const 7", "Const 9223372036854775807", "Const -9223372036854775808", "Const 0.0", "Const nan", "Const inf", "Const 1e308", "Const ()"}),
	one(`Call [A-Za-z0-9.$]+`, []string{"Call rev$mul", "Call revf$sin", "Call revr$mul", "Call fwd$add", "Call unreachable{Real, Real}", "Call slots{Real}", "Call erase.0$f", "Call inactive.1.0$sin", "Call trace$revf$sin", "Call add.def", "Call grad$f"}),
	func(r *rand.Rand, text string) string { // exchange two variables, once or in all lines
		words := regexp.MustCompile(`\b[a-z][A-Za-z0-9.']*\b`).FindAllString(text, -1)
		if len(words) == 0 {
			return text
		}
		return one(regexp.QuoteMeta(words[r.IntN(len(words))])+`\b`, []string{words[r.IntN(len(words))]})(r, text)
	},
	rename, rename,
	func(r *rand.Rand, text string) string { // claim that something is derived, or was derived otherwise
		names := defined.FindAllStringSubmatch(text, -1)
		if len(names) == 0 {
			return text
		}
		return fmt.Sprintf("derived %s%s\n%s", names[r.IntN(len(names))][1], []string{"", " without minimise", " without simplify, rules", " without"}[r.IntN(4)], text)
	},
	func(r *rand.Rand, text string) string { // derived otherwise
		return regexp.MustCompile(`(?m)^(derived \S+)$`).ReplaceAllString(text, []string{"$1 without minimise", "$1 without all", "$1 without fused-sweep, store", ""}[r.IntN(4)])
	},
}

var (
	defined     = regexp.MustCompile(`(?m)^def (\S+) `)
	typeWords   = []string{"Real", "Int", "Bool", "Inactive", "()", "(Real, Int)", "Real + Int", "[Real]", "Stack Real", "Stack ()", "[[Real]]", "[Real + Int]", "[()]"}
	typeArgs    = []string{"{Real}", "{Int}", "{()}", "{[Real]}", "{[[Real]]}", "{Stack Real}", "{Real + Int}", "{(Real, Bool)}", "{Real, Int}", "{[Real], [Int]}", "{Inactive}", "{Inactive, Real}", "{[Real + ()]}", "{(Real, [Int])}", "{Stack Stack Int}", "{[()]}"}
	loopHeads   = []string{"nTimes{", "fold{", "foldr{", "while{", "ccl{", "build{", "build2{", "sum{", "adds{", "max{", "argmax{", "nTimes.sqrt{", "nTimes.recompute{", "fold.binomial.2{", "foldr.mixed.1{", "while.every.2{", "nTimes.auto{", "fold.every.9223372036854775807{", "fold.bisect{", "nTimes.mixed.9223372036854775807{", "while.binomial.3{", "while.auto{"}
	familyHeads = []string{"Call empty{", "Call slots{", "Call push{", "Call pop{", "Call drained{", "Call zeros{", "Call copy{", "Call blank{", "Call swap{", "Call zip{", "Call unzip{", "Call retype{", "Call stop{", "Call lift{", "Call inactive{", "Call bytes{", "Call unreachable{", "Call add{", "Call zero{"}
)

// one puts another text in the place of one match, all in that of every match.
func one(pattern string, others []string) mutation {
	re := regexp.MustCompile(pattern)
	return func(r *rand.Rand, text string) string {
		places := re.FindAllStringIndex(text, -1)
		if len(places) == 0 {
			return text
		}
		at := places[r.IntN(len(places))]
		return text[:at[0]] + others[r.IntN(len(others))] + text[at[1]:]
	}
}

func all(pattern string, others []string) mutation {
	re := regexp.MustCompile(pattern)
	return func(r *rand.Rand, text string) string {
		places := re.FindAllString(text, -1)
		if len(places) == 0 {
			return text
		}
		return strings.ReplaceAll(text, places[r.IntN(len(places))], others[r.IntN(len(others))])
	}
}

// rename gives a function another name, everywhere or at its definition, often that of a derivative.
func rename(r *rand.Rand, text string) string {
	names := defined.FindAllStringSubmatch(text, -1)
	if len(names) == 0 {
		return text
	}
	f, g := names[r.IntN(len(names))][1], names[r.IntN(len(names))][1]
	formats := []string{"rev$%s", "revf$%s", "revr$%s", "fwd$%s", "revf.store$%s", "revr.fuse$%s", "inactive.1.0$%s", "inactive.ffffffffffffffffffff.1$%s", "erase.0$%s", "erase.9$%s",
		"trace$revf$%s", "iteration.revf$nTimes{%s}", "advance.revr$fold.sqrt{%s}", "sum{%s}", "vjp$%s", "jacrev$%s", "column0.jacfwd$%s", "%s"}
	other := fmt.Sprintf(formats[r.IntN(len(formats))], g)
	if r.IntN(3) == 0 {
		other = []string{"start$sqrt", "next$mixed", "add{Real}", "push{Real}", "revf$mul", "turnprobe$f", "a$b", "mul", "f"}[r.IntN(9)]
	}
	line := ""
	if strings.Contains(other, "$") && r.IntN(2) == 0 {
		line = "derived " + other + "\n"
	}
	old := "def " + f + " "
	if r.IntN(2) == 0 {
		return strings.Replace(text, old, line+"def "+other+" ", 1)
	}
	return regexp.MustCompile(`(^|[ {$])`+regexp.QuoteMeta(f)+`([ }(])`).ReplaceAllString(strings.Replace(text, old, line+old, 1), "${1}"+strings.ReplaceAll(other, "$", "$$")+"${2}")
}

// tryMutant does with a text what the commands do. It says how far the text got.
func tryMutant(r *rand.Rand, text string) (result string, err error) {
	step := "check"
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s broke: %v", step, p)
		}
	}()
	// wrong says whether an error is the program's own.
	wrong := func(err error) error {
		if err == nil || errors.Is(err, interp.ErrOps) {
			return nil
		}
		if failureOfProcad(err) || strings.Contains(err.Error(), "internal") {
			return fmt.Errorf("%s: %w", step, err)
		}
		return nil
	}
	u, err := pipeline.Load(&diag.Source{Name: "mutant.proc", Text: text})
	if err != nil {
		if list, ok := errors.AsType[diag.List](err); !ok {
			if _, ok := errors.AsType[*diag.Error](err); !ok {
				return "", fmt.Errorf("no message of diag: %w", err)
			}
		} else if len(list) == 0 || !list[0].Pos.Known() {
			return "", fmt.Errorf("no position: %w", err)
		}
		return "rejected", wrong(err)
	}
	if len(u.Funcs) == 0 {
		return "empty", nil
	}
	result = "whole"
	for range 2 {
		f := u.Funcs[r.IntN(len(u.Funcs))]
		step = "entry " + f.String()
		d, err := u.Entry(f.String())
		if err != nil {
			return "", err
		}
		for _, ds := range [][]proc.Deriv{{deriv.Rev}, {deriv.Fwd}, {deriv.RevF, deriv.RevR}, {{}}} {
			var fs []proc.Func
			for _, d := range ds {
				g := f
				if !d.IsZero() {
					g = d.Of(f)
				}
				fs = append(fs, g)
			}
			step = fmt.Sprint("text ", fs)
			p, err := u.Text(fs...)
			if err != nil {
				result = "no derivative"
				if err := wrong(err); err != nil {
					return "", err
				}
				continue
			}
			var b strings.Builder
			if err := p.Print(&b); err != nil {
				return "", err
			}
			step = fmt.Sprint("reading ", fs)
			if _, err := pipeline.Load(&diag.Source{Name: "again.proc", Text: b.String()}); err != nil {
				return "", fmt.Errorf("%s: %w\n%s", step, err, b.String())
			}
			var entries []abi.Entry
			for i, g := range fs {
				if def, err := u.Library.Def(g); err == nil && def != nil {
					entries = append(entries, abi.Entry{Func: g, Symbol: fmt.Sprint("f", i), Face: def.Interface()})
				}
			}
			step = fmt.Sprint("llvm ", fs)
			if _, err := u.Callable(d); err == nil && (ds[0].IsZero() || ds[0] == deriv.Fwd) {
				_, err = llvm.Generate(u.Library.Def, entries, llvm.Options{File: "mutant.proc", Main: true})
				if err := wrong(err); err != nil {
					return "", err
				}
			}
		}
		face, err := u.Callable(d)
		if err != nil {
			result += ", not callable"
			continue
		}
		args, err := mutantData(r, face)
		if err != nil {
			result += ", no data" // of the sizes that the program wants
			continue
		}
		m := interp.New(u.Library.Def, interp.WorkLimit(200_000), interp.MemoryLimit(64<<20))
		step = "run " + f.String()
		if _, err = u.Run(m, d, args); err != nil {
			result += ", fails"
		}
		if err := wrong(err); err != nil {
			return "", err
		}
		step = "gradient " + f.String()
		if _, _, err = u.Gradient(m, d, args, nil); wrong(err) != nil {
			return "", wrong(err)
		}
		step = "plans " + f.String()
		if _, err = u.Loops(d, args); wrong(err) != nil {
			return "", wrong(err)
		}
		if _, err = u.Trace(d, args); wrong(err) != nil {
			return "", wrong(err)
		}
		step = "combined " + f.String()
		if c, err := u.Combine(d, face); wrong(err) != nil {
			return "", wrong(err)
		} else if err == nil {
			_, err = llvm.Generate(u.Library.Def, []abi.Entry{{Func: c.Def.Name, Symbol: "grad", Face: c.Face}}, llvm.Options{File: "mutant.proc"})
			if wrong(err) != nil {
				return "", wrong(err)
			}
		}
		step = "wrt " + f.String()
		if names := slices.Sorted(maps.Keys(movableOf(face))); len(names) > 0 {
			inactive := *u
			h, err := inactive.Wrt(d, names[:1])
			if wrong(err) != nil {
				return "", wrong(err)
			}
			if err == nil {
				if _, _, err := inactive.Gradient(interp.New(inactive.Library.Def, interp.WorkLimit(200_000), interp.MemoryLimit(64<<20)), h, args, names[:1]); wrong(err) != nil {
					return "", wrong(err)
				}
			}
		}
	}
	return result, nil
}

func movableOf(face *proc.Interface) map[string]bool {
	names := map[string]bool{}
	for _, p := range face.Params {
		if !deriv.Discrete(p.Type) {
			names[p.Name] = true
		}
	}
	return names
}

// mutantData is small data for any parameters.
func mutantData(r *rand.Rand, face *proc.Interface) (*data.Args, error) {
	size := 1 + r.IntN(3)
	var value func(t proc.Type) string
	value = func(t proc.Type) string {
		switch t := t.(type) {
		case proc.IntType:
			return fmt.Sprint(r.IntN(4))
		case *proc.TupleType:
			var parts []string
			for _, e := range t.Elems {
				parts = append(parts, value(e))
			}
			return "[" + strings.Join(parts, ",") + "]"
		case *proc.SumType:
			switch inl := r.IntN(2) == 0; {
			case t == proc.Bool:
				return fmt.Sprint(inl)
			case inl:
				return `{"Inl":` + value(t.L) + "}"
			}
			return `{"Inr":` + value(t.R) + "}"
		case *proc.ArrayType:
			var array func(rank int) string
			array = func(rank int) string {
				if rank == 0 {
					return value(t.Elem)
				}
				var parts []string
				for range size {
					parts = append(parts, array(rank-1))
				}
				return "[" + strings.Join(parts, ",") + "]"
			}
			return array(t.Rank)
		case proc.UnitType:
			return "null"
		}
		return fmt.Sprint(float64(r.IntN(9)-4) / 2)
	}
	var fields []string
	for _, p := range face.Params {
		fields = append(fields, fmt.Sprintf("%q: %s", p.Name, value(p.Type)))
	}
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: "{" + strings.Join(fields, ", ") + "}"}, face)
	return args, err
}

// failureOfProcad says that the command would report a bug in procad.
func failureOfProcad(err error) bool {
	failure, ok := errors.AsType[*prim.RuntimeError](err)
	return ok && failure.Kind == prim.Internal || diag.IsBug(err)
}
