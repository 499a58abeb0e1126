-- Arrays of the places, of the values, and of the residuals.
def llsq(x: Real[m], n: Int): Real =
  let ts = [-1 + real(i) * 2 / real(n - 1) for i < n];
      values = [(let (p, _) = fold(\((p, power), xj). (p + xj * power, power * ts[i]), (0.0, 1.0), x) in p) for i < n];
      residuals = [sign(ts[i]) - values[i] for i < n];
      squares = [residuals[i] * residuals[i] for i < n]
  in 0.5 * sum(i < n) squares[i]
