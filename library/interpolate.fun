-- Functions through points. The knots ascend; outside of them the first or the last piece goes on.

import linalg

-- The last k below n - 1 with knots[k] <= x, or 0, by halving. It is an error if there are fewer than two knots, or if the knots that x is
-- compared with do not ascend: k depends on these only.
-- Example: interval([0, 1, 2], 1.5) is 1
def interval(knots: Real[n], x: Real): Int =
  let () = assert(n >= 2, "interpolate.interval: there are two knots at least");
      (k, _) = while(64, (0, n - 1), \(lo, hi). hi - lo > 1, \(lo, hi).
        let m = (lo + hi) div 2;
            () = assert(knots[lo] < knots[m] && knots[m] < knots[hi], "interpolate.interval: the knots do not ascend")
        in if knots[m] <= x then (m, hi) else (lo, m));
      () = assert(knots[k] < knots[k + 1], "interpolate.interval: the knots do not ascend")
  in k

-- At x, the line through the two points around it. Knots are checked as by interval.
-- Example: linear([0, 1, 2], [0, 10, 40], 1.5) is 25
def linear(knots: Real[n], values: Real[n], x: Real): Real =
  let k = interval(knots, x);
      h = knots[k + 1] - knots[k]
  in values[k] + (values[k + 1] - values[k]) * (x - knots[k]) / h

-- A cubic spline: its knots, values, and second derivatives there.
type Spline = { knots: Real[_], values: Real[_], bends: Real[_] }

-- The natural cubic spline: its second derivatives at the ends are 0. It is an error if there are fewer than two knots, or if they do not ascend.
-- Press, Teukolsky, Vetterling and Flannery, Numerical Recipes, 3.3.
-- Example: spline([0, 1, 2], [0, 1, 0]).bends is [0, -3, 0]
def spline(knots: Real[n], values: Real[n]): Spline =
  let () = assert(n >= 2, "interpolate.spline: there are two knots at least");
      () = assert(sum(i < n - 1) (if knots[i] < knots[i + 1] then 0 else 1) == 0, "interpolate.spline: the knots do not ascend, or one is NaN");
      h(i) = knots[i + 1] - knots[i];
      s(i) = (values[i + 1] - values[i]) / h(i);
      inner = linalg.tridiagonalSolve([h(i) / 6 for i < n - 2], [(h(i) + h(i + 1)) / 3 for i < n - 2], [h(i + 1) / 6 for i < n - 2],
        [s(i + 1) - s(i) for i < n - 2])
  in { knots: knots, values: values, bends: concat([0.0], inner, [0.0]) }

-- The value of a spline at x.
-- Example: splineAt(spline([0, 1, 2], [0, 1, 0]), 0.5) is 0.6875
def splineAt(s: Spline, x: Real): Real =
  let k = interval(s.knots, x);
      h = s.knots[k + 1] - s.knots[k];
      a = (s.knots[k + 1] - x) / h;
      b = (x - s.knots[k]) / h
  in a * s.values[k] + b * s.values[k + 1] + ((a^3 - a) * s.bends[k] + (b^3 - b) * s.bends[k + 1]) * h^2 / 6
