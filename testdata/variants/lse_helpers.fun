-- A function for each step.
def largest(x: Real[n]): Real = max(i < n) x[i]
def scaled(x: Real[n], m: Real): Real[_] = [exp(x[i] - m) for i < n]
def total(x: Real[n]): Real = sum(i < n) x[i]
def lse(x: Real[n]): Real = let m = largest(x) in m + log(total(scaled(x, m)))
