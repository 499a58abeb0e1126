package pipeline

import (
	"fmt"
	"path"
	"strings"

	"procad/core"
	"procad/derive"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
	"procad/lower"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
	"procad/typecheck"
)

// A Unit is a program that passed every check.
type Unit struct {
	Source   *diag.Source
	Imports  []*diag.Source // the other files of the program, by number
	Program  *proc.Program
	Library  *derive.Library
	Warnings diag.List
	// Without are the disabled optimisations.
	Without optim.Set
	// Funcs are the functions that its author wrote, or that a .proc text has, and
	// Roots those of them that no other names.
	Funcs, Roots []proc.Func
	Tests        []Test // of LoadTests

	// Link has the functions of C that the program calls (llvm.Options). Extern calls these for an
	// interpreter; nil if nothing does.
	Link   []string
	Extern interp.Extern

	how Settings

	last    int           // the row of Passes that is the last one
	written bool          // as a .proc text
	tested  bool          // the tests are definitions
	core    *core.Program // of a .fun

	callable map[string]bool     // the definitions that data can call, by name
	higher   map[string]diag.Pos // those that take or give functions, or are generic

	higherRules []diag.Pos // of these

	originals  map[proc.Func]proc.Func // the functions that Wrt has given names of their own, by these
	seedChecks map[proc.Func]proc.Func // see seedCheck

	chosen map[proc.Func]string // who chose the strategy of the loop with this body, beside the program
}

// Load reads and checks a program: .fun or .proc, as the name of the source
// says, or as the text looks if the name ends in neither. The error is a
// diag.List about src, or an *Internal. The Unit has the warnings even if
// there is an error. Some optimisations can be disabled for what is derived.
func Load(src *diag.Source, without ...optim.Name) (*Unit, error) {
	return Settings{}.Load(src, without...)
}

// Settings are how a program is read.
type Settings struct {
	Depth int64 // of recursions; 0 is core.DefaultDepth
	// Beside checks long procedures; nil if they are checked at once. What is made of the unit
	// is right when its Do has returned.
	Beside *typecheck.Beside
}

// Load is the function Load with the settings.
func (s Settings) Load(src *diag.Source, without ...optim.Name) (*Unit, error) {
	return s.loadTo(src, len(Passes)-1, without)
}

// loadTo is Load with the passes up to a row of the table.
func (s Settings) loadTo(src *diag.Source, last int, without []optim.Name) (*Unit, error) {
	u := &Unit{Source: src, Without: derive.Implied(optim.Of(without...)), last: last, how: s}
	if isProc(src) {
		return u, u.loadProc()
	}
	return u, u.loadFun()
}

// Forget forgets what was derived, for a program that has changed.
func (u *Unit) Forget() { u.Library = u.library(u.Program) }

// library is that of a program, with the passes and optimisations of the unit.
func (u *Unit) library(p *proc.Program) *derive.Library {
	l := derive.New(p, finishing(u.last), u.Without.Names()...)
	l.CheckBeside(u.how.Beside)
	return l
}

// Internal is a bug in procad, not of what it was given.
type Internal struct {
	Pass string
	Err  error
}

func (e *Internal) Error() string {
	return fmt.Sprintf("%s made an ill-typed program: %v", e.Pass, e.Err)
}

// Bug makes it one.
func (e *Internal) Bug() {}

// Unwrap returns what is wrong with the program that it made.
func (e *Internal) Unwrap() error { return e.Err }

// A Test is a test of a program, and the function that computes it.
type Test struct {
	Name string
	Pos  diag.Pos
	Func proc.Func
}

// LoadTests is Load of a .fun with its tests.
func (s Settings) LoadTests(src *diag.Source, without ...optim.Name) (*Unit, error) {
	u := &Unit{Source: src, Without: derive.Implied(optim.Of(without...)), last: len(Passes) - 1, tested: true, how: s}
	if isProc(src) {
		return u, diag.Errorf(diag.Pos{}, CodeNoTest, "procedures have no tests").In(src.Name).Hintf("tests are in .fun files: test \"…\" = a == b")
	}
	return u, u.loadFun()
}

