-- The viscous Burgers equation ∂u/∂t + ∂(½u²)/∂x = ν ∂²u/∂x² on a ring of m
-- cells, by the flux between neighbours l and r,
--   F(l, r) = ½ (½l² + ½r²) - (a/2 + ν/Δx) (r - l),
--   u_i ← u_i - Δt/Δx (F(u_i, u_{i+1}) - F(u_{i-1}, u_i)).
-- a/2 is the viscosity of Lax and Friedrichs, for a speed a that no |u| exceeds.
-- Unlike an upwind flux, which switches sides where u changes its sign, F is
-- smooth. The scheme is stable where (a/2 + ν/Δx) Δt/Δx ≤ ½. The result is half
-- the squared misfit to what was observed after the given number of steps.
def burgers(u0: Real[m], nu: Real, observed: Real[m], a: Real, dt: Real, dx: Real, steps: Int): Real =
  let viscosity = a / 2 + nu / dx;
      flux(l, r) = 0.25 * (l^2 + r^2) - viscosity * (r - l);
      step(u) =
        -- what flows from cell i - 1 into cell i
        let F = [flux(if i == 0 then u[m - 1] else u[i - 1], if i == m then u[0] else u[i]) for i < m + 1]
        in [u[i] - dt / dx * (F[i + 1] - F[i]) for i < m];
      u = nTimes(steps, u0, \u. step(u))
  in 0.5 * sum(i < m) (u[i] - observed[i])^2
