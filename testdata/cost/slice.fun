-- a slice in each iteration, and halves of the whole
def f(v: Real[n]): Real =
  let u = v[0 ..< n div 2]; w = v[n - n div 2 ..< n] in
  sum(i in 1 ..< n - 1) (let r = v[i - 1 ..< i + 2] in r[0] * r[2] - sin(r[1])) * u[0] * w[i div 4]
