-- Folds for the largest or the smallest of some numbers. Only multiplications, which all round in one way.
def most(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y), a, x)
def least(a: Real, x: Real[n]): Real = fold(\(m, y). min(m, y), a, x)
def late(a: Real, x: Real[n]): Real = fold(\(m, y). max(y, m), a, x)
def low(a: Real, x: Real[n]): Real = fold(\(m, y). min(y, m), a, x)
def odd(a: Real, x: Real[n]): Real = fold(\(m, i). max(m, if i mod 2 == 0 then x[i] else -2 * x[i]), a, [i for i < n])
def near(a: Real, x: Real[n]): Real = fold(\(m, i). let y = if i == 0 then x[i] else x[i - 1] in min(m, y * x[i]), a, [i for i < n])

-- whose state is looked at twice, or not only there
def both(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y * m), a, x)
def twice(a: Real, x: Real[n]): Real = fold(\(m, y). max(m * 0.5, y), a, x)
