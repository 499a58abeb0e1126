package derive_test

import (
	"strings"

	"procad/derive"
	"procad/proc"
	"procad/proc/deriv"
)

// letters are what the letters in the type of d$f are for f : [Θ] S → T.
type letters struct {
	lib *derive.Library
	d   proc.Deriv
	f   proc.Func
	sig proc.Sig
}

// typed says that a type is  [zone] in → out .
func (l letters) typed(typ string, sig proc.Sig) bool {
	zone, rest, _ := strings.Cut(strings.TrimPrefix(typ, "["), "] ")
	in, out, _ := strings.Cut(rest, " → ")
	return l.zone(zone, sig.Zone) && l.is(in, sig.In) && l.is(out, sig.Out)
}

// zone says that a zone is Θ, with or without what belongs to a derivative.
func (l letters) zone(text string, zone []proc.Ref) bool {
	same := func(a, b proc.Type) bool { return a == b }
	want := l.sig.Zone
	switch text {
	case "Θ, Θ̇":
		want = deriv.TangentZone(want, strings.ToUpper)
	case "Θ̄":
		want = deriv.CotangentZone(want, strings.ToUpper)
	case "Θ, Θ̄":
		want = nil
		for _, r := range l.sig.Zone {
			want = append(want, r)
			if d := deriv.Tangent(r.Type); d != proc.Unit {
				want = append(want, proc.Ref{Mode: map[proc.Mode]proc.Mode{proc.Shared: proc.Accumulator, proc.Accumulator: proc.Shared}[r.Mode], Type: d})
			}
		}
	case "Θ - k":
		want = l.without()
	case "H Θ", "R Θ":
		same = func(a, b proc.Type) bool { return deriv.Activate(a) == deriv.Activate(b) }
	}
	if len(zone) != len(want) {
		return false
	}
	for i, r := range zone {
		if r.Mode != want[i].Mode || !same(r.Type, want[i].Type) {
			return false
		}
	}
	return true
}

// without is Θ without the accumulators that d replaces, and with indices in the place of parts.
func (l letters) without() []proc.Ref {
	parts, _ := deriv.IsUpdate(l.d)
	if place, ok := deriv.IsErasure(l.d); ok {
		parts = []deriv.Part{{Place: place}}
	}
	var zone []proc.Ref
	from := 0
	for _, p := range parts {
		zone = append(zone, l.sig.Zone[from:p.Place]...)
		for range p.Leading {
			zone = append(zone, proc.Ref{Mode: proc.Shared, Type: proc.Int})
		}
		from = p.Place + 1
	}
	return append(zone, l.sig.Zone[from:]...)
}

// is says that t is the type of a text: letters, or a tuple of such.
func (l letters) is(text string, t proc.Type) bool {
	if tuple, ok := strings.CutPrefix(text, "("); ok {
		of := strings.Split(strings.TrimSuffix(tuple, ")"), ", ")
		pair, ok := t.(*proc.TupleType)
		if !ok || len(pair.Elems) != len(of) {
			return false
		}
		for i, part := range of {
			if !l.is(part, pair.Elems[i]) {
				return false
			}
		}
		return true
	}
	switch text {
	case "S":
		return t == l.sig.In
	case "T":
		return t == l.sig.Out
	case "δS":
		return t == deriv.Tangent(l.sig.In)
	case "δT":
		return t == deriv.Tangent(l.sig.Out)
	case "cot S":
		return t == deriv.Cotangent(l.sig.In)
	case "cot T":
		return t == deriv.Cotangent(l.sig.Out)
	case "H S", "R S":
		return deriv.Activate(t) == deriv.Activate(l.sig.In) && (text == "H S" || deriv.Activate(t) == t)
	case "H T", "R T":
		return deriv.Activate(t) == deriv.Activate(l.sig.Out) && (text == "H T" || deriv.Activate(t) == t)
	case "X", "Y":
		return t == l.handed()
	case "G":
		return t == proc.NewTuple(l.gradient()...)
	case "J":
		return l.jacobian(t)
	case "A":
		_, ok := t.(*proc.ArrayType)
		return ok
	}
	return false
}

// handed is what the forward pass hands on to the reverse pass: X, or Y.
func (l letters) handed() proc.Type {
	forward, pair := map[proc.Deriv]proc.Deriv{
		deriv.RevF: deriv.RevF, deriv.StoreRevF: deriv.StoreRevF, deriv.FuseRevF: deriv.FuseRevF, deriv.VJPF: deriv.VJPF, deriv.SplitRule: deriv.SplitRule, deriv.PullRule: deriv.SplitRule,
		deriv.RevR: deriv.RevF, deriv.StoreRevR: deriv.StoreRevF, deriv.FuseRevR: deriv.FuseRevF, deriv.VJPR: deriv.VJPF,
	}[l.d], l.sig.Out
	if whole, check, ok := deriv.IsChecking(l.d); ok && (whole == deriv.VJPF || whole == deriv.VJPR) {
		forward = deriv.Checking(deriv.VJPF, check)
	}
	if l.d != deriv.Trace { // which is of a forward pass itself
		sig, err := l.lib.SigWithInactive(forward.Of(l.f))
		if err != nil {
			return nil
		}
		pair = sig.Out
	}
	return proc.Elems(pair)[1]
}

// gradient has a part for each name of Θ with a tangent, then one for S if it has one.
func (l letters) gradient() []proc.Type {
	var parts []proc.Type
	for _, r := range l.sig.Zone {
		if d := deriv.Tangent(r.Type); d != proc.Unit {
			parts = append(parts, d)
		}
	}
	if d := deriv.Tangent(l.sig.In); d != proc.Unit {
		parts = append(parts, d)
	}
	return parts
}

// jacobian says that t has an array, or a Real, for each name of Θ and each part of S with a
// tangent: its rank is that of the part and of T together.
func (l letters) jacobian(t proc.Type) bool {
	parts := l.gradient()
	if s := deriv.Tangent(l.sig.In); s != proc.Unit {
		parts = parts[:len(parts)-1]
		for _, part := range proc.Elems(l.sig.In) {
			if d := deriv.Tangent(part); d != proc.Unit {
				parts = append(parts, d)
			}
		}
	}
	for i, d := range parts {
		if rank := rankOf(d) + rankOf(l.sig.Out); rank > 0 {
			parts[i] = proc.NewArray(rank, proc.Real)
		} else {
			parts[i] = proc.Real
		}
	}
	return t == proc.NewTuple(parts...)
}

func rankOf(t proc.Type) int {
	if a, ok := t.(*proc.ArrayType); ok {
		return a.Rank
	}
	return 0
}
