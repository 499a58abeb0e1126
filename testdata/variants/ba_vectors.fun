-- Vectors of three numbers are arrays, with helper functions for products.
def dot(a: Real[n], b: Real[n]): Real = sum(i < n) (a[i] * b[i])

def cross(a: Real[3], b: Real[3]): Real[3] =
  [a[(i + 1) mod 3] * b[(i + 2) mod 3] - a[(i + 2) mod 3] * b[(i + 1) mod 3] for i < 3]

def rotated(r: Real[3], v: Real[3]): Real[3] =
  let square = dot(r, r);
      angle = sqrt(if square == 0 then 1 else square);
      a = [r[i] / angle for i < 3];
      s = sin(angle);
      co = cos(angle);
      along = dot(a, v) * (1 - co);
      rv = cross(r, v);
      av = cross(a, v)
  in [if square == 0 then v[i] + rv[i] else v[i] * co + av[i] * s + a[i] * along for i < 3]

def error(cam: Real[11], X: Real[3], w: Real, feat: Real[2]): Real[2] =
  let v = [X[i] - cam[3 + i] for i < 3];
      y = rotated([cam[i] for i < 3], v);
      image = [y[i] / y[2] for i < 2];
      s = dot(image, image);
      scale = cam[6] * (1 + cam[9] * s + cam[10] * s^2)
  in [w * (scale * image[i] + cam[7 + i] - feat[i]) for i < 2]

def ba(cams: Real[n, 11], pts: Real[m, 3], w: Real[p], feat: Real[p, 2], obs: Int[p, 2]): (Real[p, 2], Real[p]) =
  ([error(cams[obs[i, 0]], pts[obs[i, 1]], w[i], feat[i]) for i < p], [1 - w[i]^2 for i < p])
