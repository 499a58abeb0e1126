-- Data: {"a": 0.7, "v": [1.2, 0.5], "w": [0.4, -0.3], "k": 1}
-- derivatives of which parts are dropped: in some parameters only, of loops, cases, updates and of each other
def term(x: Real, y: Real): Real = x * sin(x * y) + x * y

def loops(a: Real, v: Real[n], w: Real[n], k: Int): Real =
  let s = nTimes(k + 2, a, \s. 0.3 * term(s, v[0]) + w[0]);
      p = fold(\(p, x). p * cos(a * x) + w[1], 1.0, v);
      q = ccl(n, a, \(i, q). q + v[i] * w[i] * a);
      c = case (if w[0] > v[0] then (Inl w : Real[n] + Real) else Inr (a * w[1])) of Inl u -> u[0] * a, Inr z -> z * v[1];
      m = max(i < n) v[i] * w[i];
      row(i) = sum(j < n) term(v[i], w[j])
  in s * p + q + c * m + sum(i < n) row(i) * a

def sweep(v: Real[n], w: Real[n], a: Real): Real[n] =
  fold(\(v, i). set(v, i, a * v[i] * w[i] + v[(i + 1) mod n]), v, [i for i < n])

def inner(a: Real, v: Real[n], w: Real[n], k: Int): Real =
  let (d, _, _, _) = grad(loops)(a, v, w, k); (_, (_, e, _)) = vjp(sweep)(v, w, a, w) in d + e[0] * v[1]

def pair(p: (Real, Real), x: (Real, Real)): Real = let (q, r) = p; (y, z) = x in term(q, y) * r + z * q

def f(a: Real, v: Real[n], w: Real[n], k: Int): Real =
  let (_, gv, _, _) = grad(loops)(a, v, w, k);
      (y, (_, _, gw, _)) = vjp(loops)(a, v, w, k, a);
      ((_, dw, _), (jv, _, _)) = (jacfwd(sweep)(v, w, a), jacrev(sweep)(v, w, a));
      (_, _, hw, _) = grad(inner)(a, v, w, k);
      r = if a > 0 then grad(pair)((a, v[0]), (w[0], w[1])) else ((a, a), (a, a));
      ((r0, _), _) = r;
      _unused = grad(term)(a, v[0])
  in y + r0 + (sum(i < n) (gv[i] * gw[i] + hw[i]^2)) + sum(i < n, j < n) (dw[i, j] * jv[j, i])
