-- Folds whose iterations only add, which run in lanes, and some that do not. All take n, m = 5, and a = 3.

-- the outer one in lanes, with the inner one in each
def nested(x: Real[n, m], c: Real[m]): Real =
  let score(i) = fold(\(s, j). s + x[i, j] * c[j], c[0], [j for j < m]) in
  fold(\(s, i). s + score(i)^2, 1, [i for i < n])

def parts(x: Real[n, m]): Real =
  let (a, b, k) = fold(\((a, b, k), row). let t = fold(\(t, y). t + y * y, 0, row) in (a + t, b - sqrt(t), k + (if t > 1 then 2 else 1)), (0.0, 1.0, 0), x)
  in a * b + real(k)

def some(x: Real[n, m]): Real =
  fold(\(s, row). let t = fold(\(t, y). t + y, 0, row) in if t > 1 then s + 1 / t else s, 0.0, x)

-- in one iteration the lanes are left
def leaves(x: Real[n, m], c: Real[m], late: Int[n]): Real =
  fold(\(s, i). s + fold(\(t, j). x[i, j] / c[j] + t, c[late[i]], [j for j < m]), 0.25, [i for i < n])

-- nothing is won
def dot(x: Real[n], y: Real[n]): Real = fold(\(s, i). s + x[i] * y[i], 0.0, [i for i < n])

-- what is added takes long
def exps(x: Real[n]): Real = fold(\(s, y). s + exp(y) * cos(y), 0.5, x)

-- traces that are kept
def kept(x: Real[n, m]): Real = sum(i < n) log(fold(\(s, y). s + exp(y) * exp(sin(y)), 1.0, x[i]))
