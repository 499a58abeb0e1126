-- Heat in a plate, with explicit steps of time. The rim keeps its temperatures.
def plate(u0: Real[h, w], r: Real, steps: Int, target: Real[h, w]): Real =
  let step(u) = [if 0 < i && i < h - 1 && 0 < j && j < w - 1
                 then u[i, j] + r * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j])
                 else u[i, j] for i < h, j < w];
      u = nTimes(steps, u0, \u. step(u))
  in 0.5 * sum(i < h, j < w) (u[i, j] - target[i, j])^2
