type P = { u: Real, v: Int }
type C = { p: P, q: P[_], r: (Real, Real) }
def f(c: C, ps: P[n], x: Real): C = { c with q: ps, p: { c.p with u: c.p.u * x } }
