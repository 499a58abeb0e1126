-- The Runge–Kutta method of order 4 for y0' = x0, yi' = xi y(i-1), from time 0 to 1, with a function for a x + y.
def axpy(a: Real, x: Real[n], y: Real[n]): Real[n] = [a * x[i] + y[i] for i < n]

def f(x: Real[n], y: Real[n]): Real[n] = [if i == 0 then x[0] else x[i] * y[i - 1] for i < n]

def step(x: Real[n], y: Real[n], h: Real): Real[n] =
  let k1 = f(x, y);
      k2 = f(x, axpy(h / 2, k1, y));
      k3 = f(x, axpy(h / 2, k2, y));
      k4 = f(x, axpy(h, k3, y))
  in axpy(h / 6, k4, axpy(h / 3, k3, axpy(h / 3, k2, axpy(h / 6, k1, y))))

def rk4_axpy(x: Real[n], y0: Real[n], steps: Int): Real =
  let y = nTimes(steps, y0, \y. step(x, y, 1 / real(steps))) in sum(i < n) y[i]^2
