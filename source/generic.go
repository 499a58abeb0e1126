package source

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"procad/internal/diag"
)

// A generic definition has names of types in its own types that nothing declares:
//
//	def map(f: a -> b, v: a[n]): b[n] = [f(v[i]) for i < n]
//
// It is a pattern. Each use finds out what the names stand for, and each list of such types
// makes a definition without them, whose body is checked for these types. In a[n] the brackets
// are one dimension, whatever the others of an a are.

// An instanceKey is a generic definition at a list of types.
type instanceKey struct {
	of    *Def
	types string
}

// maxInstances bounds how many definitions generic ones may become.
const maxInstances = 10_000

// generics notes the names of types of d, and makes them known.
func (r *resolver) generics(d *Def) {
	r.params = nil
	var add func(t TypeExpr)
	add = func(t TypeExpr) {
		switch t := t.(type) {
		case *TypeName:
			for _, a := range t.Args {
				add(a)
			}
			if len(t.Args) > 0 || r.types[t.Name] != nil || r.params[t.Name] != nil || !genericName(t.Name) {
				return
			}
			if r.params == nil {
				r.params = map[string]Type{}
			}
			r.params[t.Name] = &typeParam{t.Name, len(d.Types)}
			d.Types = append(d.Types, &TypeParam{t.pos, t.Name})
		case *TupleType:
			for _, e := range t.Elems {
				add(e)
			}
		case *RecordType:
			for _, f := range t.Fields {
				add(f.Type)
			}
		case *SumType:
			add(t.L)
			add(t.R)
		case *ArrayType:
			add(t.Elem)
		case *FuncType:
			add(t.Arg)
			add(t.Result)
		}
	}
	for _, p := range d.Params {
		add(p.Type)
	}
	if d.Result != nil {
		add(d.Result)
	}
}

// genericName says that a name may be that of a type of a generic definition: it is in small
// letters, and is not what a type is called elsewhere.
func genericName(name string) bool {
	return unicode.IsLower(rune(name[0])) && foreignTypes[name] == "" && !strings.Contains(name, ".")
}

// use is the type of a generic definition where it is used, at types that are not known yet.
func (c *checker) instantiate(r *FuncRef) {
	d := r.Def
	r.Types = make([]Type, len(d.Types))
	for i, a := range d.Types {
		v := c.unknown(r.Pos, a.Name+" in "+d.Name)
		v.name = a.Name
		r.Types[i] = v
	}
	r.Sig = Signature{Result: substitute(d.Sig.Result, r.Types)}
	for _, p := range d.Sig.Params {
		r.Sig.Params = append(r.Sig.Params, substitute(p, r.Types))
	}
	c.refs = append(c.refs, r)
}

// instances makes the definitions that the generic ones become in the current one, whose types
// are settled.
func (c *checker) instancesOf(refs []*FuncRef, s *settler) {
	for _, r := range refs {
		for i, t := range r.Types {
			r.Types[i] = s.settle(t)
		}
		r.Sig.Result = s.settle(r.Sig.Result)
		for i, t := range r.Sig.Params {
			r.Sig.Params[i] = s.settle(t)
		}
		if len(unknowns(nil, r.Types...)) > 0 || slices.Contains(r.Types, invalid) {
			continue
		}
		if !c.elementTypes(r) {
			continue
		}
		key := instanceKey{r.Def, typeKey(r.Types...)}
		inst := c.made[key]
		if inst == nil {
			if len(c.made) >= maxInstances {
				c.errorf(r.Pos, CodeTypeSize, "the generic definitions are used at too many different types")
				panic(bailout{})
			}
			inst = c.instanceAt(r)
			if c.made == nil {
				c.made = map[instanceKey]*Def{}
			}
			c.made[key] = inst
			c.queue = append(c.queue, inst)
		}
		r.Def = inst
		c.current.Calls = append(c.current.Calls, inst)
	}
}

// elementTypes makes sure that what stands for a in a[n] may be an element.
func (c *checker) elementTypes(r *FuncRef) bool {
	var ok func(t Type) bool
	ok = func(t Type) bool {
		if a, array := prune(t).(*Array); array && !storable(a.Elem) {
			c.errorf(r.Pos, CodeArrayElement, "the elements of an array cannot contain %s, but here they are %s", unstorable, prune(a.Elem)).
				Notef(r.Def.Pos, "%s is %s", r.Def.Name, r.Def.Sig)
			return false
		}
		return !slices.ContainsFunc(partsOf(prune(t)), func(t Type) bool { return !ok(t) })
	}
	return ok(&Func{Arg: TupleOf(r.Sig.Params...), Result: r.Sig.Result})
}

