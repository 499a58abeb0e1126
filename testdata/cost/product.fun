-- products, of which one has zeros
def f(v: Real[n]): Real = (product(i < n) cos(v[i])) + (product(i < n) (if i mod 7 == 0 then 0 else v[i]))
