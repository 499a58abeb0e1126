package factor

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/linear"
)

// after is the call of a loop with new iterations, and what has left them after it.
//
//	m = max(min(n, 1), 0)
//	Y = Accum 0 (Y. b = Call sum{rest} [θ, Y] n)           for each seed, of the dimensions d · m
//	Y' = Share Y (Y. Call sum{part} [θ, Y] m)
//
// So nothing that takes iterations happens without one.
func (w *writer) after(c *proc.Call, rest, part proc.Func, zone, partZone []string, seeds []proc.Var, names *proc.Names) proc.Procedure {
	b := &proc.Builder{Names: names, Pos: c.Pos}
	args := map[string]string{}
	for i, n := range w.Zone[1:] {
		args[n] = c.Zone[i]
	}
	k0, k1 := b.Int("k", 0), b.Int("k", 1)
	m := b.Call("m", proc.Int, prim.IMax, nil, b.Tuple("t", b.Call("m", proc.Int, prim.IMin, nil, b.Tuple("t", c.In, k1)), k0))

	starts := make([]proc.Var, len(seeds))
	for i, v := range seeds {
		var dims []proc.Var
		for _, l := range w.Around(v).Loops() {
			for _, n := range l.Counts {
				d := b.Call("d", proc.Int, prim.IMax, nil, b.Tuple("t", w.term(b, n, args), k0))
				dims = append(dims, b.Call("d", proc.Int, prim.IMul, nil, b.Tuple("t", d, m)))
			}
		}
		y := w.sums[v.Name]
		starts[i] = zeros(b, y.Name, y.Type, dims)
		args[y.Name] = y.Name
	}
	through := func(names []string) (list []string) {
		for _, n := range names {
			list = append(list, args[n])
		}
		return list
	}
	kind, _, _ := c.Func.Loop()
	sums := make([]proc.Var, len(seeds))
	var open func(i int)
	open = func(i int) {
		if i == len(seeds) {
			b.Emit(&proc.Call{Where: c.Where, Out: c.Out, Func: kind.Of(rest), Zone: through(zone), In: c.In})
			return
		}
		name := w.sums[seeds[i].Name].Name
		sums[i] = b.Accum(starts[i], name, func(s string) {
			args[name] = s
			open(i + 1)
		})
	}
	open(0)
	var share func(i int)
	share = func(i int) {
		if i == len(seeds) {
			b.Call("u", proc.Unit, proc.SumOf.Of(part), through(partZone), m)
			return
		}
		name := w.sums[seeds[i].Name].Name
		b.Share(sums[i], name, func(s string) {
			args[name] = s
			share(i + 1)
		})
	}
	share(0)
	single, _ := linear.Procedure(b.Body, []proc.Var{c.In}, []proc.Var{c.Out}, names)
	return linear.SimplifyUnless(w.lib.Without(), single)
}
