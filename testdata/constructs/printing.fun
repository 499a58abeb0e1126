-- Data: {"v": [1, -2, 0.5], "x": 1.3}
-- What prints: a value with names, in loops whose iterations run again, and in a function of several traces.
type Point = { u: Real, v: Real[_] }
def half(x: Real): Real = let y = trace("half", 0.5 * sin(x)) in trace("square", y^2)
def f(v: Real[n], x: Real): Real =
  let p = trace("p", { u: x, v: v });
      s = fold[binomial(2)](\(s, y). s * half(y) + p.u, p.u, p.v)
  in s + sum(i < n) trace("term", exp(p.v[i] * x) * half(x))
