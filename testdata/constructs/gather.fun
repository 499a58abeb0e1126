-- Data: {"p": [[0.1, 0.2, 0.3], [1.1, 0.9, 0.4], [0.3, -0.8, 0.7], [-0.5, 0.6, 0.2]], "m": [1, 2, 0.5, 0.7], "none": 0}
-- What inner loops add to one element, to a row of three, to an element that is
-- there only if the loop has iterations, and in some iterations only.
def pull(p: Real[n, 3], m: Real[n], i: Int): Real =
  sum(j < i) (m[i] * m[j] / sqrt(0.1 + sum(c < 3) (p[i, c] - p[j, c])^2))

def absent(m: Real[n], none: Int): Real = sum(j < none) (m[n + none] * m[j] + m[j])

def some(p: Real[n, 3], m: Real[n], i: Int): Real =
  sum(j < n) (if p[j, 0] < p[i, 0] then m[i] * p[j, 1] else sum(c < 3) (p[i, c] * p[j, 2 - c]))

def chain(p: Real[n, 3], m: Real[n]): Real =
  fold(\(s, j). s * m[1] + m[0] * p[j, 0] * p[2, 1], 1.0, [j for j < n])

def f(p: Real[n, 3], m: Real[n], none: Int): Real =
  sum(i < n) (pull(p, m, i) + absent(m, none) * m[i] + some(p, m, i) * chain(p, m))
