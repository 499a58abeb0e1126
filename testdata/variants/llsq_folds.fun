-- A fold over the places.
def llsq(x: Real[m], n: Int): Real =
  let residual(t) =
        let (p, _) = fold(\((p, power), xj). (p + xj * power, power * t), (0.0, 1.0), x) in
        sign(t) - p
  in 0.5 * fold(\(s, i). s + residual(-1 + real(i) * 2 / real(n - 1))^2, 0.0, [i for i < n])
