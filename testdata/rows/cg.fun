-- Conjugate gradients for a x = b, where the matrix a is in compressed rows: row i has val[k] in column col[k], for k from ptr[i] to ptr[i + 1].
def dot(u: Real[n], v: Real[n]): Real = sum(i < n) u[i] * v[i]

def multiply(val: Real[z], col: Int[z], ptr: Int[n + 1], x: Real[n]): Real[n] =
  [sum(k in ptr[i] ..< ptr[i + 1]) val[k] * x[col[k]] for i < n]

def cg(val: Real[z], col: Int[z], ptr: Int[n + 1], b: Real[n], steps: Int): Real =
  let step((x, r, p, rr)) =
        let ap = multiply(val, col, ptr, p);
            alpha = rr / dot(p, ap);
            r2 = r - alpha * ap;
            rr2 = dot(r2, r2)
        in (x + alpha * p, r2, r2 + rr2 / rr * p, rr2);
      (x, _, _, _) = nTimes(steps, ([0 for _ < n], b, b, dot(b, b)), step)
  in dot(x, x)
