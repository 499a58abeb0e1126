-- The Runge–Kutta method of order 4 for y0' = x0, yi' = xi y(i-1), from time 0 to 1.
def rk4(x: Real[n], y0: Real[n], steps: Int): Real =
  let h = 1 / real(steps);
      f(y) = [if i == 0 then x[0] else x[i] * y[i - 1] for i < n];
      step(y) =
        let k1 = f(y);
            k2 = f([y[i] + h / 2 * k1[i] for i < n]);
            k3 = f([y[i] + h / 2 * k2[i] for i < n]);
            k4 = f([y[i] + h * k3[i] for i < n])
        in [y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) for i < n];
      y = nTimes(steps, y0, step)
  in sum(i < n) y[i]^2
