-- Layers of neural networks. Weights are parameters of the functions.

import stats

-- w x + b
-- Example: dense([[1, 2], [3, 4]], [0, 1], [1, 1]) is [3, 8]
def dense(w: Real[m, n], b: Real[m], x: Real[n]): Real[m] = [b[i] + sum(k < n) w[i, k] * x[k] for i < m]

-- dense for each row of x.
-- Example: denseRows([[1, 2]], [3], [[1, 1], [0, 1]]) is [[6], [5]]
def denseRows(w: Real[m, n], b: Real[m], x: Real[r, n]): Real[r, m] = [b[i] + sum(k < n) w[i, k] * x[l, k] for l < r, i < m]

-- max(x, 0). Its derivative at 0 is 1.
-- Example: relu(-2) is 0
def relu(x: Real): Real = max(x, 0)

-- x Φ(x), where Φ is the normal distribution function. Hendrycks and Gimpel, arXiv 1606.08415.
-- Example: gelu(1) is 0.841345
def gelu(x: Real): Real = x * stats.normalCdf(x)

-- The channels of x, each of n numbers, and of the result: with zeros pad times before and after x, element s of channel o is
-- b[o] + Σ w[o, c, i] x[c, s + i - pad]. A filter w that is longer than x with its zeros is an error.
-- Example: conv1d([[1, 2, 3]], [[[1, 1]]], [0], 0) is [[3, 5]]
def conv1d(x: Real[c, n], w: Real[o, c, k], b: Real[o], pad: Int): Real[o, n + 2 * pad - k + 1] =
  let () = assert(pad >= 0 && k <= n + 2 * pad, "nn.conv1d: the filter is longer than the input") in
  [b[q] + sum(p < c, i in min(k, max(0, pad - s)) ..< max(min(k, max(0, pad - s)), min(k, n + pad - s))) w[q, p, i] * x[p, s + i - pad]
    for q < o, s < n + 2 * pad - k + 1]

-- The channels of x, each an image of h rows of v numbers, and of the result: with zeros pad times on all sides of x, element (r, s) of
-- channel o is b[o] + Σ w[o, c, i, j] x[c, r + i - pad, s + j - pad]. A filter w that is larger than x with its zeros is an error.
-- Example: conv2d([[[1, 2], [3, 4]]], [[[[1, 1]]]], [0.5], 0) is [[[3.5], [7.5]]]
def conv2d(x: Real[c, h, v], w: Real[o, c, k, l], b: Real[o], pad: Int): Real[o, h + 2 * pad - k + 1, v + 2 * pad - l + 1] =
  let () = assert(pad >= 0 && k <= h + 2 * pad && l <= v + 2 * pad, "nn.conv2d: the filter is larger than the input") in
  [b[q] + sum(p < c, i in min(k, max(0, pad - r)) ..< max(min(k, max(0, pad - r)), min(k, h + pad - r)),
      j in min(l, max(0, pad - s)) ..< max(min(l, max(0, pad - s)), min(l, v + pad - s))) w[q, p, i, j] * x[p, r + i - pad, s + j - pad]
    for q < o, r < h + 2 * pad - k + 1, s < v + 2 * pad - l + 1]

-- The largest element of each square of k by k elements of each channel. Rows and columns that are left over are not used.
-- Example: maxPool2d([[[1, 2], [3, 4]]], 2) is [[[4]]]
def maxPool2d(x: Real[c, h, v], k: Int): Real[c, h div k, v div k] =
  [max(i < k, j < k) x[p, r * k + i, s * k + j] for p < c, r < h div k, s < v div k]

-- The means over all elements of each channel.
-- Example: meanPool2d([[[1, 2], [3, 4]]]) is [2.5]
def meanPool2d(x: Real[c, h, v]): Real[c] = [(sum(i < h, j < v) x[p, i, j]) / real(h * v) for p < c]

-- softmax(q kᵀ / √d) v by rows: for each row of q a weighted mean of the rows of v. A weight is large if the row of k is similar to the row of q.
-- Vaswani and others, Attention is all you need, 2017.
-- Example: attention([[1]], [[0], [0]], [[1, 2], [3, 4]]) is [[2, 3]]
def attention(q: Real[n, d], k: Real[m, d], v: Real[m, e]): Real[n, e] =
  let w = [stats.softmax([(sum(l < d) q[i, l] * k[j, l]) / sqrt(real(d)) for j < m]) for i < n]
  in [sum(j < m) w[i, j] * v[j, l] for i < n, l < e]

-- attention where row i uses rows 0 to i only.
-- Example: causalAttention([[1], [1]], [[0], [0]], [[1, 2], [3, 4]]) is [[1, 2], [2, 3]]
def causalAttention(q: Real[n, d], k: Real[n, d], v: Real[n, e]): Real[n, e] =
  [let w = stats.softmax([(sum(l < d) q[i, l] * k[j, l]) / sqrt(real(d)) for j < i + 1]) in [sum(j < i + 1) w[j] * v[j, l] for l < e] for i < n]

-- gain (x - μ) / √(σ² + ε) + bias, with the mean μ and the variance σ² of x, by n. Ba, Kiros and Hinton, arXiv 1607.06450.
-- Example: layerNorm([1, 3], [1, 1], [0, 0], 0) is [-1, 1]
def layerNorm(x: Real[n], gain: Real[n], bias: Real[n], epsilon: Real): Real[n] =
  let m = stats.mean(x); s = (sum(i < n) (x[i] - m)^2) / real(n); r = 1 / sqrt(s + epsilon)
  in [gain[i] * (x[i] - m) * r + bias[i] for i < n]

-- With z what is multiplied by the gain, r = 1 / √(σ² + ε), and u the cotangent of z: that of x is r (u - mean u - z mean(u z)).
derivative layerNorm(x: Real[n], gain: Real[n], bias: Real[n], epsilon: Real)
  split =
    let m = stats.mean(x); s = (sum(i < n) (x[i] - m)^2) / real(n); r = 1 / sqrt(s + epsilon); z = [(x[i] - m) * r for i < n]
    in ([gain[i] * z[i] + bias[i] for i < n], (z, r))
  reverse((z, r), w) =
    let u = [gain[i] * w[i] for i < n]; a = stats.mean(u); b = sum(i < n) u[i] * z[i]; c = b / real(n)
    in ([r * (u[i] - a - z[i] * c) for i < n], [w[i] * z[i] for i < n], w, -0.5 * r^2 * b)

-- -log softmax(v)[label]
-- Example: crossEntropy([0, 0], 1) is 0.693147
def crossEntropy(v: Real[n], label: Int): Real = stats.logsumexp(v) - v[label]
