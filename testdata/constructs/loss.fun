-- Data: {"w": [[0.1, 0.2], [0.3, -0.4]], "x": [[1, 2], [0.5, -1]], "y": [1, -1]}
-- sizes are checked, and conditions asserted
def f(w: Real[d, d], x: Real[n, d], y: Real[n]): Real =
  let _ = assert(n > 0, "no points");
      h(i) = [tanh(sum(j < d) (w[k, j] * x[i, j])) for k < d];
      out : Real[n] = [let z = h(i) in sum(k < d) z[k] for i < n]
  in (sum(i < n) (out[i] - y[i])^2) / real(n)
