package engine

import (
	"context"
	"slices"

	"procad/internal/data"
	"procad/llvm"
	"procad/llvm/toolchain"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// ExternCalls calls functions of C by native code, each in a process of its own, for an interpreter
// (interp.Extern). It is not safe for concurrent use.
type ExternCalls struct {
	Options  llvm.Options
	Compiler toolchain.Compiler
	Context  context.Context // may be nil

	servers map[proc.Func]*Server
}

// Call calls a function of C.
func (x *ExternCalls) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	_, types, _ := f.Family()
	active := make([]proc.Type, len(types))
	for i, t := range types {
		active[i] = deriv.Activate(t)
	}
	zone = slices.Clone(zone)
	for i := range zone {
		zone[i].Type = deriv.Activate(zone[i].Type)
	}
	arg.Type = deriv.Activate(arg.Type)
	f = f.At(active...)
	s := x.servers[f]
	if s == nil {
		var err error
		if s, err = x.serve(f); err != nil {
			return data.Value{}, err
		}
	}
	return s.Call(externCaller, zone, arg)
}

var externCaller = proc.Name("extern")

// serve makes a server for a function of C:
//
//	extern [Θ] (a : S) -> (b : T)        b = Call f [Θ] a
func (x *ExternCalls) serve(f proc.Func) (*Server, error) {
	sig, err := prim.Sig(f, func(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false })
	if err != nil {
		return nil, err
	}
	d := &proc.Def{Name: externCaller, Zone: sig.Zone, In: proc.Var{Name: "a", Type: sig.In}, Out: proc.Var{Name: "b", Type: sig.Out}}
	call := &proc.Call{Func: f, In: d.In, Out: d.Out}
	for _, r := range d.Zone {
		call.Zone = append(call.Zone, r.Name)
	}
	d.Body = proc.Procedure{call}
	e := &Engine{Options: x.Options, Compiler: x.Compiler, Context: x.Context, Lookup: func(g proc.Func) (*proc.Def, error) {
		if g == externCaller {
			return d, nil
		}
		return nil, nil
	}}
	s, err := e.Serve(externCaller)
	if err != nil {
		return nil, err
	}
	if x.servers == nil {
		x.servers = map[proc.Func]*Server{}
	}
	x.servers[f] = s
	return s, nil
}
