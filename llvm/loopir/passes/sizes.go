package passes

import (
	"slices"
	"strconv"

	"procad/llvm/loopir"
	"procad/proc"
)

// A Size is what a parameter of an entry is expected to be: a dimension of an array.
type Size struct {
	Param int // its number
	Is    int64
}

// mostExpected is the largest size for which there is a version: what is written out for more iterations is long.
const mostExpected = 16

// sizeVersions gives an entry a version for the small sizes that are expected. In that version they are numbers, also in what it calls.
//
//	func f(n, x) { b }    ↦    func f(n, x) { if n == 4 { call f.sized1(n, x) } else { call f.any1(n, x) } }
//	                           func f.sized1(n, x) { b[4/n] }
//	                           func f.any1(n, x) { b }
//
// An entry that is called in what it calls has none: there the sizes may be others.
func sizeVersions(p *loopir.Program, opts Options, _ func(Report)) {
	for _, name := range p.Entries {
		f := p.Lookup(name)
		var few []Size
		for _, s := range opts.Sizes[name] {
			if s.Is <= mostExpected && s.Param < len(f.Body.Params) && f.Body.Params[s.Param].Type == loopir.IntType {
				few = append(few, s)
			}
		}
		if v := (&versioner{prog: p, f: f, of: map[proc.Func]proc.Func{}, taken: map[proc.Func]bool{}}); len(few) > 0 && v.reach(f) {
			v.write(few)
		}
	}
}

// A versioner copies an entry, and what it calls.
type versioner struct {
	prog  *loopir.Program
	f     *loopir.Func
	of    map[proc.Func]proc.Func // the copies of what it calls
	taken map[proc.Func]bool      // the names of copies
	list  []*loopir.Func          // what it calls, callees first
	loop  bool                    // there is a loop
}

// reach notes what a function calls; false if the entry is called in it.
func (v *versioner) reach(f *loopir.Func) bool {
	ok := true
	f.Body.Walk(func(op *loopir.Op) {
		v.loop = v.loop || op.Kind == loopir.For || op.Kind == loopir.While
		if !op.Kind.Calls() || !ok {
			return
		}
		if g := v.prog.Lookup(op.Func); g == v.f {
			ok = false
		} else if _, been := v.of[op.Func]; !been {
			v.of[op.Func] = v.name(g, "sized")
			ok = v.reach(g)
			v.list = append(v.list, g)
		}
	})
	return ok && (f != v.f || v.loop)
}

// name is what a copy is called: as no other function, and no other copy.
func (v *versioner) name(f *loopir.Func, what string) proc.Func {
	for k := 1; ; k++ {
		name := f.Name.InOneWord("." + what + strconv.Itoa(k))
		if v.prog.Lookup(name) == nil && !v.taken[name] {
			v.taken[name] = true
			return name
		}
	}
}

// write writes the versions.
func (v *versioner) write(few []Size) {
	var made []*loopir.Func
	for _, g := range v.list {
		made = append(made, v.copy(g, v.of[g.Name], nil, true))
	}
	sized := v.copy(v.f, v.name(v.f, "sized"), few, true)
	other := v.copy(v.f, v.name(v.f, "any"), nil, false)
	v.prog.Insert(v.f, append(made, sized, other)...)
	f := v.f
	w := &builder{f: f}
	is := f.Bool(true)
	for _, s := range few {
		c := w.make(loopir.Eq, loopir.BoolType, f.Body.Params[s.Param], f.Int(s.Is))
		if is.Origin == loopir.Constant {
			is = c
		} else {
			is = w.make(loopir.And, loopir.BoolType, is, c)
		}
	}
	choice := &loopir.Op{Kind: loopir.If, Args: []val{is}}
	for _, g := range []*loopir.Func{sized, other} {
		call := &loopir.Op{Kind: loopir.Call, Pos: f.Pos, Func: g.Name, Args: slices.Clone(f.Body.Params)}
		for _, t := range f.Results {
			f.NewOut(call, t, "")
		}
		side(choice, []*loopir.Op{call}, call.Outs)
	}
	for _, t := range f.Results {
		f.NewOut(choice, t, "")
	}
	f.Body.Ops = append(w.ops, choice)
	f.Body.Yield = slices.Clone(choice.Outs)
	f.Renumber()
}

// copy is a copy of a function, where some parameters are numbers.
func (v *versioner) copy(f *loopir.Func, name proc.Func, few []Size, calls bool) *loopir.Func {
	g := &loopir.Func{Name: name, Pos: f.Pos, Piece: f.Piece, Shared: f.Shared, Modes: slices.Clone(f.Modes), Results: slices.Clone(f.Results), Body: &loopir.Block{}}
	c := newCopier(g)
	for _, x := range f.Body.Params {
		c.of[x] = g.NewParam(g.Body, x.Type, x.Name)
	}
	for _, s := range few {
		c.of[f.Body.Params[s.Param]] = g.Int(s.Is)
	}
	for _, op := range f.Body.Ops {
		g.Body.Ops = append(g.Body.Ops, c.op(op))
	}
	g.Body.Yield = c.values(f.Body.Yield)
	if calls {
		g.Body.Walk(func(op *loopir.Op) {
			if op.Kind.Calls() {
				op.Func = v.of[op.Func]
			}
		})
	}
	g.Renumber()
	return g
}
