-- folds that only add
-- Given: {"d": 8}
def f(v: Real[n], w: Real[d]): Real =
  fold(\(s, x). s + exp(fold(\(t, y). t - sin(x * y), 1.0, w)), 0.0, v)
