-- Gradient descent on an objective that contains a gradient: a pendulum is to be held at rest, and
-- the force that holds it is the slope of a potential.

-- The slope of f at each x.
def slope(f: Real -> Real, x: Real): Real = grad(f)(x)

-- steps steps down the gradient of f, from x on.
def descend(f: Real[n] -> Real, x: Real[n], rate: Real, steps: Int): Real[n] =
  nTimes(steps, x, \x. x - rate * grad(f)(x))

-- What momentum carries from one step to the next.
type Walk = { at: Real[_], speed: Real[_] }

-- steps steps down the gradient of f with momentum (Polyak's heavy ball). keep is the part of the speed that is
-- kept: without it, it is descend.
def roll(f: Real[n] -> Real, x: Real[n], rate: Real, keep: Real, steps: Int): Real[n] =
  let w = nTimes(steps, { at: x, speed: [0 for _ < n] },
            \w. let v = keep * w.speed - rate * grad(f)(w.at) in { at: w.at + v, speed: v })
  in w.at

-- The first of the rates rate, rate / 2, rate / 4, … whose step down from x is long enough for its slope (Armijo).
def _armijo(f: Real[n] -> Real, x: Real[n], rate: Real): Real =
  let g = grad(f)(x); square = (sum(i < n) g[i]^2); here = f(x)
  in while(40, rate, \r. f(x - r * g) > here - 1e-4 * r * square, \r. 0.5 * r)

-- steps steps, each with a rate that is searched for.
def search(f: Real[n] -> Real, x: Real[n], rate: Real, steps: Int): Real[n] =
  nTimes(steps, x, \x. x - _armijo(f, x, rate) * grad(f)(x))

-- The energy of a pendulum with springs of the given strengths, at an angle.
def potential(springs: Real[n], angle: Real): Real =
  1 - cos(angle) + (sum(k < n) 0.5 * springs[k] * sin(real(k + 1) * angle)^2)

-- What is known of the force: the angles at which it was asked for, and what it should be there.
type Wish = { angle: Real, force: Real }

-- How far the force at each angle is from the one that is wanted, and how strong the springs are.
def cost(springs: Real[n], wishes: Wish[m], thrift: Real): Real =
  let force(angle) = slope(\a. potential(springs, a), angle);
      miss(w: Wish) = force(w.angle) - w.force
  in (sum(i < m) miss(wishes[i])^2) + thrift * (sum(k < n) springs[k]^2)

-- The cost that is left after some steps, as a function of all that it depends on.
def left(start: Real[n], wishes: Wish[m], thrift: Real, rate: Real, keep: Real, steps: Int): Real =
  let best = roll(\s. cost(s, wishes, thrift), start, rate, keep, steps) in cost(best, wishes, thrift)

test "the slope of a parabola" = abs(slope(\x. 3 * x^2, 2) - 12) < 1e-12
test "descent finds the lowest point of a bowl" =
  let x = descend(\x. (x[0] - 1)^2 + 2 * (x[1] + 3)^2, [0, 0], 0.2, 100) in abs(x[0] - 1) < 1e-9 && abs(x[1] + 3) < 1e-9
test "momentum finds the lowest point of a long valley sooner" =
  let valley(x: Real[2]): Real = (0.5 * x[0]^2 + 10 * x[1]^2);
      far(x: Real[2]): Real = sqrt(x[0]^2 + x[1]^2)
  in far(roll(valley, [1, 1], 0.05, 0.7, 60)) < 0.1 * far(descend(valley, [1, 1], 0.05, 60))
test "no momentum is descent" =
  let f(x: Real[1]): Real = x[0]^4 in roll(f, [1], 0.1, 0, 20)[0] == descend(f, [1], 0.1, 20)[0]
test "a rate that is too high is made lower" =
  let x = search(\x. (x[0] - 1)^2 + 20 * (x[1] + 3)^2, [0, 0], 10, 300) in abs(x[0] - 1) < 1e-6 && abs(x[1] + 3) < 1e-6
test "each step costs less" =
  let wishes = [{ angle: 0.2, force: 0.3 }, { angle: 0.5, force: 0.7 }, { angle: 0.9, force: 0.8 }];
      at(n) = left([0.1, 0.1], wishes, 0.01, 0.05, 0, n)
  in at(10) < at(1) && at(100) < at(10)
