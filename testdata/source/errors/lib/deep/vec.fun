def dot(u: Real[n], v: Real[n]): Real = sum(i < n) u[i] * v[i]
