-- Data: {"x": 1.25, "k": [3, 5, -2], "n": 4}
-- Powers of Ints, bits, shifts, and sizes that are computed.
def hash(n: Int, k: Int): Int = let h = bitXor(n * 31, shiftRight(n, 3)) in bitAnd(bitOr(h, shiftLeft(k, 2)), 2^k - 1)
def steps(v: Real[n], w: Real[n + 1], t: Real[n * (n + 1) div 2]): Real[2 * n - 1] = [v[i div 2] * w[(i + 1) div 2 + 1] * t[i] for i < 2 * n - 1]
def f(x: Real, k: Int[m], n: Int): Real =
  let s = steps([x, x^2], [sin(x), cos(x), 1], [x, 2, 3 * x]); q = k^2 - k; b: Real[m - 1] = [x^(2^i) for i < m - 1] in
  (sum(i < 3) s[i] * real(hash(k[i], n) + q[i])) + b[1] * real(bitNot(k[0])^3) + (sum(i < m) (-1)^i * x^i)
