-- Data: {"x": 1.5, "s": [{"Left": 2}, {"Both": [1, 0.5]}, "Stop"], "t": {"Some": [0.5, 1.5, 2]}}
-- sums, records and arrays in what recursive calls take and give
type Step = Left(Real) | Both(Real, Real) | Stop
type Option(a) = None | Some(a)

def walk(s: Step[n], k: Int, x: Real, seen: Option(Real[_])): Option((Real, Real[_])) =
  if k == n then None
  else case s[k] of
    Left(y) -> walk(s, k + 1, x * y, case seen of None -> Some([x]), Some(v) -> Some(set(v, 0, v[0] * y))),
    Both(y, z) ->
      (case walk(s, k + 1, x + y, seen) of
         None -> None,
         Some((r, v)) -> Some((r * z + y, [v[i] * z for i < size(v)]))),
    Stop -> (case seen of None -> Some((x, [x, x])), Some(v) -> Some((x, v)))

def f(x: Real, s: Step[n], t: Option(Real[_])): Real =
  case (walk(s, 0, x, t), walk(s, 1, x, None)) of
    (Some((r, v)), Some((q, w))) -> r * v[0] + q * w[1] * v[size(v) - 1], (_, _) -> x
