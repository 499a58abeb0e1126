-- Data: {"p": [[1, 2, 0.5], [0.25, -1, 3]], "w": [1.5, 0.5], "m": [[1, 2], [3, 4]]}
-- Declared types, with sizes and parameters, and constants: numbers, one of them a size, and one that is computed.
type Points = Real[_, dim]
type Pair(a) = (a, a)
type Weighted = Pair(Real[2])
const dim: Int = 3
const g: Real = 2 * 4.905
const norms: Real[2] = [1 / real(i + dim) for i < 2]

def centre(p: Points, w: Real[n]): Real[dim] = [sum(i < n) w[i] * p[i, j] * g for j < dim]
def both(w: Weighted): Real = let (u, v) = w in sum(i < 2) u[i] * v[i] * norms[i]
def f(p: Points, w: Real[2], m: Pair(Real[2])): Real =
  let c = centre(p, w); (a, _) = m; type = c[1] in both((a, w)) + type * c[0] + exp(-c[2] / (g * g))
