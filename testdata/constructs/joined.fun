-- Data: {"u": [1, 2], "v": [0.5, -1, 4], "a": [[1, 2], [3, 4]], "at": [1, 0, 1]}
-- Arrays put together: concat of arrays and of rows, transpose, addAt with places that occur more than once.
def f(u: Real[n], v: Real[m], a: Real[k, n], at: Int[m]): Real =
  let w = concat(u, 2 * v, [u[0]]); b = concat(a, [u], transpose(a)); h = addAt(u, at, v); q = concat([1, 2], at) in
  (sum(i < size(w)) w[i] * w[i] * real(i)) + b[2, 1] * b[3, 0] * b[4, 1] + h[0] * h[1] + real(q[3] + size(q)) * u[1]
