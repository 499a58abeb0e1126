-- Loops that other systems got wrong: each function iterations n times.

-- An array in the state, updated from its neighbours.
def ring(x: Real, u0: Real[m], n: Int): Real =
  let u = nTimes(n, u0, \u. [ u[i] + 0.1 * x * sin(u[(i + 1) mod m]) for i < m ]) in
  sum(i < m) u[i]^2

-- A body that reads an array by the loop's own counter.
def counter(x: Real, u0: Real[m], n: Int): Real =
  let (i, s) = nTimes(n, (0, x), \(i, s). (i + 1, sin(s) + u0[i mod m])) in s * x

-- The same by fold, whose iterations have an index.
def folded(x: Real, u0: Real[m], n: Int): Real =
  fold(\(s, y). cos(s) * y, x, [ u0[i mod m] + real(i) * x for i < n ])

-- A body whose trace depends on the branch that is taken.
def branch(x: Real, u0: Real[m], n: Int): Real =
  let (s, i) = nTimes(n, (x, 0), \(s, i).
    if s > 0.5 then (s * s * u0[i mod m] - 0.2, i + 1) else (exp(0 - s) * u0[0], i + 1)) in s

-- An update in place, whose reverse puts back what was overwritten.
def update(x: Real, u0: Real[m], n: Int): Real =
  let (u, i) = nTimes(n, (u0, 0), \(u, i). let k = i mod m in (set(u, k, sin(u[k]) * u[(k + 1) mod m] + x), i + 1)) in
  sum(i < m) u[i] * u0[i]

-- A loop in the iterations of a loop, which take ever more iterations.
def nested(x: Real, u0: Real[m], n: Int): Real =
  let (s, i) = nTimes(n, (x, 0), \(s, i).
    (nTimes(i mod 4, s, \t. sin(t) * u0[1]) + 0.1 * s, i + 1)) in s

-- Loops in the iterations of a sum, which run again as a whole.
def many(x: Real, u0: Real[m], n: Int): Real =
  sum(i < m) nTimes(n, u0[i] * x, \t. sin(t) + t * u0[0])

-- A state that is one of two.
def either(x: Real, u0: Real[m], n: Int): Real =
  case nTimes(n, (Inl x : Real + Real[_]), \s. case s of Inl y -> (Inr [ y * u0[i] for i < m ] : Real + Real[_]), Inr v -> (Inl (v[0] + sin(v[1])) : Real + Real[_])) of
    Inl y -> y,
    Inr v -> sum(i < m) v[i]^2
