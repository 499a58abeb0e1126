-- Data: {"a": 0.5, "u": [1, 2.5, -1], "v": [0.25, 3, 2], "m": [[1, 2], [3, 4]], "k": [4, -3, 1]}
-- Arithmetic of arrays of one shape and of numbers, element by element.
def axpy(a: Real, x: Real[n], y: Real[n]): Real[n] = a * x + y
def f(a: Real, u: Real[n], v: Real[n], m: Real[2, 2], k: Int[n]): Real =
  let w = axpy(sin(a), u, v) / (2 + u * u) - -v; q = m * m^2 - 3 * m / a + m[1, 0]; b = k * 2 - k div 3 + k mod 2;
      s = sum(i < 2) (m[i] * a) in
  (sum(i < n) w[i] * real(b[i])) + q[0, 1] * q[1, 1] + s[0] * s[1]
