-- Loops that fill arrays, and sums, whose iterations read at places that vary or differ
-- by a Case. All take n, m = 5, a = 3, places at[i] < m, and others of which a few
-- are out of range: bad[9] and late[11].

def gathered(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real =
  sum(i < n) (exp(c[at[i]] * x[i]) * sin(x[i]))

def rotated(x: Real[n], c: Real[m, 4], a: Int, at: Int[n]): Real =
  let turned(v, row) = sin(row[0] * v) * cos(row[1]) + exp(row[2] - v) / row[3]
  in sum(i < n) turned(x[i], c[at[i]])

def elements(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[n] =
  [exp(c[at[i]]) * x[i] + sqrt(x[i]) for i < n]

def divided(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real =
  sum(i < n) (exp(c[(at[i] - a) mod m]) * sin(x[i]) + real(-at[i] div a) * exp(x[i]))

def matrix(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[a, n] =
  [exp(c[at[i]] - real(k)) / sqrt(x[i]) for k < a, i < n]

def branches(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[n] =
  [if x[i] < c[at[i]] then sin(x[i]) else if c[at[i]] < 1 then log(c[at[i]]) * x[i] else exp(-c[0]) for i < n]

def chosen(x: Real[n], c: Real[m], at: Int[n]): Real =
  let pick(t, u) = if t < u then Inl (exp(t) - u) else Inr (sqrt(u), t) in
  sum(i < n) (case pick(x[i], c[at[i]]) of Inl s -> s * log(x[i]), Inr (s, t) -> sin(s * t) + c[1])

def parts(x: Real[n], c: Real[m], a: Int, at: Int[n]): ((Real, Int, Bool)[n], Real) =
  let part(i) = let t = exp(c[at[i]]) / x[i] in (t, if t < 3 then at[i] else -i, t < 3 || x[i] > c[at[i]]);
      all = [part(i) for i < n]
  in (all, sum(i < n) (let (t, k, b) = all[i] in if b then t else real(k)))

-- In the first iteration there is no element before.
def before(x: Real[n], c: Real[m], at: Int[n]): Real =
  sum(i < n) (if i == 0 then c[at[i]] else exp(-x[i - 1]) * log(x[i]))

-- The array is as long as the iterations that read it are many: there may be none.
def few(x: Real[n], c: Real[m], at: Int[n]): Real[n] =
  let e = [exp(c[j]) for j < n div 20] in
  [if i < n div 20 then e[i] / x[i] else exp(x[i]) * sqrt(c[at[i]]) for i < n]

def loops(x: Real[n], c: Real[m], a: Int): Real =
  let f(t) = if t < c[0] then sum(j < m) exp(c[j] * t) else nTimes(a, t, \s. sin(s) + c[1]) in
  sum(i < n) f(x[i])

def local(x: Real[n], c: Real[m], a: Int): Real =
  let f(t) = let v = [c[j] * t for j < m] in
             let w = if t < c[0] then set(v, 1, exp(t)) else v in
             w[1] / w[a]
  in sum(i < n) f(x[i])

-- Iterations that read down columns run side by side; iterations that read along rows do not.
def columns(c: Real[m, n], b: Real[n, 19], v: Real[m], w: Real[19]): Real[n] =
  [(max(j < m) (v[j] + c[j, i])) + sum(r < 19) (b[i, r] * w[r]) for i < n]

def along(b: Real[n, 19], w: Real[19]): Real[n] =
  [max(r < 19) (b[i, r] * w[r]) for i < n]

-- Some are NaN, some as large as others.
def kinks(c: Real[m, n], v: Real[m]): Real[n] =
  [max(j < m) (floor(2 * sqrt(c[j, i] - 0.7)) + (v[j] - stopGradient(v[j]))) for i < n]

-- A loop inside that reads rows at places without order runs for one lane after the other.
def placed(x: Real[n, m], c: Real[m, m], at: Int[n]): Real =
  let best(i) = max(j < m) (sum(r < m) (x[i, r] * c[j, r])) in
  sum(i < n) (let w = at[i] in best(i) * sum(r < m) (x[i, r] * c[w, r]^2))

def misplaced(x: Real[n, m], c: Real[m, m], late: Int[n]): Real =
  let best(i) = max(j < m) (sum(r < m) (x[i, r] * c[j, r])) in
  sum(i < n) (let w = late[i] in best(i) * sum(r < m) (x[i, r] * c[w, r]^2))

def curve(t: Real, u: Real): Real = exp(t * u) / sqrt(1 + t^2) + sin(u)

def jacobian(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[_] =
  let row(v, i) = let (_, (dt, du)) = vjp(curve)(x[i], c[at[i]], 1) in set(set(set(v, 3 * i, dt), 3 * i + 2, du), 1 + 3 * i, curve(dt, 1))
  in fold(\(v, i). row(v, i), [0.0 for e < 3 * n + a], [i for i < n])

def rows(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[n, 2] =
  fold(\(e, i). let t = exp(c[at[i]]) / x[i] in set(set(e, i, 1, t), i, 0, sin(t)), [1.0 for i < n, k < 2], [i for i < n])

def triangle(x: Real[n], c: Real[m], a: Int): Real[n, m] =
  fold(\(e, i). fold(\(e, j). set(e, i, j, exp(x[i] * c[j]) / sqrt(x[i])), e, [j for j < i mod m + 0 * a]), [0.0 for i < n, j < m], [i for i < n])

def unfolded(x: Real[n], c: Real[m]): Real[_] =
  fold(\(e, i). fold(\(e, j). set(e, 4 * i + j, exp(x[i] * c[j]) / sqrt(x[i])), e, [j for j < 4]), [0.0 for e < 4 * n + 1], [i for i < n])

def inner(x: Real[n], c: Real[m]): Real[_, _] =
  fold(\(e, i). fold(\(e, j). set(e, i, j, exp(x[i] * c[j]) / sqrt(x[i])), e, [j for j < m]), [0.0 for i < n, j < m], [i for i < n])

def backwards(x: Real[n], c: Real[m]): Real[_] =
  fold(\(e, i). set(e, n - 1 - i, exp(x[i] * c[0]) / sqrt(x[n - 1 - i])), [0.0 for i < n + 1], [i for i < n])

-- The latest iteration wins.
def collisions(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[_] =
  fold(\(e, i). set(e, at[i], exp(x[i]) / sqrt(c[0])), [0.5 for e < m + a + 1], [i for i < n])

def rarely(x: Real[n], c: Real[m], a: Int): Real[_] =
  fold(\(e, i). if x[i] < c[0] then set(e, 2 * i + 1, exp(x[i]) / c[1]) else set(e, 2 * i, sin(x[i])), [0.0 for e < 2 * n], [i for i < n])

def sometimes(x: Real[n], c: Real[m], at: Int[n]): Real[_] =
  fold(\(e, i). if x[i] < c[at[i]] then set(e, i, exp(x[i]) / sqrt(c[0])) else e, [0.0 for e < n], [i for i < n])

def both(x: Real[n], c: Real[m], a: Int, at: Int[n]): (Real[_], (Int, Bool)[_]) =
  fold(\((u, v), i). let t = exp(x[i] / c[at[i]]) in (set(u, i, t), set(v, 2 * i, (at[i], t < 2))),
       ([0.0 for e < n], [(0, false) for e < 2 * n]), [i for i < n])

-- Iterations set an element that the one before has set.
def overlapping(x: Real[n], c: Real[m], a: Int): Real[_] =
  fold(\(e, i). set(set(e, i, exp(x[i]) / c[0]), i + 1, sin(x[i]) / c[1]), [0.0 for e < n + 1], [i for i < n])

def crossing(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[_] =
  fold(\(e, i). set(set(e, i, exp(x[i]) / c[0]), at[i], sin(x[i]) / c[1]), [0.0 for e < n], [i for i < n])

-- What was there is wanted.
def added(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real[_] =
  fold(\(e, i). set(e, at[i], e[at[i]] + exp(x[i]) / c[0]), [0.0 for e < m], [i for i < n])

-- RuntimeErrors: of the first iteration that has one, though a check that comes first in a
-- iteration fails in a later one, and only where a branch is taken.
def outside(x: Real[n], c: Real[m], bad: Int[n]): Real =
  sum(i < n) (exp(c[bad[i]]) * x[i])

def first(x: Real[n], c: Real[m], late: Int[n], bad: Int[n]): Real[n] =
  [exp(c[late[i]]) / sqrt(c[bad[i]]) for i < n]

def guarded(x: Real[n], c: Real[m], a: Int, late: Int[n], bad: Int[n]): Real[n] =
  [if bad[i] < m then exp(c[bad[i]]) / sqrt(x[i]) else if late[i] < m then exp(x[i]) else sqrt(c[i]) for i < n]

-- A branch that only an iteration with a run-time error takes.
def taken(x: Real[n], c: Real[m], a: Int, late: Int[n]): Real =
  sum(i < n) (if late[i] < m then exp(c[late[i]] * x[i]) else sin(c[i - m]) * x[i])

def beyond(x: Real[n], c: Real[m], a: Int): Real[_] =
  fold(\(e, i). let t = exp(x[i]) / c[0] in set(set(e, 2 * i, t), 2 * i + 1, sin(t)), [0.0 for e < 7 * a], [i for i < n])

def checked(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real =
  let f(i) = let _ = assert(i < 19 || x[i] < 0, "a late iteration") in exp(c[at[i]]) / x[i]
  in sum(i < n) f(i)

-- Elements that no iteration sets are zero, also in memory that was used before.
def remain(x: Real[n], c: Real[m], a: Int): Real[_] =
  let used = fold(\(e, i). set(e, i, e[i] + x[i]), [1.0 for e < 2 * n + a], [i for i < n]);
      s = sum(e < 2 * n + a) used[e]
  in fold(\(e, i). set(set(e, 2 * i, exp(x[i]) / s), 2 * i + 1, s), [0.0 for e < 2 * n + a], [i for i < n])

def holes(x: Real[n], c: Real[m], a: Int): Real[_] =
  let used = fold(\(e, i). set(e, i, e[i] + x[i]), [1.0 for e < 3 * n], [i for i < n]);
      s = sum(e < 3 * n) used[e]
  in fold(\(e, i). set(set(e, 3 * i, exp(x[i]) / s), 3 * i + 2, s), [0.0 for e < 3 * n], [i for i < n])

def pairs(x: Real[n], c: Real[m], a: Int): (Real, Int)[_, 3] =
  let used = fold(\(e, i). set(e, i, 1, (x[i], i)), [(1.0, 2) for e < n + a, k < 3], [i for i < n]);
      s = sum(e < n + a) (let (t, _) = used[e, 1] in t)
  in fold(\(e, i). fold(\(e, k). set(e, i, k, (exp(x[i]) / s, i * k)), e, [k for k < 3]), [(0.0, 0) for e < n + a, k < 3], [i for i < n])

-- Places that are computed from Reals.
def tabled(x: Real[n], c: Real[m], a: Int, at: Int[n]): Real =
  let between(t) =
        let k = max(0, min(m - 2, int(t)));
            u = t - real(k)
        in (1 - u) * c[k] + u * c[k + 1]
  in sum(i < n) (between(2 * x[i] - 1)^2 * sin(x[i]))

def whole(x: Real[n], c: Real[m], at: Int[n]): Real[n] =
  [if at[i] == 2 then sin(x[i]) else exp(c[int(x[i] / real(at[i] - 2)) mod m]) * sqrt(x[i]) for i < n]

-- A run-time error in the first iteration with at[i] = 2.
def unwhole(x: Real[n], c: Real[m], at: Int[n]): Real[n] =
  [real(int(x[i] / real(at[i] - 2))) * exp(x[i]) * sin(c[0]) for i < n]
