package source

import (
	"fmt"
	"strings"
)

// localCall checks a call of a local function: its body is checked for the
// argument types, once for each list of them. Types that are not known yet, as
// those of literals, are found out by the body or by what is done with the
// result; equal instances are merged when all is known (see settle).
func (c *checker) localCall(e *Call) Type {
	f := e.local
	params := make([]Type, len(f.Params))
	for i, p := range f.Params {
		if p.Type != nil {
			params[i] = p.Type.Type()
		} else {
			params[i] = c.unknown(p.Var.Pos, p.Var.Name)
		}
	}
	if msg := c.arguments(e.pos, f.Name, e.Args, c.checkArgs(e.Args, params), params); msg != nil {
		msg.Notef(f.Pos, "%s is defined here", f.Name)
		return invalid
	}
	for i := range params {
		params[i] = c.sized(e.Args[i], prune(params[i]))
	}
	inst := c.instance(f, params, e)
	e.Func = inst
	for _, v := range inst.Captures {
		c.use(v)
	}
	return inst.Sig.Result
}

// instance is f at the given argument types.
func (c *checker) instance(f *LocalFunc, params []Type, call *Call) *Instance {
	key := typeKey(params...)
	if inst := f.cache[key]; inst != nil {
		return inst
	}
	for _, t := range params {
		c.copied += typeSize(t, maxTypeSize)
	}
	inst := c.copyBody(f)
	c.instances = append(c.instances, inst)
	outer := c.inst
	c.inst, c.calls = inst, append(c.calls, call)
	for i, p := range inst.Params {
		c.declare(p.Var, params[i])
	}
	for _, v := range inst.Sizes {
		c.declare(v, Int)
	}
	for _, p := range inst.Params {
		c.sizes(p.Type)
	}
	for i, p := range inst.Params {
		if p.Pat != nil {
			c.pattern(p.Pat, params[i], call)
		}
	}
	c.sizes(inst.Result)
	t := c.expr(inst.Body)
	if inst.Result != nil {
		c.want(inst.Body, t, inst.Result.Type(), "the result of "+f.Name)
		t = inst.Result.Type()
	}
	c.inst, c.calls = outer, pop(c.calls)
	inst.Sig = Signature{params, t}
	// A result that is not determined by the arguments, as that of f() = 0,
	// may differ from call to call.
	if known := unknowns(nil, params...); subset(unknowns(nil, t), known) {
		if f.cache == nil {
			f.cache = map[string]*Instance{}
		}
		f.cache[key] = inst
	}
	return inst
}

// copyBody is an instance of f whose variables are its own.
func (c *checker) copyBody(f *LocalFunc) *Instance {
	k := &copier{c: c, vars: map[*Var]*Var{}, funcs: map[*LocalFunc]*LocalFunc{}}
	inst := &Instance{Func: f, captured: map[*Var]bool{}}
	inst.Params, inst.Sizes, inst.Result = k.function(f)
	inst.Body = k.expr(f.Body)
	return inst
}

// typeKey distinguishes lists of types. Unknown types are the same if they are
// one variable.
func typeKey(types ...Type) string {
	var b strings.Builder
	var write func(t Type)
	write = func(t Type) {
		switch t := prune(t).(type) {
		case *Tuple:
			fmt.Fprintf(&b, "(%d", len(t.Elems))
			for _, e := range t.Elems {
				write(e)
			}
		case *Record:
			b.WriteString("{" + strings.Join(t.Fields, ","))
			for _, e := range t.Types {
				write(e)
			}
		case *NamedSum:
			fmt.Fprintf(&b, "<%p", t.Decl)
			for _, e := range t.Args {
				write(e)
			}
		case *Sum:
			b.WriteByte('+')
			write(t.L)
			write(t.R)
		case *Array:
			fmt.Fprintf(&b, "[%d", t.Rank)
			if t.fieldwise && !hasArray(t.Elem) {
				b.WriteByte('.')
			}
			write(t.Elem)
		case *Captured:
			fmt.Fprintf(&b, "~%p%v", t.of, t.trace)
		case *Func:
			b.WriteByte('>')
			if t.of != nil {
				fmt.Fprintf(&b, "%p", t.of)
			}
			write(t.Arg)
			write(t.Result)
		case *typeParam:
			fmt.Fprintf(&b, "$%d;", t.index)
		case *typeVar:
			fmt.Fprintf(&b, "?%p;", t)
		case Basic:
			b.WriteByte("RIBU"[t])
		case invalidType:
			b.WriteByte('!')
		}
	}
	for _, t := range types {
		write(t)
	}
	return b.String()
}

// unknowns adds the unknown parts of types to list.
func unknowns(list []*typeVar, types ...Type) []*typeVar {
	for _, t := range types {
		switch t := prune(t).(type) {
		case *typeVar:
			list = append(list, t)
		default:
			list = unknowns(list, partsOf(t)...)
		}
	}
	return list
}

func subset(list, of []*typeVar) bool {
	if len(list) == 0 {
		return true
	}
	set := map[*typeVar]bool{}
	for _, v := range of {
		set[v] = true
	}
	for _, v := range list {
		if !set[v] {
			return false
		}
	}
	return true
}