// instanceAt is a copy of a generic definition with types for its names.
func (c *checker) instanceAt(r *FuncRef) *Def {
	g := r.Def
	k := &copier{c: c, vars: map[*Var]*Var{}, funcs: map[*LocalFunc]*LocalFunc{}, types: r.Types}
	d := &Def{Pos: g.Pos, Name: g.Name, generic: g, used: r.Pos, told: g.told, Plans: g.Plans, module: g.module}
	for _, t := range r.Types {
		c.copied += typeSize(t, maxTypeSize)
	}
	f := &LocalFunc{Params: g.Params, Result: g.Result, sizes: g.Sizes}
	d.Params, d.Sizes, d.Result = k.function(f)
	d.Body = k.expr(g.Body)
	for i, a := range g.Types {
		d.at = append(d.at, fmt.Sprintf("%s = %s", a.Name, r.Types[i]))
	}
	for _, ref := range g.refs {
		if ref.Def.Types == nil && !slices.Contains(d.Calls, ref.Def) {
			d.Calls = append(d.Calls, ref.Def)
		}
	}
	c.signature(d)
	if g.Rule != nil {
		d.Rule = c.ruleAt(g, d, r.Types)
	}
	return d
}

// placeholders are instances of the generic definitions that nothing uses, with Real for each type, so
// that what is wrong in them is found. They are no part of the program.
func (c *checker) placeholders(defs []*Def) {
	used := map[*Def]bool{}
	for key := range c.made {
		used[key.of] = true
	}
	for _, g := range defs {
		if g.Types == nil || used[g] {
			continue
		}
		r := &FuncRef{Pos: g.Pos, Name: g.Name, Def: g}
		for range g.Types {
			r.Types = append(r.Types, Real)
		}
		d := c.instanceAt(r)
		d.used = diag.Pos{}
		c.definition(d)
		if d.Rule != nil {
			c.rule(d)
		}
		c.drain()
	}
}

// drain checks the instances that are waiting.
func (c *checker) drain() {
	for len(c.queue) > 0 {
		d := c.queue[0]
		c.queue = c.queue[1:]
		c.definition(d)
		if d.Rule != nil {
			c.rule(d)
		}
	}
}

// recursions finds the recursions of instances: they are not those of the generic definitions.
func recursions(defs []*Def) {
	reach := map[*Def]map[*Def]bool{} // of the definitions that instances may call
	var from func(d *Def, seen map[*Def]bool)
	from = func(d *Def, seen map[*Def]bool) {
		for _, callee := range d.Calls {
			if callee.Types == nil && !seen[callee] {
				seen[callee] = true
				from(callee, seen)
			}
		}
	}
	for _, d := range defs {
		if d.generic != nil && d.generic.Recursion != nil || d.Recursion != nil {
			reach[d] = map[*Def]bool{}
			from(d, reach[d])
		}
	}
	for _, d := range defs {
		if reach[d] == nil || !reach[d][d] || d.Recursion != nil && d.generic == nil {
			continue
		}
		d.Recursion = &Recursion{}
		for _, other := range defs {
			if reach[d][other] && reach[other] != nil && reach[other][d] {
				other.Recursion = d.Recursion
				d.Recursion.Defs = append(d.Recursion.Defs, other)
			}
		}
	}
}

// higher are the definitions that no data can call.
func higher(defs []*Def) []*Def {
	return slices.DeleteFunc(slices.Clone(defs), (*Def).Callable)
}

// ordered are the definitions of a program without generic ones, callees before callers. Instances
// get names of their own.
func (c *checker) ordered(defs []*Def, others []*Def) []*Def {
	if !slices.ContainsFunc(defs, func(d *Def) bool { return d.Types != nil }) {
		return defs
	}
	taken := map[string]bool{}
	for _, d := range defs {
		taken[d.Name] = d.Types == nil
	}
	var out []*Def
	state := map[*Def]bool{}
	var visit func(d *Def)
	visit = func(d *Def) {
		if state[d] || d.Types != nil {
			return
		}
		state[d] = true
		for _, callee := range d.Calls {
			visit(callee)
		}
		out = append(out, d)
		if d.Rule != nil { // which may call what calls d
			for _, clause := range d.Rule.Clauses() {
				for _, callee := range clause.Calls {
					visit(callee)
				}
				clause.Calls = slices.DeleteFunc(clause.Calls, func(g *Def) bool { return g.Types != nil })
			}
		}
	}
	for _, d := range defs {
		visit(d)
	}
	for _, d := range others {
		for _, callee := range d.Calls {
			visit(callee)
		}
		d.Calls = slices.DeleteFunc(d.Calls, func(g *Def) bool { return g.Types != nil })
	}
	recursions(out)
	for _, d := range out {
		d.Calls = slices.DeleteFunc(d.Calls, func(g *Def) bool { return g.Types != nil })
		if d.generic == nil {
			continue
		}
		name := d.Name
		for k := 2; taken[d.Name]; k++ {
			d.Name = fmt.Sprintf("%s_%d", name, k)
		}
		taken[d.Name] = true
	}
	return out
}

// Instance says what the names of types of a generic definition stand for in d; "" if it is none.
func (d *Def) Instance() string { return strings.Join(d.at, ", ") }
