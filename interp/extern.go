package interp

import (
	"procad/internal/data"
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// An Extern calls a function of C (prim.Extern): an interpreter has no other way to.
type Extern func(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error)

// Externs is what calls functions of C.
func Externs(call Extern) Option { return func(m *Machine) { m.extern = call } }

// CodeExternEngine is of a function of C where nothing calls it.
const CodeExternEngine = "extern-engine"

// extern compiles  extern{A, …, S, T, "f(.*)"} : [s : &A, …] S → T. What f fills are the arrays of S.
func (c *compiler) extern(s *proc.Call, in slots) {
	arg, zone, types := c.block(in), c.zoneSlots(s.Zone), c.passed(s.Zone)
	out := c.bindFresh(s.Out)
	l, pos := arg.lay, c.pos
	c.ext(func(m *Machine, f *frame) error {
		if m.extern == nil || m.mod61 {
			e, _ := prim.ExternOf(s.Func)
			return diag.Errorf(pos, CodeExternEngine, "%s is a function of C, which the interpreter does not call here", e.Symbol).
				Hintf("run native code, without --engine interp, where there is clang")
		}
		values := make([]data.Value, len(zone))
		for i, z := range zone {
			values[i] = f.r[z].value(types[i].Type)
		}
		x := data.Value{Type: l.Type, Words: f.w[arg.w:][:l.Words], Objects: f.o[arg.o:][:l.Objects]}
		y, err := m.extern(s.Func, values, x)
		if err != nil {
			switch e := err.(type) { // about the caller of f in a program of its own
			case *prim.RuntimeError:
				e.Pos = pos
			case *diag.Error:
				e.Pos = pos
			}
			return err
		}
		copy(f.w[out.w:], y.Words)
		for i, o := range y.Objects {
			filled := f.o[arg.o+int32(i)].(*data.Array)
			for k, leaf := range o.(*data.Array).Leaves {
				copy(filled.Leaves[k], leaf)
			}
			f.o[arg.o+int32(i)], f.o[out.o+int32(i)] = nil, filled
		}
		return nil
	})
}
