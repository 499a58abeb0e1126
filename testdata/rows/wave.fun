-- The wave equation in the plane, with edges that do not move: how far the wave is from a target.
def wave(u0: Real[n, m], c: Real, steps: Int, target: Real[n, m]): Real =
  let lap(u, i, j) = u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1] - 4 * u[i, j];
      step((u, v)) =
        ([if i == 0 || j == 0 || i == n - 1 || j == m - 1 then 0 else 2 * u[i, j] - v[i, j] + c^2 * lap(u, i, j) for i < n, j < m], u);
      (u, _) = nTimes(steps, (u0, u0), step)
  in 0.5 * sum(i < n, j < m) (u[i, j] - target[i, j])^2
