-- Loops whose states are arrays and whose iterations cost little, for which the best strategy depends on the cache.

-- An array in the state, updated from its neighbours.
def waves(x: Real, u0: Real[m], n: Int): Real =
  let u = nTimes(n, u0, \u. [ u[i] + 0.1 * x * u[i] * u[(i + 1) mod m] for i < m ]) in
  sum(i < m) u[i]^2

-- The same by fold, whose iterations have an index.
def driven(x: Real, u0: Real[m], n: Int): Real =
  let u = fold(\(u, y). [ 0.5 * u[i] * u[(i + 1) mod m] + y for i < m ], u0, [ 0.01 * real(j) * x for j < n ]) in
  sum(i < m) u[i]

-- A loop in the iterations of a loop.
def swept(x: Real, u0: Real[m], n: Int): Real =
  let u = nTimes(n, u0, \u. nTimes(n div 10, u, \v. [ 0.3 * v[i] * v[(i + 1) mod m] + u[i] * x for i < m ])) in
  sum(i < m) u[i]

-- A state that is one of two, with traces of several sizes.
def either(x: Real, u0: Real[m], n: Int): Real =
  case nTimes(n, (Inl x : Real + Real[_]), \s. case s of Inl y -> (Inr [ y * u0[i] for i < m ] : Real + Real[_]), Inr v -> (Inl (v[0] * v[1]) : Real + Real[_])) of
    Inl y -> y,
    Inr v -> sum(i < m) v[i]^2
