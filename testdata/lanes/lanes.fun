-- Sums whose iterations run in lanes, and some whose iterations cannot. All take n, m = 5, and a = 3.

def horner(x: Real[n], c: Real[m]): Real =
  sum(i < n) fold(\(s, cj). s * x[i] + cj, 0, c)

def distances(x: Real[n, m], c: Real[a, m]): Real =
  let d(i, k) = sum(j < m) (x[i, j] - c[k, j])^2 in
  sum(i < n) (max(k < a) (-d(i, k)))

def soft(x: Real[n, m], c: Real[a, m], w: Real[a]): Real =
  let score(i) = [w[k] + sum(j < m) (x[i, j] * c[k, j]) for k < a];
      lse(v) = let t = max(k < a) v[k] in t + log(sum(k < a) exp(v[k] - t))
  in sum(i < n) lse(score(i))

def rows(x: Real[n, m], c: Real[a, m]): Real =
  let dot(u, v) = sum(j < m) (u[j] * v[j]);
      best(row) = (sum(k < a) dot(row, c[k])) * dot(c[0], row)
  in sum(i < n) best(x[i])

def chain(x: Real[n, m], c: Real[m, m]): Real =
  let y(i) = [sum(j < r) (c[r, j] * tanh(x[i, j])) for r < m] in
  sum(i < n) (let v = y(i) in (sum(r < m) v[r]^2) * v[m - 1])

def update(x: Real[n], c: Real[m], a: Int): Real =
  let filled(t) = fold(\(v, j). set(v, (j + 1) mod m, v[j] * t + c[j]), [t for j < m], [j for j < m]) in
  sum(i < n) (let v = filled(x[i]) in v[0] * v[a])

def uniform(x: Real[n], c: Real[m], a: Int): Real =
  let term(t, j) = if j < a then c[j] * sin(t) else if c[j] < 1 then c[j]^3 * t else t / c[j] in
  sum(i < n) sum(j < m) (term(x[i], j) * term(x[i], 0))

def varying(x: Real[n], c: Real[m]): Real =
  sum(i < n) sum(j < m) (if x[i] < c[j] then x[i] * c[j] else c[j])

def kept(x: Real[n], c: Real[m], a: Int): Real =
  let step(t, s, j) = if j < a then (s * t + c[j], Inl (s * t)) else (s + c[j] * t, Inr j);
      run(t) = nTimes(a, 1.0, \s. fold(\(s, j). let (next, side) = step(t, s, j) in
                                     next * (case side of Inl y -> 1 + 0.01 * y, Inr k -> real(k) * 0.1 + 0.5), s, [j for j < m]))
  in sum(i < n) run(x[i])

def library(x: Real[n], c: Real[m], a: Int): Real =
  let f(t, u) = lgamma(t) + atan2(t, u) + pow(t, u) + abs(t - u) + floor(t * 3) + sign(t - 0.7) + min(t, u) * max(u, t) + sqrt(t) +
                t^3 + u^-2 + t^a + logistic(t) + log1p(t) + digamma(u + t) + erf(t)
  in sum(i < n) sum(j < m) f(x[i], c[j])

def neighbours(x: Real[n], c: Real[m]): Real =
  let blur(i) = sum(j < m) (c[j] * x[i + 1] - c[j] * x[i]^2) in
  sum(i < max(n - 1, 0)) blur(i)

def counts(x: Real[n], c: Real[m], a: Int): Real =
  let f(i) = (sum(j < m) (j * a + i), sum(j < m) (c[j] * x[i]), sum(j < a) (real(i + j) * x[i])) in
  let (k, s, t) = sum(i < n) f(i) in s * t + real(k)

def scalars(x: Real[n], p: Real, q: Real, m: Int): Real =
  sum(i < n) nTimes(m, p * x[i], \s. s * 0.5 + q)

def inside(x: Real[n, m], c: Real[m]): Real =
  let part(r, t) = sum(i < n) fold(\(s, cj). s * c[r] * t + x[i, r] * cj, t, c) in
  fold(\(s, r). s + 0.1 * part(r, s), 1.0, [r for r < m])

-- LLVM has vectors along the rows.
def matrix(x: Real[n, m], c: Real[m]): Real =
  sum(i < n) (sum(j < m) (x[i, j] * c[j]))^2

-- A run-time error in the first iteration.
def outside(x: Real[n], c: Real[m], a: Int): Real =
  sum(i < n) nTimes(m, x[i], \s. s * c[a + 3] + c[m - 1])

-- A run-time error in iteration m.
def later(x: Real[n], c: Real[m]): Real =
  sum(i < n) nTimes(m, x[i], \s. s * c[i] + c[m - 1])

def shared(x: Real[n], c: Real[m]): (Real, Real[m]) =
  let best(t) = max(j < m) (c[j] * t - c[j]^2) in
  (sum(i < n) best(x[i]), [sum(i < n) fold(\(s, cj). s * x[i] + cj * c[j], 0, c) for j < m])

def pairs(x: Real[n], c: Real[m]): Real =
  let x = [(x[i], 0.5 * x[i]) for i < n];
      c = [(c[j], -c[j]) for j < m];
      f(i) = fold(\((re, im), j). let (u, v) = c[j] in let (s, t) = x[i] in (re * s - im * t + u, re * t + im * s + v), (0, 0), [j for j < m]) in
  sum(i < n) (let (re, im) = f(i) in re^2 + im^2)

