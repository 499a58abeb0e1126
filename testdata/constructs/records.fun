-- Data: {"d": {"only": {"Both": [[0.5, 2], {"x": 0.3}]}}, "c": {"rotation": [0.1, -0.2, 0.3], "focal": 1.5, "lens": {"power": 2, "centre": {"v": 0.25, "u": 0.5}}}, "p": [[1, 2, 4], [0.5, -1, 3]], "w": [1.5, 0.5], "q": [{"u": 1, "v": 2}, {"u": 0.5, "v": -1}]}
-- Records: nested, of arrays, in arrays, with fields changed, taken apart, as states and results.
type Camera = { rotation: Real[3], focal: Real, lens: Lens }
type Lens = { power: Int, centre: Pair(Real) }
type Pair(a) = { u: a, v: a }
type Only = { x: Real }
type Deep = { only: Both }
type Both = | Both(Real[2], Only)

def project(c: Camera, p: Real[3]): Pair(Real) =
  let {centre: {u, v}, power} = c.lens; d = c.focal + p[2]
  in { v: v + c.rotation[1] * p[1] / d^power, u: u + sum(j < 3) c.rotation[j] * p[j] / d }
def zoom(c: Camera, z: Real): Camera = { c with focal: z * c.focal, lens: { c.lens with centre: { u: z, v: c.lens.centre.v } } }
def only(x: Real): Only = let o = { x: x } in { o with x: o.x + { x: 2 * x }.x }
def deep(d: Deep): Real = case d of { only: Both(v, o) } -> v[0] * v[1] + o.x
def f(d: Deep, c: Camera, p: Real[n, 3], w: Real[n], q: Pair(Real)[n]): Real =
  let far = zoom(c, 2);
      near(s) = project({ c with focal: s }, p[0]).u;
      sum2 = fold(\(acc, x). { acc with u: acc.u + x.u * x.v, v: acc.v * x.v }, { u: 0.0, v: 1.0 }, q);
      moved = nTimes(3, c, \s. { s with rotation: [sin(s.rotation[i]) * s.focal for i < 3], focal: s.focal * 0.9 });
      images = [project(far, p[i]) for i < n]
  in near(w[0]) + (sum(i < n) w[i] * images[i].u * images[i].v) + sum2.u * sum2.v
     + (sum(i < 3) moved.rotation[i]) * moved.focal + only(w[1]).x * deep(d)
