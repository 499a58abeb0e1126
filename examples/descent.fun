-- Gradient descent on an objective that contains a gradient: a pendulum is to be held at rest, and
-- the force that holds it is the slope of a potential.

-- The slope of f at each x.
def slope(f: Real -> Real, x: Real): Real = grad(f)(x)

-- steps steps down the gradient of f, from x on.
def descend(f: Real[n] -> Real, x: Real[n], rate: Real, steps: Int): Real[n] =
  nTimes(steps, x, \x. x - rate * grad(f)(x))

-- The energy of a pendulum with springs of the given strengths, at an angle.
def potential(springs: Real[n], angle: Real): Real =
  1 - cos(angle) + (sum(k < n) 0.5 * springs[k] * sin(real(k + 1) * angle)^2)

-- How far the force at each angle is from the one that is wanted, and how strong the springs are.
def cost(springs: Real[n], angles: Real[m], wanted: Real[m], thrift: Real): Real =
  (sum(i < m) (slope(\a. potential(springs, a), angles[i]) - wanted[i])^2) + thrift * (sum(k < n) springs[k]^2)

-- The cost that is left after some steps, as a function of all that it depends on.
def left(start: Real[n], angles: Real[m], wanted: Real[m], thrift: Real, rate: Real, steps: Int): Real =
  let best = descend(\s. cost(s, angles, wanted, thrift), start, rate, steps) in cost(best, angles, wanted, thrift)

test "the slope of a parabola" = abs(slope(\x. 3 * x^2, 2) - 12) < 1e-12
test "descent finds the lowest point of a bowl" =
  let x = descend(\x. (x[0] - 1)^2 + 2 * (x[1] + 3)^2, [0, 0], 0.2, 100) in abs(x[0] - 1) < 1e-9 && abs(x[1] + 3) < 1e-9
test "each step costs less" =
  let at(n) = left([0.1, 0.1], [0.2, 0.5, 0.9], [0.3, 0.7, 0.8], 0.01, 0.05, n) in at(10) < at(1) && at(100) < at(10)
