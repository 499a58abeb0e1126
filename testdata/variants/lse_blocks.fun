-- The maximum and the sum are those of blocks of 64 elements.
def blockMax(x: Real[n], b: Int): Real = max(i in 64 * b ..< min(n, 64 * b + 64)) x[i]
def blockSum(x: Real[n], m: Real, b: Int): Real = sum(i in 64 * b ..< min(n, 64 * b + 64)) exp(x[i] - m)
def lse(x: Real[n]): Real =
  let blocks = (n + 63) div 64;
      m = max(b < blocks) blockMax(x, b)
  in m + log(sum(b < blocks) blockSum(x, m, b))
