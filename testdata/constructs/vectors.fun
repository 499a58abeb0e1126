-- Data: {"a": [[1, 2, 3], [4, 5, 6.5]], "m": [[0.5, 1], [-2, 0.25]], "k": [1, 0, 2], "s": 0.3}
def dot(u: Real[n], v: Real[n]): Real = sum(i < n) (u[i] * v[i])

def cross(u: Real[3], v: Real[3]): Real[3] =
  [u[(i + 1) mod 3] * v[(i + 2) mod 3] - u[(i + 2) mod 3] * v[(i + 1) mod 3] for i < 3]

def unit(v: Real[n]): (Real[n], Real) = let r = sqrt(dot(v, v)) in ([v[i] / r for i < n], r)

def product(u: Real[2, 2], v: Real[2, 2]): Real[2, 2] = [sum(l < 2) (u[i, l] * v[l, j]) for i < 2, j < 2]

-- what an iteration makes is read at known places, at others, chosen, updated, and handed on
def f(a: Real[n, 3], m: Real[2, 2], k: Int[p], s: Real): (Real[n, 3], Real) =
  let turned(v: Real[3]) = cross([if i == 0 then s else if i == 1 then 1 else s * v[0] for i < 3], v);
      rows = [turned([a[i, j] * real(j + 1) for j < 3]) for i < n];
      some = sum(i < n)
        (let (u, r) = unit([a[i, j] - s for j < 3]);
             w = if r > 3 then set(u, 1, s * u[1]) else stopGradient(u);
             d(j) = w[j] - 2 * u[j];
             e = product([u[l] * m[l, j] for l < 2, j < 2], m)
         in (sum(j < 3) d(j)^2) + e[0, 1] * e[1, 0] + (sum(l < p) (w[k[l]] * u[k[l]] * r)))
  in (rows, some)
