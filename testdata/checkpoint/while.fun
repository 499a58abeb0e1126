-- Loops whose number of iterations is not known before they end: n of them, but for converge.

-- An array in the state, updated from its neighbours.
def ringed(x: Real, u0: Real[m], n: Int): Real =
  let (u, _) = while(n, (u0, 0), \(_, i). i < n, \(u, i). ([ u[j] + 0.1 * x * sin(u[(j + 1) mod m]) for j < m ], i + 1)) in
  sum(i < m) u[i]^2

-- An array that is updated in place.
def updated(x: Real, u0: Real[m], n: Int): Real =
  let (u, _) = while(n, (u0, 0), \(_, i). i < n, \(u, i).
    let k = i mod m in (set(u, k, sin(u[k]) * u[(k + 1) mod m] + x), i + 1)) in
  sum(i < m) u[i] * u0[i]

-- A body whose trace depends on the branch that is taken.
def branched(x: Real, u0: Real[m], n: Int): Real =
  let (s, _) = while(n, (x, 0), \(_, i). i < n, \(s, i).
    if s > 0.5 then (s * s * u0[i mod m] - 0.2, i + 1) else (exp(0 - s) * u0[0], i + 1)) in s

-- Loops of both kinds in the iterations.
def loops(x: Real, u0: Real[m], n: Int): Real =
  let (s, _) = while(n, (x, 0), \(_, i). i < n, \(s, i).
    (let t = nTimes(i mod 4, s, \t. sin(t) * u0[1]);
         (r, _) = while(3, (t, 0), \(_, k). k < i mod 3, \(r, k). (cos(r) + t * u0[k], k + 1)) in
     0.1 * s + 0.2 * r, i + 1)) in s

-- Iterations that end when a Real says so.
def converge(x: Real, u0: Real[m], n: Int): Real =
  while(1000, x, \s. s < real(n) * u0[0], \s. s + 0.9 + 0.2 * sin(s) * u0[1])

-- A state that is one of two.
def other(x: Real, u0: Real[m], n: Int): Real =
  let (s, _) = while(n, ((Inl x : Real + Real[_]), 0), \(_, i). i < n, \(s, i).
      (case s of Inl y -> (Inr [ y * u0[j] for j < m ] : Real + Real[_]), Inr v -> (Inl (v[0] + sin(v[1])) : Real + Real[_]), i + 1)) in
  case s of Inl y -> y, Inr v -> sum(i < m) v[i]^2
