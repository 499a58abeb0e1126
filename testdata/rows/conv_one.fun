-- A 3×3 convolution of an image that is padded with zeros first.
def conv_one(x: Real[h, w], k: Real[3, 3]): Real =
  let p = [if 0 < i && i <= h && 0 < j && j <= w then x[i - 1, j - 1] else 0 for i < h + 2, j < w + 2]
  in sum(i < h, j < w) sin(sum(a < 3, b < 3) k[a, b] * p[i + a, j + b])
