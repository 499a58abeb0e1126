-- The squares of 3×3 convolutions with zeros around the image, of a batch of images.
def conv_batch(xs: Real[n, h, w], k: Real[3, 3]): Real =
  let at(q, i, j) = if 0 <= i && i < h && 0 <= j && j < w then xs[q, i, j] else 0
  in sum(q < n, i < h, j < w) (sum(a < 3, b < 3) k[a, b] * at(q, i + a - 1, j + b - 1))^2
