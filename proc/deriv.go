package proc

import "sync"

// A Deriv is a transformation of definitions, f ↦ deriv$f. Derivs are interned, as Funcs
// are. Which there are, and what their words say, package deriv knows.
//
//	deriv ::= word ("." word)*
type Deriv struct{ *derivation }

type derivation struct{ text string }

// derivs are the Derivs that there are.
var derivs = struct {
	sync.RWMutex
	known map[string]Deriv
}{known: map[string]Deriv{}}

// NewDeriv is the Deriv of that text, which has no $ and no braces.
func NewDeriv(text string) Deriv {
	derivs.RLock()
	d, ok := derivs.known[text]
	derivs.RUnlock()
	if ok {
		return d
	}
	derivs.Lock()
	defer derivs.Unlock()
	if d, ok := derivs.known[text]; ok {
		return d
	}
	d = Deriv{&derivation{text}}
	derivs.known[text] = d
	return d
}

// String is the text of the Deriv.
func (d Deriv) String() string {
	if d.IsZero() {
		return ""
	}
	return d.text
}

// IsZero says that d is no transformation.
func (d Deriv) IsZero() bool { return d.derivation == nil }

// Of names the derived function.
func (d Deriv) Of(f Func) Func { return internFunc(nameKey{form: derivForm, deriv: d, of: f}, nil) }

// Deriv takes a name d$f apart.
func (f Func) Deriv() (d Deriv, of Func, ok bool) {
	if f.IsZero() || f.form != derivForm {
		return Deriv{}, Func{}, false
	}
	return f.deriv, f.of, true
}