-- c has more elements than 16 for each of few iterations, and then no copies.
def large(x: Real[n], c: Real[m, m, m, a]): Real =
  let row(t, p, q) = sum(r < m) sum(s < a) (c[p, q, r, s] * t + c[p, q, r, 0] * (t + real(s)));
      below(t, p) = sum(q < p) (c[p, q, q, 1] * sin(t) * row(t, p, q))
  in sum(i < n) (below(x[i], m - 1) * x[i])

def along(x: Real[n], c: Real[m, m, m, a]): Real =
  let chain(t) = fold(\(y, s). y * c[0, 1, 2, s] + t * c[0, 1, 1, s], 1.0, [s for s < a]);
      some(t) = sum(r < m) (if r < a then c[1, 1, 1, r] * t else c[1, 1, r, 1] * sin(t));
      none(t) = sum(r < m - 5) (c[m, 0, 0, r] * t + c[m, 0, 0, 1])
  in sum(i < n) (chain(x[i]) + some(x[i]) + none(x[i]))

-- Elements from the last to the first, to which the reverse adds from the first to the last.
def reversed(x: Real[n], c: Real[m, m, m, a]): Real =
  sum(i < n) fold(\(y, s). y * x[i] + c[0, 1, 2, a - 1 - s], 0, [s for s < a])

def reversedTwice(x: Real[n], c: Real[m, m, m, a]): Real =
  sum(i < n) fold(\(y, s). y * x[i] + c[0, 1, 2, a - 1 - s] * c[0, 1, 2, s], 0, [s for s < a])

def reversedPart(x: Real[n], c: Real[m, m, a, m]): Real =
  sum(i < n) fold(\(y, s). y * x[i] + c[0, 1, 2, a - 1 - s], 0, [s for s < a])

def reversedSome(x: Real[n], c: Real[m, m, a, m], a: Int): Real =
  sum(i < n) fold(\(y, s). y * x[i] + (if s < a then c[0, 1, 2, m - 1 - s] else 2), 0, [s for s < m])

def filtered(x: Real[n], c: Real[m]): Real =
  sum(i < n - m + 1) (sum(q < m) (x[i + q] * c[q]))^2

def convolved(x: Real[n], c: Real[m], a: Int): Real =
  (sum(i < n - m + 1) ((sum(q < m) (x[i + m - 1 - q] * c[q])) * x[i + a])) + sum(i < n - 1) sum(q < a) (x[i + 1 - q div a] * c[q])

def image(x: Real[n, n], c: Real[a, a]): Real =
  sum(i < n - a + 1, j < n - a + 1) (sum(p < a, q < a) (x[i + p, j + q] * c[p, q] + x[i + a - 1 - p, j + a - 1 - q]))^2

def empty(x: Real[n], c: Real[m], a: Int): Real =
  sum(i < n) ((sum(q < a - m + 2) (x[i + q] * c[q])) + exp((sum(j < a) c[j]) - x[i]))

-- Where all lanes add to rows of c, which are short or have as many elements as x.
def photograph(x: Real[n], c: Real[m], a: Int): Real =
  let y = [sum(p < a, q < m) (c[q] * x[i + q] * x[p]) for k < 2, i < n - m + 1];
      z = [sum(q < n) (c[q mod m] * x[q] * x[i]) for k < 2, i < n]
  in sum(k < 2, i < n - m + 1) (y[k, i] * z[1 - k, i])

-- c has more elements than 16 for each of few iterations, and then no copies of parts.
def tiles(x: Real[n], c: Real[m, m, m, a]): Real =
  let y = [sum(p < m, q < m, r < m, s < a) (c[p, q, r, s] * x[i] * real(k + s)) for k < 2, i < n];
      z = [c[k, 1, 2, 0] + sum(r < m - 5) (c[m, 0, 0, r] * x[i]) for k < 2, i < n]
  in sum(k < 2, i < n) (y[k, i] * z[1 - k, i])

-- What lies beyond the ends is zero: lanes read and add only what is there, and no index is wrong.
def padded(x: Real[n], c: Real[m]): Real =
  sum(i < n) (sum(q < m) (if i + q >= 2 && i + q - 2 < n then x[i + q - 2] * c[q] else 0))^2

def paddedBack(x: Real[n], c: Real[m], a: Int): Real =
  sum(i < n) (sum(q < m) (if i - q >= 0 && i - q <= n - 1 then x[i - q] * c[q] else c[0])) * x[i]

def paddedPlane(x: Real[n, n], c: Real[a, a]): Real =
  let y = [sum(p < a, q < a) (if i + p >= 1 && i + p <= n && j + q >= 1 && j + q <= n then x[i + p - 1, j + q - 1] * c[p, q] else 0) for i < n, j < n]
  in sum(i < n, j < n) y[i, j]^2

-- The condition is of another size than the array has, or none of the index.
def paddedElsewhere(x: Real[n], c: Real[m], a: Int): Real =
  sum(i < n) (sum(q < m) (if i + q >= 1 && i + q - 1 < m then x[i + q - 1] * c[q] * c[i + q - 1] else if i < a then x[q] else 1))^2

-- Views of an array that are made in the loop inside: the lanes add to their cotangents in a register.
def element(r: Real[n], j: Int): Real = if 0 <= j && j < n then r[j] else 0

def paddedRows(y: Real[m, n], c: Real[a]): Real =
  sum(i < m) sum(j < n) (sum(k < a) (element(y[i], j + k - a div 2) * c[k]))^2
