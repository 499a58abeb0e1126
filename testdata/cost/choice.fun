-- a choice between two arrays
def f(v: Real[n], w: Real[n]): Real =
  fold(\(s, i). let u = if s < 0.5 then v else w in sin(s + u[i]), 0.0, [i for i < n])
