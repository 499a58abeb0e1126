-- Each iteration has an array of its own: several at once are more than the library may use.
def work(b: Bool[n], x: Real[p], i: Int): Real =
  let y = [exp(-x[j mod p] * real(i + 1)) for j < n] in
  sum(j < n) (if b[j] then y[j] * y[n - 1 - j] * sin(y[j]) else 0)

def repeated(b: Bool[n], x: Real[p], m: Int): Real = sum(i < m) work(b, x, i)
