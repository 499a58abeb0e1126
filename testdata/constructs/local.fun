-- Data: {"a": [1, 2, 3], "x": 0.5}
-- local functions see what is around them
def f(a: Real[n], x: Real): Real =
  let y = x^2;
      term(i, scale) = let shifted(k) = a[(i + k) mod n] * y in shifted(1) * scale - shifted(2);
      total(v) = sum(i < size(v)) v[i]
  in total([term(i, x) for i < n]) * total(a)
