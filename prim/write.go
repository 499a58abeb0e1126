package prim

import "procad/proc"

// A writer writes the body of a definition.
type writer struct{ proc.Builder }

// define makes the definition  name : [zone] in → the type of what body returns.
func define(name proc.Func, zone []proc.Ref, in proc.Type, body func(w *writer, i proc.Var) proc.Var) *proc.Def {
	def := &proc.Def{Name: name, Zone: zone, In: proc.Var{Name: "i", Type: in}}
	w := &writer{proc.Builder{Names: proc.NewNames(def)}}
	def.Out = body(w, def.In)
	def.Body = w.Body
	return def
}

// call calls a primitive or a member of a family.
func (w *writer) call(f proc.Func, in proc.Var, zone ...string) proc.Var {
	sig, err := Sig(f, noDefs)
	if err != nil {
		panic("prim: " + err.Error())
	}
	return w.Call("v", sig.Out, f, zone, in)
}

// family calls the member of a family at the given types.
func (w *writer) family(family string, in proc.Var, types ...proc.Type) proc.Var {
	return w.call(proc.FamilyOf(family, types...), in)
}

// pair takes a pair apart.
func (w *writer) pair(v proc.Var) (proc.Var, proc.Var) {
	ab := w.Untuple(v, "a", "b")
	return ab[0], ab[1]
}

// branch writes a branch of a Case, whose variable is of type t.
func (w *writer) branch(t proc.Type, body func(x proc.Var)) proc.Branch {
	outer := w.Body
	w.Body = nil
	x := w.Var("x", t)
	body(x)
	b := proc.Branch{Var: x, Body: w.Body}
	w.Body = outer
	return b
}

// cases writes  Case v (Inl x l) (Inr y r) .
func (w *writer) cases(v proc.Var, l, r func(x proc.Var)) {
	t := v.Type.(*proc.SumType)
	left := w.branch(t.L, l)
	w.Emit(&proc.Case{In: v, L: left, R: w.branch(t.R, r)})
}

// dups copies each variable.
func (w *writer) dups(vs []proc.Var) (first, second []proc.Var) {
	for _, v := range vs {
		a, b := w.Dup(v)
		first = append(first, a)
		second = append(second, b)
	}
	return first, second
}

// units makes n times ().
func (w *writer) units(n int) []proc.Var {
	us := make([]proc.Var, n)
	for i := range us {
		us[i] = w.Unit()
	}
	return us
}

func refNames(zone []proc.Ref) []string {
	names := make([]string, len(zone))
	for i, r := range zone {
		names[i] = r.Name
	}
	return names
}
