-- Folds for the largest or the smallest number in iterations that run in lanes. All take n, m = 5, and a = 3.

-- in each lane another iteration wins, or none, where the first number is the largest
def shifted(x: Real[n, m]): Real =
  sum(i < n) (let s = fold(\(s, y). max(s, y), x[i, 0], x[i]) in s + log(sum(j < m) exp(x[i, j] - s)))

def last(x: Real[n, m], c: Real[m]): Real =
  sum(i < n) exp(fold(\(s, j). min(x[i, j] * c[j], s), -0.5, [j for j < m]))

-- where the lanes differ in what they do
def some(x: Real[n, m], c: Real[m]): Real =
  sum(i < n) (if x[i, 0] < 0.25 then exp(fold(\(s, j). max(s, x[i, j] * c[j]), 0, [j for j < m])) else x[i, 1])

-- that begin with what is found by another one
def two(x: Real[n, m], c: Real[m]): Real =
  sum(i < n) exp(fold(\(s, j). max(s, x[i, j]), fold(\(s, j). max(s, c[j] * x[i, j]), 0, [j for j < m]), [j for j < m]))
