-- Data: {"x": [0.3, -1.2, 0.7, 2.1, -0.4], "w": [0.5, -0.25, 1.5], "p": [[0.2, 1.1], [-0.6, 0.9]], "m": [1, 0, 1, 1, 0], "s": [2, 0]}
-- Branches that are chosen by indices, by Ints and by elements: what they leave is their tag alone, and R chooses again.
def line(x: Real[n], w: Real[k], i: Int): Real =
  sum(j < k) (if i + j >= 1 && i + j - 1 < n then x[i + j - 1] * w[j] else 0)

def plane(p: Real[a, a], w: Real[k], i: Int, j: Int): Real =
  sum(c < k, d < k) (if (i + c < 1 || i + c - 1 >= a) || (j + d < 1 || j + d - 1 >= a) then 0.5 * w[c] else p[i + c - 1, j + d - 1] * w[c] * w[d])

def masked(x: Real[n], m: Int[n], s: Int[a], i: Int): Real =
  sum(j < n) (if m[j] == 1 && j != i then x[i] * x[j] else if j mod 2 == 0 then sin(x[j]) else if s[j mod a] == 2 || x[i] < x[j] then 3 * x[i] else 2)

-- An element or zero, by a function of its own, which R makes again.
def at(p: Real[a, b], i: Int, j: Int): Real = if 0 <= i && i < a && 0 <= j && j < b then p[i, j] else 0

def helper(p: Real[a, a], w: Real[k], i: Int, j: Int): Real = sum(c < k, d < k) at(p, i + c - 1, j + (d + 1) div 2 - 1) * w[c] * sin(w[d])

def f(x: Real[n], w: Real[k], p: Real[a, a], m: Int[n], s: Int[a]): Real =
  (sum(i < n) line(x, w, i)^2) + (sum(i < a, j < a) plane(p, w, i, j)^2) + (sum(i < a, j < a) helper(p, w, i, j)^2) + sum(i < n) masked(x, m, s, i)^2 * x[i]
