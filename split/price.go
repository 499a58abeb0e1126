package split

import (
	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
)

// dearest is the price of what takes any time, such as a loop.
const dearest = 1 << 20

// stores says that the traces of the turns of a loop that commutes are kept in an
// array, rather than made again: making one costs more than its words, and the
// array takes no more memory than words(trace) times one that is there anyway. Not
// those of adds, whose turns would have to run one after the other to keep them.
func (t *splitter) stores(kind proc.LoopKind, body proc.Func) bool {
	if t.without(optim.Keep) || t.without(optim.TraceArrays) || kind != proc.SumOf && kind.BuildRank() == 0 {
		return false
	}
	sig := t.sig(Store.F.Of(body))
	if t.err != nil {
		return false
	}
	parts := proc.Elems(sig.Out)
	if kind == proc.SumOf && proc.Tangent(parts[0]) != parts[0] || !plain(parts[1]) || words(parts[1]) == 0 {
		return false
	}
	def := t.definition(proc.Trace.Of(Store.F.Of(body)))
	if def == nil || kind == proc.SumOf && !t.follows(def, def.Zone[0].Name) {
		return false
	}
	return t.price(def) > wordPrice*words(parts[1])
}

// pass is what fusing a sum costs, in words of a trace, each stored and loaded:
// of each array that is read, zeros are stored in ḡ, to which turns add what
// they would add to θ̄, and then ḡ and θ̄ are loaded, and θ̄ is stored.
func pass(zone []proc.Ref) int64 {
	n := int64(0)
	for _, r := range zone {
		if _, array := r.Type.(*proc.ArrayType); array && !proc.Discrete(r.Type) {
			n += 2
		}
	}
	return n
}

// plain says that t is made of numbers alone.
func plain(t proc.Type) bool {
	if tuple, ok := t.(*proc.TupleType); ok {
		for _, e := range tuple.Elems {
			if !plain(e) {
				return false
			}
		}
		return true
	}
	return t == proc.Real || t == proc.Int || t == proc.Held
}

// price is that of running a definition.
func (t *splitter) price(d *proc.Def) int64 {
	total := int64(0)
	d.Body.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Read:
			total++
		case *proc.Call:
			total += t.priceOf(s.Func)
		}
	})
	return min(total, dearest)
}

func (t *splitter) priceOf(f proc.Func) int64 {
	if _, _, loop := f.Loop(); loop {
		return dearest
	}
	if primitive(f) {
		return int64(prim.Price(f))
	}
	if _, _, family := f.Family(); family {
		return 0
	}
	known, ok := t.priced[f]
	if !ok {
		known = dearest
		if def := t.definition(f); def != nil {
			known = t.price(def)
		}
		t.priced[f] = known
	}
	return known
}

// follows says that a turn reads an element or a row of an array at its own
// number, which i is a name of: then there is an array as long as the loop.
func (t *splitter) follows(d *proc.Def, i string) bool {
	number := map[proc.Var]bool{}
	found := false
	d.Body.Walk(func(s proc.Stmt) {
		at := func(idx []proc.Var) {
			for _, v := range idx {
				found = found || number[v]
			}
		}
		switch s := s.(type) {
		case *proc.Dup:
			number[s.Out] = number[s.In]
		case *proc.Untuple: // of a copy
			for _, v := range s.Outs {
				number[v] = number[s.In]
			}
		case *proc.Read:
			number[s.Out] = s.Ref == i
			at(s.Idx)
		case *proc.Row:
			at(s.Idx)
		case *proc.Call:
			for k, z := range s.Zone {
				if z != i || found {
					continue
				}
				if inner := t.definition(s.Func); inner != nil {
					found = t.follows(inner, inner.Zone[k].Name)
				}
			}
		}
	})
	return found
}
