-- Vectors are arrays, and there is a function for each step.
def dot(a: Real[3], b: Real[3]): Real = sum(k < 3) a[k] * b[k]
def cross(a: Real[3], b: Real[3]): Real[3] =
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
def rotated(r: Real[3], v: Real[3]): Real[3] =
  let square = dot(r, r);
      angle = sqrt(if square == 0 then 1 else square); -- where it is 0 nobody asks
      a = [r[k] / angle for k < 3];
      s = sin(angle);
      co = cos(angle);
      along = dot(a, v) * (1 - co);
      axv = cross(a, v);
      rxv = cross(r, v)
  in [if square == 0 then v[k] + rxv[k] else v[k] * co + axv[k] * s + a[k] * along for k < 3]
def distorted(p: Real, q: Real, f: Real, k1: Real, k2: Real): (Real, Real) =
  let s = p^2 + q^2;
      scale = f * (1 + k1 * s + k2 * s^2)
  in (scale * p, scale * q)
def image(c: Real[11], x: Real[3]): (Real, Real) =
  let seen = rotated([c[k] for k < 3], [x[k] - c[3 + k] for k < 3]);
      (u, v) = distorted(seen[0] / seen[2], seen[1] / seen[2], c[6], c[9], c[10])
  in (u + c[7], v + c[8])
def weightError(w: Real): Real = 1 - w^2

def ba(cams: Real[n, 11], pts: Real[m, 3], w: Real[p], feat: Real[p, 2], obs: Int[p, 2]): (Real[p, 2], Real[p]) =
  let error(i) = let (u, v) = image(cams[obs[i, 0]], pts[obs[i, 1]]) in (w[i] * (u - feat[i, 0]), w[i] * (v - feat[i, 1]));
      images = fold(\(e, i). let (eu, ev) = error(i) in set(set(e, i, 0, eu), i, 1, ev),
                    [0.0 for i < p, j < 2], [i for i < p])
  in (images, [weightError(w[i]) for i < p])
