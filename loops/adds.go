package loops

import (
	"procad/proc"
	"procad/proc/deriv"
)

// What adds has beside sum: a value to begin with, and an order.

// adds says that the loop adds up what its iterations give.
func (l *loop) adds() bool { return l.kind == proc.SumOf || l.kind == proc.Adds }

// result is the type of the loop's result.
func (l *loop) result() proc.Type {
	if l.adds() {
		return l.f.Out
	}
	return proc.NewArray(l.rank(), l.f.Out)
}

// begin takes the argument of the loop: the counts, and what adds begins with.
func (l *loop) begin(m *maker) (n, s proc.Var) {
	if l.kind == proc.Adds {
		ns := m.in(l.zone(), proc.NewTuple(proc.Int, l.f.Out), "n", "s")
		return ns[0], ns[1]
	}
	return m.in(l.zone(), l.counts(), "n")[0], s
}

// argument is what begin takes apart.
func (l *loop) argument(b *proc.Builder, n, s proc.Var) proc.Var {
	if l.kind == proc.Adds {
		return b.Tuple("a", n, s)
	}
	return n
}

// Adds is the way of adds, forwards.
const Adds Way = "adds"

// tangentAdds is the tangent of adds, which adds tangents too:
//
//	fwd$adds{f} [θ, θ̇] ((n, s), (_, ṡ)) = adds{iteration.fwd$adds{f}} [θ, θ̇] (n, (s, ṡ))
func tangentAdds(l *loop, m *maker) (proc.Var, error) {
	b, zone := m.b, l.tangentZone(m)
	a := m.in(zone, pairOf(proc.NewTuple(proc.Int, l.f.Out)), "ns", "ns.dot")
	ns, dot := b.Untuple(a[0], "n", "s"), secondDot(b, a[1])
	start := ns[1]
	discrete := deriv.Discrete(l.f.Out)
	if !discrete {
		start = b.Tuple("st", start, dot)
	}
	y, err := m.call(l.lib, "y", proc.Adds.Of(deriv.Iteration(deriv.Fwd).Of(l.name)), zone, b.Tuple("a", ns[0], start))
	if err == nil && discrete {
		y = b.Tuple("o", y, dot)
	}
	return y, err
}
