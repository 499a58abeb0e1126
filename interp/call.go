package interp

import (
	"fmt"

	"procad/internal/data"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A callSite is a Call of a definition.
type callSite struct {
	fn       *function
	code     *code // nil before the first call
	sig      proc.Sig
	inW, inO []run
	zone     []int32
	out      slots
	shown    bool
}

// call compiles a Call, of whatever kind the function is.
func (c *compiler) call(s *proc.Call) {
	if _, _, derived := deriv.Apart(s.Func); !derived {
		if kind, body, ok := s.Func.Loop(); ok {
			c.loop(s, kind, body)
			return
		}
		def, err := c.m.lookup(s.Func)
		if err != nil {
			c.failf("%s: %w", s.Func, err)
			return
		}
		if def == nil {
			c.primitive(s)
			return
		}
	}
	site := &callSite{fn: c.m.function(s.Func), sig: proc.Sig{Zone: c.passed(s.Zone), In: s.In.Type, Out: s.Out.Type}}
	site.shown = c.m.shown != nil && c.m.shown(s.Func)
	site.inW, site.inO = c.use(s.In).runs(nil, nil)
	site.zone = c.zoneSlots(s.Zone)
	site.out = c.bindFresh(s.Out)
	c.code.calls = append(c.code.calls, site)
	c.emit(opCall, int32(len(c.code.calls)-1), 0, 0, 0)
}

// zoneSlots are the slots of the names a call passes.
func (c *compiler) zoneSlots(names []string) []int32 {
	zs := make([]int32, len(names))
	for i, n := range names {
		zs[i] = c.ref(n).slot
	}
	return zs
}

// passed are the types of the names a call passes.
func (c *compiler) passed(names []string) []proc.Ref {
	refs := make([]proc.Ref, len(names))
	for i, n := range names {
		refs[i] = proc.Ref{Name: n, Type: c.ref(n).typ}
	}
	return refs
}

// fits says whether a call at the types of want can reach a function of type sig.
func fits(f proc.Func, want, sig proc.Sig) error {
	ok := want.In == sig.In && want.Out == sig.Out && len(want.Zone) == len(sig.Zone)
	for i := 0; ok && i < len(sig.Zone); i++ {
		ok = want.Zone[i].Type == sig.Zone[i].Type
	}
	if !ok {
		return &prim.RuntimeError{Kind: prim.Internal, Message: fmt.Sprintf("a call of %s does not fit its type", f)}
	}
	return nil
}

// call runs a Call of a definition.
func (m *Machine) call(f *frame, k *callSite) error {
	if k.code == nil {
		c, err := m.link(k.fn)
		if err == nil {
			err = fits(k.fn.name, k.sig, c.sig)
		}
		if err != nil {
			return err
		}
		k.code = c
	}
	c := k.code
	callee, err := m.enter(c)
	if err != nil {
		return err
	}
	copyWords(callee.w, f.w, k.inW)
	moveObjects(callee.o, f.o, k.inO)
	for i, s := range k.zone {
		callee.r[i] = f.r[s]
	}
	if k.shown {
		if err := m.showCall(k.fn.name, c, callee); err != nil {
			return err
		}
	}
	if err := m.exec(c, callee); err != nil {
		return err
	}
	copyWords(f.w[k.out.w:], callee.w, c.retW)
	moveObjects(f.o[k.out.o:], callee.o, c.retO)
	m.leave(callee)
	return nil
}

// primitive compiles a Call of a function without a definition.
func (c *compiler) primitive(s *proc.Call) {
	sig, err := prim.Sig(s.Func, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
	if err == nil {
		err = fits(s.Func, proc.Sig{Zone: c.passed(s.Zone), In: s.In.Type, Out: s.Out.Type}, sig)
	}
	if err != nil {
		c.failf("%w", err)
		return
	}
	in := c.use(s.In)
	if _, ok := prim.Table[s.Func]; ok {
		c.arithmetic(s, in)
		return
	}
	if check, message, ok := prim.Message(s.Func); ok {
		c.bindFresh(s.Out)
		c.check(check, message, in)
		return
	}
	if _, name, parts, ok := prim.Traced(s.Func); ok {
		c.trace(name, parts, in, s.Out)
		return
	}
	if prim.IsExtern(s.Func) {
		c.extern(s, in)
		return
	}
	family, types, _ := s.Func.Family()
	compile := families[family]
	if compile == nil {
		c.failf("%s has no definition", s.Func)
		return
	}
	compile(c, &member{types: types, in: in, out: s.Out, zone: c.zoneSlots(s.Zone)})
}

// check compiles assert{"m"}, agree{"m"} and the like.
func (c *compiler) check(check prim.Check, message string, in slots) {
	if !check.Equal {
		tag := in.tag()
		c.ext(func(_ *Machine, f *frame) error {
			if f.w[tag] != 0 {
				return &prim.RuntimeError{Kind: check.Kind, Message: message}
			}
			return nil
		})
		return
	}
	x, y := in.at(0).w, in.at(1).w
	c.ext(func(_ *Machine, f *frame) error {
		if f.w[x] != f.w[y] {
			return &prim.RuntimeError{Kind: check.Kind, Message: message, A: int64(f.w[x]), B: int64(f.w[y])}
		}
		return nil
	})
}

// A member is a call of a member of a family.
type member struct {
	types []proc.Type
	in    slots
	out   proc.Var
	zone  []int32
}

// families compiles calls of the families that have no definitions (see prim.Sig).
var families = map[string]func(*compiler, *member){
	"stop": func(c *compiler, k *member) { c.bind(k.out, k.in) },
	"unreachable": func(c *compiler, k *member) {
		c.bindFresh(k.out)
		c.ext(func(*Machine, *frame) error {
			return &prim.RuntimeError{Kind: prim.Misuse, Message: prim.Unreachable}
		})
	},
	"zeros": (*compiler).zeros,
	"copy":  (*compiler).copyArray,
	"blank": (*compiler).blank,
	"swap":  (*compiler).swap,
	"zip":   (*compiler).zip,
	"unzip": (*compiler).unzip,
	// retype{A, B} : A → B changes only what has no leaves.
	"retype":  func(c *compiler, k *member) { c.bind(k.out, slots{lay: data.LayoutOf(k.out.Type), o: k.in.o}) },
	"empty":   (*compiler).empty,
	"slots":   (*compiler).slots,
	"push":    (*compiler).push,
	"pop":     (*compiler).pop,
	"drained": (*compiler).drained,
	"bytes":   (*compiler).bytes,
}

// elemOf is the layout of the elements of an array or stack type.
func elemOf(t proc.Type) *data.Layout { return data.LayoutOf(t).Elem }
