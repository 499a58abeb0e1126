-- The residuals are built with the two coordinates outside, and then transposed.
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

def ba(cams: Real[n, 11], pts: Real[m, 3], w: Real[p], feat: Real[p, 2], obs: Int[p, 2]): (Real[p, 2], Real[p]) =
  let error(i) =
        let c = cams[obs[i, 0]];
            x = pts[obs[i, 1]]
        in reprojection((c[0], c[1], c[2]), (c[3], c[4], c[5]), c[6], c[7], c[8], c[9], c[10],
                        (x[0], x[1], x[2]), w[i], (feat[i, 0], feat[i, 1]));
      rows = [(let (u, v) = error(i) in if j == 0 then u else v) for j < 2, i < p]
  in ([rows[j, i] for i < p, j < 2], [weightError(w[i]) for i < p])
