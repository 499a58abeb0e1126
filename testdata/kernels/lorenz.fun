-- Lorenz's equations
--   ẋ = σ (y - x),   ẏ = x (ρ - z) - y,   ż = x y - β z
-- by the classical method of Runge and Kutta: for ṡ = f(s),
--   s ← s + Δt/6 (k₁ + 2 k₂ + 2 k₃ + k₄),
--   k₁ = f(s),   k₂ = f(s + Δt/2 k₁),   k₃ = f(s + Δt/2 k₂),   k₄ = f(s + Δt k₃).
-- The result is half the squared distance to what was observed after the given
-- number of steps.
def lorenz(start: (Real, Real, Real), sigma: Real, rho: Real, beta: Real, observed: (Real, Real, Real),
           dt: Real, steps: Int): Real =
  let f(s) = let (x, y, z) = s in (sigma * (y - x), x * (rho - z) - y, x * y - beta * z);
      -- s + h k
      ahead(s, h, k) =
        let (x, y, z) = s;
            (kx, ky, kz) = k
        in (x + h * kx, y + h * ky, z + h * kz);
      step(s) =
        let k1 = f(s);
            k2 = f(ahead(s, dt / 2, k1));
            k3 = f(ahead(s, dt / 2, k2));
            k4 = f(ahead(s, dt, k3))
        in ahead(ahead(ahead(ahead(s, dt / 6, k1), dt / 3, k2), dt / 3, k3), dt / 6, k4);
      (x, y, z) = nTimes(steps, start, \s. step(s));
      (ox, oy, oz) = observed
  in 0.5 * ((x - ox)^2 + (y - oy)^2 + (z - oz)^2)
