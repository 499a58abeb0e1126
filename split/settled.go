package split

import (
	"fmt"
	"slices"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// The reverse of a fold may read elements of an array in its state that no later iteration sets, as a factorisation does, or a table
// that is filled from what it has already. Then it need not restore what iterations have set: what it reads is at the end as it was
// when it was read first. If nobody else reads the array that it gives back, F keeps no overwritten element, and R sets none.
//
//	b = Call fold{f} a        F, R: those of fold{settled.k…$f}
//
// settled.k…$f restores nothing in the arrays k…, itself and in all that it calls. Which elements its reverse reads, and which f sets, is
// found from both with all that they call (graph.Sections). Indices are affine in the indices of loops. For each element
// that iteration i reads, and each one that iteration i + d sets, where d ≥ 0, there is an axis at which the indices differ whatever
// the indices of loops inside are: one is larger by at least 1.

// withSettled is a loop with a reverse that leaves some arrays as they are.
func withSettled(f proc.Func, places []int) proc.Func {
	if _, body, loop := f.Loop(); loop {
		return f.Around(settling(body, places))
	}
	return settling(f, places)
}

func settling(f proc.Func, places []int) proc.Func {
	return deriv.Settled(places).Of(deriv.Restoring(f))
}

// settledIn are the calls of a definition that change arrays of its argument, which its reverse does not restore.
func settledIn(lib Library, d *proc.Def, places []int) Unset {
	u := Unset{map[*proc.Call][]int{}, map[*proc.Call]bool{}, nil}
	flow := lib.Reads().Flow(d.Body, nil)
	are := map[*graph.Array]bool{}
	for k, leaf := range arraysOf(flow.Vars[d.In], d.In.Type) {
		if slices.Contains(places, k) {
			leaf.Each(func(a *graph.Array) { are[a] = true })
		}
	}
	d.Body.Walk(func(s proc.Stmt) {
		c, ok := s.(*proc.Call)
		if !ok || !swap(c.Func) && !changes(lib, c.Func) {
			return
		}
		for k, leaf := range arraysOf(flow.Vars[c.In], c.In.Type) {
			in := false
			leaf.Each(func(a *graph.Array) { in = in || are[a] })
			if in {
				u.arrays[c] = append(u.arrays[c], k)
				u.settled[c] = true
			}
		}
	})
	return u
}

// mostSettled is how many statements are looked at.
const mostSettled = 4000

// settledStates are some arrays in the state of a loop, or none: all that are asked for, if its reverse reads in none of them what a
// later iteration sets.
func (t *splitter) settledStates(loop proc.Func, p Policy, asked []int) []int {
	kind, body, _ := loop.Loop()
	if kind != proc.Fold || t.err != nil {
		return nil
	}
	f := t.sig(body)
	if f.Accumulates() {
		return nil
	}
	r := p.R.Of(settling(body, asked))
	fwd, back := t.treeOf(body), t.treeOf(r)
	if fwd == nil || back == nil {
		return nil
	}
	in, bar := graph.Follow(f.In), graph.Follow(deriv.Cotangent(f.In))
	arrays := func(h *graph.Contents) []*graph.Contents { return arraysOf(h, f.In) }
	values := func(h *graph.Contents) []*graph.Contents { return Values(h, f.In) }
	_, sets, ok := accesses(fwd, in, arrays(in), arrays, asked)
	if !ok {
		return nil
	}
	reads, _, ok := accesses(back, &graph.Contents{Parts: []*graph.Contents{nil, bar}}, values(bar), values, asked)
	if !ok {
		return nil
	}
	s := newSections(fwd, back, f.Zone)
	for _, w := range sets {
		for _, r := range reads {
			if w.place == r.place && !s.apart(w.At, r.At) {
				return nil
			}
		}
	}
	return asked
}

// treeOf is the tree of a call of f, nil if it has none.
func (t *splitter) treeOf(f proc.Func) *graph.Tree {
	sig := t.sig(f)
	if t.err != nil {
		return nil
	}
	// The first name of a tree is the index of an iteration, of which nothing is known.
	d := &proc.Def{Name: f, Zone: append([]proc.Ref{{Name: "call", Mode: proc.Shared, Type: proc.Int}}, sig.Zone...), In: proc.Var{Name: "a", Type: sig.In}, Out: proc.Var{Name: "b", Type: sig.Out}}
	call := &proc.Call{Out: d.Out, Func: f, In: d.In}
	for k := range sig.Zone {
		d.Zone[1+k].Name = fmt.Sprint("z", k)
		call.Zone = append(call.Zone, d.Zone[1+k].Name)
	}
	d.Body = proc.Procedure{call}
	into := func(kind proc.LoopKind, _ proc.Func) bool { return kind != proc.While }
	tree, err := graph.TreeOf(t.lib, d, graph.Scope{Into: into, Most: mostSettled})
	if err != nil {
		t.fail(err)
	}
	return tree
}

// An access is a section of an array with a number.
type access struct {
	graph.Section
	place int
}

// accesses are those of a tree to some of the arrays that are given in its argument, by their numbers. It is not ok where not each
// of them comes out again under its number.
func accesses(t *graph.Tree, in *graph.Contents, given []*graph.Contents, back func(*graph.Contents) []*graph.Contents, asked []int) (reads, sets []access, ok bool) {
	place, are := map[*graph.Array]int{}, map[*graph.Array]bool{}
	for k, leaf := range given {
		if slices.Contains(asked, k) {
			leaf.Each(func(a *graph.Array) { place[a], are[a] = k, true })
		}
	}
	rs, ws, out, ok := t.Sections(in, are)
	same := 0
	for k, leaf := range back(out) {
		leaf.Each(func(a *graph.Array) {
			if at, followed := place[a]; followed {
				same++
				ok = ok && at == k
			}
		})
	}
	ok = ok && same == len(place)
	for _, s := range rs {
		reads = append(reads, access{s, place[s.Array]})
	}
	for _, s := range ws {
		sets = append(sets, access{s, place[s.Array]})
	}
	return reads, sets, ok
}

// sections compares indices of two trees.
type sections struct {
	fwd, back *graph.Tree
	symbols   map[treeName]graph.Symbol
	counts    map[graph.Symbol]*graph.Term // of loops inside, by their indices
	of        map[graph.Symbol]*graph.Tree
}

// A treeName is a name in one of two trees.
type treeName struct {
	tree *graph.Tree
	name string
}

// The symbols. Those of loops inside, and of all else that is not known, follow.
const (
	iteration graph.Symbol = iota // i
	later                         // d
	firstSymbol
)

func newSections(fwd, back *graph.Tree, zone []proc.Ref) *sections {
	s := &sections{fwd, back, map[treeName]graph.Symbol{}, map[graph.Symbol]*graph.Term{}, map[graph.Symbol]*graph.Tree{}}
	at := 1 // in the zone of R
	for k, r := range zone {
		symbol := firstSymbol + graph.Symbol(k)
		if k == 0 {
			symbol = iteration
		}
		s.symbols[treeName{fwd, fwd.Zone[1+k]}], s.symbols[treeName{back, back.Zone[at]}] = symbol, symbol
		if at++; deriv.Tangent(r.Type) != proc.Unit {
			at++
		}
	}
	for _, t := range []*graph.Tree{fwd, back} {
		for _, st := range t.Order {
			c, ok := st.(*proc.Call)
			if !ok || t.Loops[c] == nil {
				continue
			}
			for k, n := range t.Loops[c].Indices {
				symbol := firstSymbol + graph.Symbol(len(zone)+len(s.symbols))
				s.symbols[treeName{t, n}], s.of[symbol] = symbol, t
				if counts := t.Loops[c].Counts; k < len(counts) {
					s.counts[symbol] = counts[k]
				}
			}
		}
	}
	return s
}

// affine is a term as an affine form; nil if it is none.
func (s *sections) affine(t *graph.Tree, x *graph.Term) *graph.Affine {
	if x == nil {
		return nil
	}
	switch x.Kind {
	case graph.Constant:
		return graph.Whole(int64(x.Bits))
	case graph.Scalar, graph.Index:
		symbol, ok := s.symbols[treeName{t, x.Name}]
		switch {
		case !ok:
			return nil
		case symbol == iteration && t == s.fwd:
			return graph.Symbolic(iteration).Plus(1, graph.Symbolic(later))
		}
		return graph.Symbolic(symbol)
	case graph.Apply:
		args := make([]*graph.Affine, len(x.Args))
		for k, a := range x.Args {
			if args[k] = s.affine(t, a); args[k] == nil {
				return nil
			}
		}
		switch x.Func {
		case prim.IAdd:
			return args[0].Plus(1, args[1])
		case prim.ISub:
			return args[0].Plus(-1, args[1])
		case prim.IMul:
			return args[0].Times(args[1])
		}
	}
	return nil
}

// apart says that what an iteration reads is not what it, or a later one, sets.
func (s *sections) apart(set, read []*graph.Term) bool {
	for k := range min(len(set), len(read)) {
		w, r := s.affine(s.fwd, set[k]), s.affine(s.back, read[k])
		if w != nil && r != nil && (s.positive(w.Plus(-1, r)) || s.positive(r.Plus(-1, w))) {
			return true
		}
	}
	return false
}

// mostFactor and mostNumber bound what a form is made of: no run has so many iterations that one with them overflows.
const (
	mostFactor = 1 << 4
	mostNumber = 1 << 40
)

// positive says that a form is at least 1, whatever the indices are. Indices of loops inside are replaced by their bounds, the
// innermost first.
func (s *sections) positive(f *graph.Affine) bool {
	for {
		last := graph.Symbol(-1)
		for symbol, k := range f.Parts {
			if k < -mostFactor || k > mostFactor {
				return false
			}
			if s.of[symbol] != nil {
				last = max(last, symbol)
			}
		}
		if f.C < -mostNumber || f.C > mostNumber {
			return false
		}
		if last < 0 {
			break
		}
		k := f.Parts[last]
		f = f.Plus(-k, graph.Symbolic(last))
		if k > 0 {
			continue
		}
		n := s.affine(s.of[last], s.counts[last])
		if n == nil {
			return false
		}
		f = f.Plus(k, n.Plus(-1, graph.Whole(1)))
	}
	for symbol, k := range f.Parts {
		if symbol != iteration && symbol != later || k < 0 {
			return false
		}
	}
	return f.C >= 1
}
