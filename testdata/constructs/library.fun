-- Data: {"x": 0.4, "y": 1.7}
def f(x: Real, y: Real): Real =
  exp(x) + log(y) + log1p(x) + expm1(x) + sqrt(y) + sin(x) * cos(y) + tan(x) + asin(x) + acos(x) + atan(y)
  + sinh(x) + cosh(x) + tanh(y) + erf(x) + lgamma(y) + digamma(y) + logistic(x) + pow(y, x) + atan2(x, y)
  + min(x, y) * max(x, y) + abs(x - y)
