-- Bundle adjustment: how far the images of points are from where p observations
-- saw them. A camera is r (a rotation), C (its centre), f, u0, v0, k1, k2.
-- Observation i saw point obs[i, 1] in camera obs[i, 0] at feat[i], with weight w[i].

-- the point X as the camera sees it: Rodrigues' rotation of X - C by |r| around r
def rotated(r: (Real, Real, Real), C: (Real, Real, Real), X: (Real, Real, Real)): (Real, Real, Real) =
  let (r0, r1, r2) = r;
      (c0, c1, c2) = C;
      (x0, x1, x2) = X;
      v0 = x0 - c0;
      v1 = x1 - c1;
      v2 = x2 - c2;
      square = r0^2 + r1^2 + r2^2;
      angle = sqrt(if square == 0 then 1 else square); -- where it is 0 nobody asks
      a0 = r0 / angle;
      a1 = r1 / angle;
      a2 = r2 / angle;
      s = sin(angle);
      co = cos(angle);
      along = (a0 * v0 + a1 * v1 + a2 * v2) * (1 - co)
  in if square == 0
     then (v0 + (r1 * v2 - r2 * v1), v1 + (r2 * v0 - r0 * v2), v2 + (r0 * v1 - r1 * v0))
     else (v0 * co + (a1 * v2 - a2 * v1) * s + a0 * along,
           v1 * co + (a2 * v0 - a0 * v2) * s + a1 * along,
           v2 * co + (a0 * v1 - a1 * v0) * s + a2 * along)

-- the weighted distance between the image of X, with radial distortion, and feat
def reprojection(r: (Real, Real, Real), C: (Real, Real, Real), f: Real, u0: Real, v0: Real, k1: Real, k2: Real,
                 X: (Real, Real, Real), w: Real, feat: (Real, Real)): (Real, Real) =
  let (x, y, z) = rotated(r, C, X);
      p = x / z;
      q = y / z;
      s = p^2 + q^2;
      scale = f * (1 + k1 * s + k2 * s^2);
      (fu, fv) = feat
  in (w * (scale * p + u0 - fu), w * (scale * q + v0 - fv))

def weightError(w: Real): Real = 1 - w^2

-- the residuals: of the images, and of the weights
def ba(cams: Real[n, 11], pts: Real[m, 3], w: Real[p], feat: Real[p, 2], obs: Int[p, 2]): (Real[p, 2], Real[p]) =
  let error(i) =
        let c = cams[obs[i, 0]];
            x = pts[obs[i, 1]]
        in reprojection((c[0], c[1], c[2]), (c[3], c[4], c[5]), c[6], c[7], c[8], c[9], c[10],
                        (x[0], x[1], x[2]), w[i], (feat[i, 0], feat[i, 1]));
      images = fold(\(e, i). let (eu, ev) = error(i) in set(set(e, i, 0, eu), i, 1, ev),
                    [0.0 for i < p, j < 2], [i for i < p])
  in (images, [weightError(w[i]) for i < p])

-- The Jacobian of all residuals in cameras, points and weights, in compressed
-- rows: rows 2i and 2i + 1 have 11 entries for the camera, 3 for the point and 1
-- for the weight of observation i; row 2p + i has one for its weight.
def bajac(cams: Real[n, 11], pts: Real[m, 3], w: Real[p], feat: Real[p, 2], obs: Int[p, 2]): (Int[_], Int[_], Real[_]) =
  let rows = [if r < 2 * p then 15 * r else 28 * p + r for r < 3 * p + 1];
      -- the columns of row 2i or 2i + 1, from entry at on
      row(v, at, i) =
        let cam = 11 * obs[i, 0];
            pt = 11 * n + 3 * obs[i, 1];
            v = fold(\(v, k). set(v, at + k, cam + k), v, [k for k < 11]);
            v = set(v, at + 11, pt); v = set(v, at + 12, pt + 1); v = set(v, at + 13, pt + 2)
        in set(v, at + 14, 11 * n + 3 * m + i);
      cols = fold(\(v, i). set(row(row(v, 30 * i, i), 30 * i + 15, i), 30 * p + i, 11 * n + 3 * m + i),
                  [0 for e < 31 * p], [i for i < p]);

      put(v, at, row) =
        let ((r0, r1, r2), (c0, c1, c2), f, u0, v0, k1, k2, (x0, x1, x2), dw, _) = row;
            v = set(v, at, r0); v = set(v, at + 1, r1); v = set(v, at + 2, r2);
            v = set(v, at + 3, c0); v = set(v, at + 4, c1); v = set(v, at + 5, c2);
            v = set(v, at + 6, f); v = set(v, at + 7, u0); v = set(v, at + 8, v0);
            v = set(v, at + 9, k1); v = set(v, at + 10, k2);
            v = set(v, at + 11, x0); v = set(v, at + 12, x1); v = set(v, at + 13, x2)
        in set(v, at + 14, dw);
      observation(v, i) =
        let c = cams[obs[i, 0]];
            x = pts[obs[i, 1]];
            gradient(du, dv) =
              let (_, g) = vjp(reprojection)((c[0], c[1], c[2]), (c[3], c[4], c[5]), c[6], c[7], c[8], c[9], c[10],
                                             (x[0], x[1], x[2]), w[i], (feat[i, 0], feat[i, 1]), (du, dv)) in g
        in put(put(v, 30 * i, gradient(1.0, 0.0)), 30 * i + 15, gradient(0.0, 1.0));
      images = fold(\(v, i). observation(v, i), [0.0 for e < 31 * p], [i for i < p]);
      vals = fold(\(v, i). set(v, 30 * p + i, grad(weightError)(w[i])), images, [i for i < p])
  in (rows, cols, vals)
