package compare_test

import "procad/core"

// afterPasses gives the systems what the passes of core make of the program.
func afterPasses(s *sample) {
	p, err := s.Unit.Core()
	if err != nil {
		panic(err)
	}
	s.Program, s.Func = p, p.Lookup(s.Func.Name)
}

// functionsAsArguments gives each function that is called to a function that calls it.
//
//	f(e1, …, en)   is   (\(g, x1, …, xn). g(x1, …, xn))(f, e1, …, en)
func functionsAsArguments(s *sample) {
	calls(s, func(e *core.Apply) {
		f := e.Func.Type().(*core.FuncType)
		params := []*core.Var{{Pos: e.At, Name: "g", Type: f}}
		types := []core.Type{f}
		call := &core.Apply{Node: core.Node{At: e.At, Of: f.Result}, Func: core.UseOf(params[0])}
		for _, t := range f.Params {
			x := &core.Var{Pos: e.At, Name: "x", Type: t}
			params, types = append(params, x), append(types, t)
			call.Args = append(call.Args, core.UseOf(x))
		}
		e.Args = append([]core.Term{e.Func}, e.Args...)
		e.Func = &core.Lambda{Node: core.Node{At: e.At, Of: &core.FuncType{Params: types, Result: f.Result}}, Params: params, Body: call}
	})
}

// functionsAsValues makes each function that is called the value of a choice.
//
//	f(e)   is   (if 0 < 1 then f else f)(e)
func functionsAsValues(s *sample) {
	calls(s, func(e *core.Apply) {
		number := func(n int64) core.Term {
			return &core.IntConst{Node: core.Node{At: e.At, Of: core.Int}, Value: n}
		}
		less := &core.Prim{Node: core.Node{At: e.At, Of: core.Bool}, Op: core.Lt, Args: []core.Term{number(0), number(1)}}
		e.Func = &core.Case{
			Node: core.Node{At: e.At, Of: e.Func.Type()}, X: less,
			Arms: []core.Arm{{Body: e.Func}, {Body: core.Copy(e.Func)}},
		}
	})
}

// calls changes all calls of functions in the program.
func calls(s *sample, change func(*core.Apply)) {
	var in func(core.Term)
	in = func(e core.Term) {
		for _, place := range core.Places(e) {
			in(*place)
		}
		if call, ok := e.(*core.Apply); ok {
			change(call)
		}
	}
	for _, d := range s.Program.Defs {
		in(d.Body)
	}
}
