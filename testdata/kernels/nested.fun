-- The heat equation of heat.fun, backward in time, which is stable for any r:
-- each step takes u to the v with
--   (1 + 2 r κ_i) v_i - r κ_i (v_{i-1} + v_{i+1}) = u_i,   v_{-1} = v_m = 0,
-- up to a number of sweeps of Jacobi's method, from v = u:
--   v_i ← (u_i + r κ_i (v_{i-1} + v_{i+1})) / (1 + 2 r κ_i).
-- The result is half the squared misfit to what was observed after the given
-- number of steps.
def nested(u0: Real[m], kappa: Real[m], observed: Real[m], r: Real, steps: Int, sweeps: Int): Real =
  let diagonal = [1 + 2 * r * kappa[i] for i < m];
      coupling = [r * kappa[i] / diagonal[i] for i < m];
      step(u) =
        let source = [u[i] / diagonal[i] for i < m];
            sweep(v) =
              [(let left = if i == 0 then 0 else v[i - 1];
                    right = if i == m - 1 then 0 else v[i + 1]
                in source[i] + coupling[i] * (left + right)) for i < m]
        in nTimes(sweeps, u, \v. sweep(v));
      u = nTimes(steps, u0, \u. step(u))
  in 0.5 * sum(i < m) (u[i] - observed[i])^2
