-- Diffusion in a periodic box: how far the end is from a target.
def stencil3(u0: Real[n, m, l], r: Real, steps: Int, target: Real[n, m, l]): Real =
  let step(u) =
        [u[i, j, k] + r * (u[(i + 1) mod n, j, k] + u[(i + n - 1) mod n, j, k]
                         + u[i, (j + 1) mod m, k] + u[i, (j + m - 1) mod m, k]
                         + u[i, j, (k + 1) mod l] + u[i, j, (k + l - 1) mod l] - 6 * u[i, j, k])
         for i < n, j < m, k < l];
      u = nTimes(steps, u0, step)
  in 0.5 * sum(i < n, j < m, k < l) (u[i, j, k] - target[i, j, k])^2
