def hello(x: Real): Real = x^2
