-- The equations y_0' = x_0 and y_i' = x_i y_{i-1}, which begin at 0, at time 2: s steps
-- of Runge and Kutta's method of fourth order.
def ode(x: Real[n], s: Int): Real[n] =
  let h = 2 / real(s);
      slope(y) = [if i == 0 then x[0] else x[i] * y[i - 1] for i < n];
      along(y, k, by) = [y[i] + by * k[i] for i < n];
      step(y) =
        let k1 = slope(y);
            k2 = slope(along(y, k1, h / 2));
            k3 = slope(along(y, k2, h / 2));
            k4 = slope(along(y, k3, h))
        in [y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) for i < n]
  in nTimes(s, [0.0 for i < n], \y. step(y))

def last(x: Real[n], s: Int): Real = ode(x, s)[n - 1]
