-- The heat equation ∂u/∂t = κ ∂²u/∂x² on a rod of m cells, beyond whose ends it
-- is cold, forward in time and centred in space: with r = Δt/Δx²,
--   u_i ← u_i + r κ_i (u_{i-1} - 2 u_i + u_{i+1}),   u_{-1} = u_m = 0.
-- It is stable where r κ_i ≤ ½. The result is half the squared misfit to what
-- was observed after the given number of steps.
def heat(u0: Real[m], kappa: Real[m], observed: Real[m], r: Real, steps: Int): Real =
  let step(u) =
        [(let left = if i == 0 then 0 else u[i - 1];
              right = if i == m - 1 then 0 else u[i + 1]
          in u[i] + r * kappa[i] * (left - 2 * u[i] + right)) for i < m];
      u = nTimes(steps, u0, \u. step(u))
  in 0.5 * sum(i < m) (u[i] - observed[i])^2
