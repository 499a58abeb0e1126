package pipeline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"procad/derive"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/loops"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// Codes of the messages about derivatives that a .proc text has.
const (
	// CodeStale: a derivative is not what procad derives today from what the text has.
	CodeStale = "stale-derivative"
	// CodeNoHeader: a definition has a name that only procad gives, and no line
	// that says how procad made it.
	CodeNoHeader = "no-derived-line"
)

// rederive takes the derivatives out of a program that was read as text. Each is
// derived again, from the other definitions of the text and with the settings
// that its line gives, and compared up to names. From then on the program is
// what its author wrote, and the library derives the rest: what the text has is
// never mixed with what is derived on demand.
func (u *Unit) rederive(text *proc.Program) error {
	author := text.Apart()
	for _, d := range text.Defs {
		if text.Derived[d.Name] != nil {
			delete(author.Params, d.Name)
			continue
		}
		author.Add(d)
	}
	u.Program = author
	u.Forget()
	r := &rederivation{unit: u, text: text, derive: u.printed(), fits: map[proc.Func]bool{}}
	for _, d := range text.Defs {
		r.visit(d.Name)
	}
	if r.broken != nil {
		return r.broken
	}
	return u.placed(r.errs)
}

// placed sorts messages about the text.
func (u *Unit) placed(errs diag.List) error {
	errs.Sort()
	for _, e := range errs {
		e.In(u.Source.Name)
	}
	return errs.Err()
}

// derivedLines looks at the lines that say of definitions how they were derived.
func (u *Unit) derivedLines(text *proc.Program) error {
	var errs diag.List
	for _, d := range text.Defs {
		if text.Derived[d.Name] == nil && d.Name.MadeName() && !deriv.RulePart(d.Name) {
			errs = append(errs, diag.Errorf(d.Pos, CodeNoHeader, "%.100s has a name that only procad gives, and no line that says how it was derived", d.Name).
				Hintf("%s; a function of your own has neither $ nor braces in its name", anew(d.Name)))
		}
	}
	return u.placed(append(errs, u.settings(text)...))
}

// settings are the optimisations that the derivatives of a text were made
// without: all of a text without the same ones, since a forward pass and its
// reverse pass have to agree. They are those of whatever else is derived from
// the text; the command may leave out more where nothing is derived.
func (u *Unit) settings(text *proc.Program) (errs diag.List) {
	asked := u.Without.Intersect(derive.Settings)
	var first *proc.Def
	var without optim.Set
	for _, d := range text.Defs {
		line := text.Derived[d.Name]
		if line == nil {
			continue
		}
		set, err := ParseNames(strings.Join(line.Without, ","))
		if err != nil {
			errs = append(errs, diag.Errorf(line.Pos, proc.CodeSyntax, "%v", err))
			continue
		}
		set = derive.Implied(set).Intersect(derive.Settings)
		switch {
		case first == nil:
			first, without = d, set
		case set != without:
			e := diag.Errorf(line.Pos, CodeStale, "%.100s was derived %s, and %.100s %s", d.Name, with(set), first.Name, with(without)).
				Hintf("print both anew, with the same --without")
			e.Notef(text.Derived[first.Name].Pos, "the other is here")
			errs = append(errs, e)
		}
	}
	if first == nil {
		return errs
	}
	if missing := asked.Minus(without); missing != (optim.Set{}) {
		errs = append(errs, diag.Errorf(text.Derived[first.Name].Pos, CodeStale, "%.100s was derived %s, and the command asks for --without %s", first.Name, with(without), derive.Briefly(asked)).
			Hintf("derive from a text without derivatives, or print them anew with --without %s", derive.Briefly(asked)))
	}
	u.Without = u.Without.Minus(derive.Settings).Union(without)
	return errs
}

func with(without optim.Set) string {
	if without == (optim.Set{}) {
		return "with all optimisations"
	}
	return "without " + strings.Join(names(derive.Briefly(without)), ",")
}

// A rederivation compares the derivatives of a text with those that procad makes.
type rederivation struct {
	unit   *Unit
	text   *proc.Program
	derive func(proc.Func) (*proc.Def, error)
	fits   map[proc.Func]bool // of what was visited; true while it is visited
	errs   diag.List
	broken error // a bug in procad
}

