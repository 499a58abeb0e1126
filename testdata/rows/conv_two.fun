-- Two 3×3 convolutions with zeros around the image, and the positive part between them, of a batch of images.
def at(x: Real[h, w], i: Int, j: Int): Real = if 0 <= i && i < h && 0 <= j && j < w then x[i, j] else 0

def convolve(x: Real[h, w], k: Real[3, 3]): Real[h, w] =
  [sum(a < 3, b < 3) k[a, b] * at(x, i + a - 1, j + b - 1) for i < h, j < w]

def relu(x: Real[h, w]): Real[h, w] = [max(x[i, j], 0) for i < h, j < w]

def square(x: Real[h, w]): Real = sum(i < h, j < w) x[i, j]^2

def conv_two(xs: Real[n, h, w], k: Real[3, 3], l: Real[3, 3]): Real =
  sum(q < n) square(convolve(relu(convolve(xs[q], k)), l))
