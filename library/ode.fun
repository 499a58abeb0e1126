-- Ordinary differential equations y' = f(t, y). The function f can use variables around it, and there are derivatives in these too.
-- Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I; Hairer, Lubich and Wanner, Geometric Numerical Integration.

import optim

-- One step of the classical method of Runge and Kutta, of order 4, of length h from y at t.
-- Example: rk4Step(\(_, y). -y, 0, 1, 0.1) is 0.904837
def rk4Step(f: (Real, a) -> a, t: Real, y: a, h: Real): a =
  let k1 = f(t, y);
      k2 = f(t + 0.5 * h, y + 0.5 * h * k1);
      k3 = f(t + 0.5 * h, y + 0.5 * h * k2);
      k4 = f(t + h, y + h * k3)
  in y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

-- y at t1 from y at t0, by the given number of steps of rk4Step of equal length. A number below 1 is an error.
-- Example: rk4(\(_, y). -y, 1.0, 0, 1, 10) is 0.36788
def rk4(f: (Real, a) -> a, y: a, t0: Real, t1: Real, steps: Int): a =
  let () = assert(steps > 0, "ode.rk4: there is a step at least"); h = (t1 - t0) / real(steps) in
  fold(\(y, i). rk4Step(f, t0 + real(i) * h, y, h), y, [i for i < steps])

-- y at each of the times, from y at the first of them, as rows of the result. The times are in order. The number of steps is for each interval.
-- Example: rk4Path(\(_, y). -y, [1], [0, 1, 2], 10) is [[1], [0.36788], [0.135336]]
def rk4Path(f: (Real, Real[_]) -> Real[_], y: Real[n], times: Real[m], steps: Int): Real[m, n] =
  scan(\(y, i). if i == 0 then y else rk4(f, y, times[i - 1], times[i], steps), y, [i for i < m])

-- How an adaptive method takes steps: the errors of a step are below atol + rtol |y|, and there is a largest number of steps.
type Control = { rtol: Real, atol: Real, steps: Int }

-- The control with errors below 1e-8, and at most 10,000 steps.
-- Example: control.rtol is 1e-8
const control: Control = { rtol: 1e-8, atol: 1e-8, steps: 10000 }

-- y at t1 from y at t0, where t0 is at most t1, by the method of Dormand and Prince, of order 5, with steps as long as the errors allow. It
-- is an error if more steps are needed than the control allows, if f is not finite at t0, or if steps become too small. In derivatives the lengths of steps are constants, except the last one.
-- Dormand and Prince, Journal of Computational and Applied Mathematics 6, 1980.
-- Example: dopri5(\(_, y). -y, [1], 0, 1, control) is [0.367879]
def dopri5(f: (Real, Real[_]) -> Real[_], y: Real[n], t0: Real, t1: Real, c: Control): Real[n] =
  let () = assert(t0 <= t1, "ode.dopri5: t1 is before t0");
      finite(v) = (sum(i < n) (if abs(v[i]) <= 1.7976931348623157e308 then 0 else 1)) == 0;
      relative(e, u, v) = sqrt((sum(i < n) (e[i] / (c.atol + c.rtol * max(abs(u[i]), abs(v[i]))))^2) / real(n));
      k = f(t0, y);
      () = assert(finite(y) && finite(k), "ode.dopri5: y or f is not finite at t0");
      first = stopGradient(let d0 = relative(y, y, y); d1 = relative(k, y, y) in if d0 < 1e-5 || d1 < 1e-5 then 1e-6 else 0.01 * d0 / d1);
      (_, end, _, _, _) = while(c.steps, (t0, y, k, first, t0 < t1), \(_, _, _, _, more). more, \(t, y, k1, wanted, _).
        let last = t + wanted >= t1;
            h = if last then t1 - t else wanted;
            () = assert(t + h > t, "ode.dopri5: the steps become too small");
            k2 = f(t + h / 5, y + h * (1 / 5 * k1));
            k3 = f(t + 3 / 10 * h, y + h * (3 / 40 * k1 + 9 / 40 * k2));
            k4 = f(t + 4 / 5 * h, y + h * (44 / 45 * k1 - 56 / 15 * k2 + 32 / 9 * k3));
            k5 = f(t + 8 / 9 * h, y + h * (19372 / 6561 * k1 - 25360 / 2187 * k2 + 64448 / 6561 * k3 - 212 / 729 * k4));
            k6 = f(t + h, y + h * (9017 / 3168 * k1 - 355 / 33 * k2 + 46732 / 5247 * k3 + 49 / 176 * k4 - 5103 / 18656 * k5));
            y1 = y + h * (35 / 384 * k1 + 500 / 1113 * k3 + 125 / 192 * k4 - 2187 / 6784 * k5 + 11 / 84 * k6);
            k7 = f(t + h, y1);
            wrong = stopGradient(relative(h * (71 / 57600 * k1 - 71 / 16695 * k3 + 71 / 1920 * k4 - 17253 / 339200 * k5 + 22 / 525 * k6 - 1 / 40 * k7), y, y1));
            next = stopGradient(h) * (if wrong < 1e-10 then 10 else if not (wrong < 1e3) then 0.2 else min(10, max(0.2, 0.9 * exp(-0.2 * log(wrong)))))
        in if wrong <= 1 then (t + h, y1, k7, next, not last) else (t, y, k1, next, true))
  -- A step of no length has the derivatives in t0 and t1 that all steps have, up to the fourth.
  in if t0 == t1 then rk4Step(f, t0, y, t1 - t0) else end

-- y at each of the times, in order, from y at the first of them, by dopri5: rows of the result.
-- Example: dopri5Path(\(_, y). -y, [1], [0, 1, 2], control) is [[1], [0.367879], [0.135335]]
def dopri5Path(f: (Real, Real[_]) -> Real[_], y: Real[n], times: Real[m], c: Control): Real[m, n] =
  scan(\(y, i). if i == 0 then y else dopri5(f, y, times[i - 1], times[i], c), y, [i for i < m])

-- y at t1 from y at t0, by the given number of steps of the implicit midpoint rule, y₁ = y₀ + h f(t + h/2, (y₀ + y₁)/2): of order 2, stable for stiff
-- equations, and symplectic. Newton's method solves each step. It is an error if it needs more than 50 iterations.
-- The derivatives of a step are those of its solution, as for optim.newton.
-- Example: implicitMidpoint(\(_, y). -y, [1], 0, 1, 10) is [0.367573]
def implicitMidpoint(f: (Real, Real[_]) -> Real[_], y: Real[n], t0: Real, t1: Real, steps: Int): Real[n] =
  let () = assert(steps > 0, "ode.implicitMidpoint: there is a step at least");
      h = (t1 - t0) / real(steps);
      step(t, y) =  -- of k = f(t + h/2, y + h/2 k)
        let at = t + 0.5 * h;
            wrong(k) = f(at, y + 0.5 * h * k) - k;
            first = stopGradient(f(at, y))
        in y + h * optim.newton(wrong, first, 1e-9 * (1 + max(i < n) abs(first[i])), 50)
  in fold(\(y, i). step(t0 + real(i) * h, y), y, [i for i < steps])
