-- Loops that read their indices from an array.

def gather(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) x[at[i]]

def pairs(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) (x[at[i]] * x[at[m - 1 - i]])

def moved(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) x[at[i] + c]

def scaled(x: Real[n], at: Int[m], c: Int, k: Int): Real[m] = [x[2 * at[i] - at[i]] * x[0] for i < m]

def counted(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < k) x[at[i]]

def shifted(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m - c) (x[at[i + c]] * x[at[i]])

def first(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) (if i < c then x[at[i]] else 1)

def positive(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) (if at[i] < 0 then 2 else x[at[i]])

def chained(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) x[at[at[i] mod m]]

def largest(x: Real[n], at: Int[m], c: Int, k: Int): Real = max(i < m) x[at[i]]

def scatter(x: Real[n], at: Int[m], c: Int, k: Int): Real[n] =
  fold(\(v, i). set(v, at[i], 0.5 * v[at[i]] + x[at[i]]), [0.0 for j < n], [i for i < m])

def steps(x: Real[n], at: Int[m], c: Int, k: Int): (Real, Int) =
  fold(\((s, p), i). (0.5 * s + x[p], at[i]), (0.0, 0), [i for i < m])

-- the state holds the indices, and changes
def rewritten(x: Real[n], at: Int[m], c: Int, k: Int): (Int[m], Real) =
  fold(\((v, s), i). (set(v, m - 1 - i, 0), s + x[v[i]]), ([at[i] for i < m], 0.0), [i for i < m])

def replaced(x: Real[n], at: Int[m], c: Int, k: Int): (Int[m], Real) =
  fold(\((v, s), i). (set(v, m - 1 - i, c), s + x[v[i]]), ([at[i] for i < m], 0.0), [i for i < m])

def divided(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) (x[at[i]] * real(i div (at[i] - c)))

def matrix(x: Real[n], at: Int[m], c: Int, k: Int): Real =
  let a = [x[r] * real(s + 1) for r < n, s < 3] in sum(i < m) (a[at[i], 1] + a[at[m - 1 - i], 2])

-- the place of an index is read
def twice(x: Real[n], at: Int[m], c: Int, k: Int): Real = sum(i < m) x[at[at[i]]]

def some(x: Real[n], at: Int[m], c: Int, k: Int): Real[m] = [if i < c then x[at[i]] else 1 for i < m]

def marked(x: Real[n], at: Int[m], c: Int, k: Int): Real[n] =
  fold(\(v, i). if i < c then set(v, at[i], x[0]) else v, [0.0 for j < n], [i for i < m])