// visit compares f, after what it is derived from and what it calls; so each
// derivation begins with what is right. It says whether all of that was right.
func (r *rederivation) visit(f proc.Func) bool {
	if _, body, ok := f.Loop(); ok && r.text.Lookup(f) == nil {
		return r.visit(body)
	}
	d := r.text.Lookup(f)
	if d == nil {
		return true
	}
	if fits, ok := r.fits[f]; ok {
		return fits
	}
	r.fits[f] = true
	fits := true
	line := r.text.Derived[f]
	if base, ok := inner(f); ok && line != nil {
		fits = r.from(d, base)
	}
	for _, g := range calls(d) {
		fits = r.visit(g) && fits
	}
	if line != nil && fits {
		fits = r.compare(d)
	}
	r.fits[f] = fits
	return fits
}

// from visits what d is derived from, which the text must have.
func (r *rederivation) from(d *proc.Def, base proc.Func) bool {
	for r.text.Lookup(base) == nil {
		_, body, ok := base.Loop()
		if !ok {
			break
		}
		base = body
	}
	if r.text.Lookup(base) != nil || isPrimitive(base) {
		return r.visit(base)
	}
	return r.stale(d, "%.100s is derived from %.100s, which the text does not define", d.Name, base)
}

// isPrimitive says that a function is none of a program: nothing has to be
// defined for it, or for its derivatives.
func isPrimitive(f proc.Func) bool {
	if _, ok := prim.Derived(f); ok {
		return true
	}
	_, err := prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
	return err == nil || loops.Schedule(f) != nil
}

// compare derives d again.
func (r *rederivation) compare(d *proc.Def) bool {
	again, err := r.derive(d.Name)
	if ill, ok := errors.AsType[*derive.IllTyped](err); ok {
		r.broken = ill
		return false
	}
	switch {
	case err != nil:
		if not, ok := errors.AsType[*derive.NotDerived](err); ok {
			err = not.Err
		}
		return r.stale(d, "%.100s cannot be derived: %.300v", d.Name, err)
	case again == nil:
		return r.stale(d, "%.100s is not the name of a derivative", d.Name)
	}
	at, differ := proc.Differ(d, again)
	if !differ {
		r.rename(d, again)
		return true
	}
	e := r.staleAt(d, "%.100s is not what procad derives from the rest of the text", d.Name)
	if at != nil {
		e.Notef(at.At(), "this statement differs first")
	}
	return false
}

// rename takes the params of a derivative over, whose names of Θ are those of the text.
func (r *rederivation) rename(d, again *proc.Def) {
	face := r.text.Params[d.Name]
	if face == nil {
		return
	}
	names := map[string]string{}
	for i, ref := range d.Zone {
		names[ref.Name] = again.Zone[i].Name
	}
	var params func(ps []proc.Param) []proc.Param
	params = func(ps []proc.Param) []proc.Param {
		var out []proc.Param
		for _, p := range ps {
			if p.Ref != "" {
				p.Ref = names[p.Ref]
			}
			p.Parts = params(p.Parts)
			out = append(out, p)
		}
		return out
	}
	r.unit.Program.Params[d.Name] = &proc.Interface{Params: params(face.Params), Result: face.Result, Written: face.Written}
}

func (r *rederivation) stale(d *proc.Def, format string, args ...any) bool {
	r.staleAt(d, format, args...)
	return false
}

func (r *rederivation) staleAt(d *proc.Def, format string, args ...any) *diag.Error {
	e := diag.Errorf(r.text.Derived[d.Name].Pos, CodeStale, format, args...).Hintf("%s", anew(d.Name))
	r.errs = append(r.errs, e)
	return e
}

// printedBy are the commands that print derivatives.
var printedBy = map[proc.Deriv]string{deriv.Fwd: "fwd", deriv.Rev: "rev", deriv.RevF: "split", deriv.RevR: "split"}

// anew says how a derivative gets into a text.
func anew(f proc.Func) string {
	if d, base, ok := deriv.Apart(f); ok && printedBy[d] != "" && !base.MadeName() {
		return fmt.Sprintf("delete it, or print it anew with procad %s --fn %.100s", printedBy[d], base)
	}
	return "delete it, or print the derivative that calls it anew, with procad rev, split, fwd or lower"
}

// printed gives definitions as a text has them: as they run, but with Inactive where
// the author wrote that, since derivatives depend on it.
func (u *Unit) printed() func(proc.Func) (*proc.Def, error) {
	if slices.ContainsFunc(u.Program.Defs, activity.Mentioned) {
		return u.Library.WithInactive
	}
	return u.Library.Def
}

// Text is the program of the given functions, as Closure gives it, and of all
// that it is derived from, so that it can be read again: of what was derived
// it says so, and how.
func (u *Unit) Text(fs ...proc.Func) (*proc.Program, error) { return u.text(u.printed(), fs) }