func (u *Unit) loadFun() error {
	prog, warnings, err := source.Load(u.Source)
	u.Warnings = warnings
	if err != nil {
		return err
	}
	u.Imports = prog.Files
	u.barNonlinear(nonlinearRules(prog, u.Without))
	if u.tested {
		for _, t := range prog.Tests {
			u.Tests = append(u.Tests, Test{t.Name, t.Pos, lower.Name(t.Def.Name)})
		}
		prog = prog.WithTests()
	}
	u.callable, u.higher = map[string]bool{}, map[string]diag.Pos{}
	for _, d := range prog.Defs {
		u.callable[d.Name] = d.Callable()
	}
	for _, d := range prog.Higher {
		u.higher[d.Name] = d.Pos
		if d.Rule != nil {
			u.higherRules = append(u.higherRules, d.Rule.Pos)
		}
	}
	if u.core, err = coreOf(prog, u.last, u.Without, u.how); err != nil {
		return err
	}
	lowered := u.core
	if must := lastNeeded(); u.last < must { // the program at hand is for printing alone
		if lowered, err = coreOf(prog, must, u.Without, u.how); err != nil {
			return err
		}
	}
	if err := u.lower(lowered); err != nil {
		return err
	}
	for _, d := range prog.Roots() {
		u.Roots = append(u.Roots, lower.Name(d.Name))
	}
	return nil
}

// lower makes procedures of a core program.
func (u *Unit) lower(program *core.Program) (err error) {
	u.Program, err = lower.Program(program, func(p *proc.Program, f proc.Func) (proc.Sig, error) {
		if u.Library == nil {
			u.Library = u.library(p)
		}
		return u.Library.Sig(f)
	})
	if err != nil {
		return err
	}
	for _, d := range program.Defs {
		if _, higher := u.higher[d.Name]; d.Local || higher || !u.callable[d.Name] {
			continue
		}
		u.Funcs = append(u.Funcs, lower.Name(d.Name))
	}
	u.Forget()
	// Definitions that call derived ones are checked with the types of those.
	for _, d := range u.Program.Defs {
		if err := u.how.Beside.Def(d, u.Library.Sig, func(err error) error { return &Internal{"lower", err} }); err != nil {
			return err
		}
	}
	return nil
}

func (u *Unit) loadProc() error {
	prog, err := proc.Parse(u.Source, Sig)
	if err != nil {
		return err
	}
	u.barNonlinear(nonlinearProcedures(prog))
	if err := u.derivedLines(prog); err != nil {
		return err
	}
	if err := u.ruleLines(prog); err != nil {
		return err
	}
	if err := typecheck.Program(prog); err != nil {
		return err
	}
	u.Program, u.written = prog, true
	for _, d := range prog.Defs {
		if !deriv.RulePart(d.Name) {
			u.Funcs = append(u.Funcs, d.Name)
		}
	}
	u.Roots = u.roots(u.Funcs)
	if err := u.rederive(prog); err != nil {
		return err
	}
	return u.ruleTypes()
}

// Sig gives the types of the functions that every .proc program may call: its
// own, and those of package prim with their derivatives.
func Sig(f proc.Func, lookup func(proc.Func) (proc.Sig, bool)) (proc.Sig, error) {
	return prim.Sig(f, func(f proc.Func) (proc.Sig, bool) {
		if s, ok := lookup(f); ok {
			return s, true
		}
		if d, ok := prim.Derived(f); ok {
			return d.Sig(), true
		}
		return proc.Sig{}, false
	})
}

// Files are the paths of the files of a program, see source.Files. Procedures import nothing.
func Files(src *diag.Source) ([]string, error) {
	if isProc(src) {
		return []string{src.Name}, nil
	}
	return source.Files(src)
}

// isProc tells the two languages apart.
func isProc(src *diag.Source) bool {
	switch path.Ext(src.Name) {
	case ".proc":
		return true
	case ".fun":
		return false
	}
	return looksLikeProc(src.Text)
}

// looksLikeProc says whether the first definition has an arrow after its
// argument, as in  def f [s : &τ] (x : S) -> (y : T),  or params before it.
func looksLikeProc(text string) bool {
	for line := range strings.Lines(text) {
		switch word, _, _ := strings.Cut(strings.TrimSpace(line), " "); word {
		case "params", "derived":
			return true
		case "derivative": // a rule of a functional program has parameters
			header, _, _ := strings.Cut(line, `"`)
			return !strings.Contains(header, "(")
		case "def":
			header, _, ok := strings.Cut(line, ") -> (")
			return ok && !strings.Contains(header, "=")
		}
	}
	return false
}
