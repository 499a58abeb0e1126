-- Data: {"a": 0.7, "v": [1.2, 0.5], "w": [0.4, -0.3], "k": 1}
-- derivatives of which parts are dropped: in some parameters only, of loops, cases and updates
def loops(a: Real, v: Real[n], w: Real[n], k: Int): Real =
  let p = fold(\(p, x). p * cos(a * x) + w[k], 1.0, v);
      c = case (if w[0] > v[0] then (Inl w : Real[n] + Real) else Inr (a * w[1])) of Inl u -> u[0] * a, Inr z -> z * v[1]
  in p + c * sum(i < n) v[i] * sin(w[i] * a)

def sweep(v: Real[n], w: Real[n]): Real[n] = fold(\(v, i). set(v, i, v[i] * w[i] + v[(i + 1) mod n]), v, [i for i < n])

def table(v: Real[n], w: Real[n]): Real[_] = [sum(j < n) v[i]^2 * w[j] for i < n]

def f(a: Real, v: Real[n], w: Real[n], k: Int): Real =
  let (_, gv, _, _) = if a > 0 then grad(loops)(a, v, w, k) else (a, w, v, ());
      (y, (_, _, gw, _)) = vjp(loops)(a, v, w, k, a);
      ((_, dw), (jv, _)) = (jacfwd(sweep)(v, w), jacrev(table)(v, w))
  in y + (sum(i < n) gv[i] * gw[i]) + sum(i < n, j < n) dw[i, j] * jv[j, i]
