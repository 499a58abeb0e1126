-- n bodies with masses m_j that attract each other, by leapfrog: kick, drift, kick.
--   v ← v + Δt/2 a(x),   x ← x + Δt v,   v ← v + Δt/2 a(x),
--   a_i(x) = Σ_j m_j (x_j - x_i) / (|x_j - x_i|² + ε²)^{3/2}.
-- The softening ε > 0 bounds the attraction of bodies that meet, and of a body
-- to itself, which is 0. The result is half the squared distance of the bodies
-- from their targets after the given number of steps.

-- p + h q
def ahead(p: (Real, Real, Real), h: Real, q: (Real, Real, Real)): (Real, Real, Real) =
  let (p0, p1, p2) = p;
      (q0, q1, q2) = q
  in (p0 + h * q0, p1 + h * q1, p2 + h * q2)

-- |q - p|²
def squared(p: (Real, Real, Real), q: (Real, Real, Real)): Real =
  let (p0, p1, p2) = p;
      (q0, q1, q2) = q
  in (q0 - p0)^2 + (q1 - p1)^2 + (q2 - p2)^2

def nbody(x0: (Real, Real, Real)[n], v0: (Real, Real, Real)[n], mass: Real[n], target: (Real, Real, Real)[n],
          eps: Real, dt: Real, steps: Int): Real =
  let acceleration(x, i) =
        let p = x[i];
            (p0, p1, p2) = p;
            weight = [(let s = squared(p, x[j]) + eps^2 in mass[j] / (s * sqrt(s))) for j < n]
        in (sum(j < n) (let (q, _, _) = x[j] in weight[j] * (q - p0)),
            sum(j < n) (let (_, q, _) = x[j] in weight[j] * (q - p1)),
            sum(j < n) (let (_, _, q) = x[j] in weight[j] * (q - p2)));
      kick(v, a) = [ahead(v[i], dt / 2, a[i]) for i < n];
      -- the next step begins with the accelerations with which this one ends
      step(x, v, a) =
        let v = kick(v, a);
            x = [ahead(x[i], dt, v[i]) for i < n];
            a = [acceleration(x, i) for i < n]
        in (x, kick(v, a), a);
      (x, _, _) = nTimes(steps, (x0, v0, [acceleration(x0, i) for i < n]), \(x, v, a). step(x, v, a))
  in 0.5 * sum(i < n) squared(target[i], x[i])
