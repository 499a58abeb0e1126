-- A pendulum between two walls: it swings, meets a wall, and comes back with a part of its speed. When it meets one is a solution of an
-- equation, so the gradient knows how that time changes. The loss is how far the pendulum ends from where it should.

import ode
import optim

-- Its friction, the angle of the walls, and which part of the speed is left by a wall.
type Pendulum = { friction: Real, wall: Real, bounce: Real }

-- An angle and its speed.
def forces(p: Pendulum, y: Real[2]): Real[2] = [y[1], -sin(y[0]) - p.friction * y[1]]

-- After a time t without walls; there is one step.
def free(p: Pendulum, y: Real[2], t: Real): Real[2] = ode.rk4Step(\(_t, y). forces(p, y), 0, y, t)

-- After a time h, in which at most one wall is met.
def step(p: Pendulum, y: Real[2], h: Real): Real[2] =
  let z = free(p, y, h);
      side = if z[0] > 0 then 1 else -1
  in if side * z[0] <= p.wall || side * z[1] <= 0 then z
     else
       -- The wall is met at t: before h, and about where a line would meet it.
       let t = optim.root(\t. free(p, y, t)[0] - side * p.wall, h * (side * p.wall - y[0]) / (z[0] - y[0]), 1e-12, 20);
           at = free(p, y, t)
       in free(p, [at[0], -p.bounce * at[1]], h - t)

-- The pendulum after n steps.
def swing(p: Pendulum, y: Real[2], h: Real, n: Int): Real[2] = nTimes(n, y, \y. step(p, y, h))

-- How far it is from a target then, squared, and half of its energy.
def loss(p: Pendulum, start: Real[2], h: Real, n: Int, target: Real): Real =
  let y = swing(p, start, h, n) in (y[0] - target)^2 + 0.5 * (0.5 * y[1]^2 + 1 - cos(y[0]))

-- How often a wall is met in n steps: as often as the speed changes its sign with a wall near.
def _bounces(p: Pendulum, y: Real[2], h: Real, n: Int): Int =
  let (_, k) = nTimes(n, (y, 0), \(y, k). let z = step(p, y, h) in (z, if y[1] * z[1] < 0 && abs(z[0]) > 0.5 * p.wall then k + 1 else k)) in k

-- Its energy, which friction and walls take.
def _energy(y: Real[2]): Real = 0.5 * y[1]^2 + 1 - cos(y[0])

-- The speed with which to begin so that the pendulum is at the target after n steps, near one: by Newton's method, through all walls.
def _aimed(p: Pendulum, angle: Real, near: Real, h: Real, n: Int, target: Real): Real =
  optim.root(\speed. swing(p, [angle, speed], h, n)[0] - target, near, 1e-10, 50)

-- The bounce of a wall that is known by where the pendulum was seen at last, near one.
def _bounceOf(p: Pendulum, start: Real[2], h: Real, n: Int, seen: Real): Real =
  optim.root(\b. swing({ p with bounce: b }, start, h, n)[0] - seen, p.bounce, 1e-10, 50)

test "what hangs stays" = let y = swing({ friction: 0, wall: 1, bounce: 0.5 }, [0, 0], 0.1, 50) in y[0] == 0 && y[1] == 0
test "no wall is passed" =
  let p = { friction: 0, wall: 0.5, bounce: 0.9 } in
  max(k < 40) abs(swing(p, [0, 1.2], 0.05, k)[0]) < 0.5 + 1e-9
test "without friction and losses there is as much energy as before" =
  let energy(y) = 0.5 * y[1]^2 + 1 - cos(y[0]); start = [0.1, 1.5] in
  abs(energy(swing({ friction: 0, wall: 0.5, bounce: 1 }, start, 0.02, 300)) - energy(start)) < 1e-6
test "each wall is met in turn" =
  let p = { friction: 0, wall: 0.5, bounce: 1 } in _bounces(p, [0, 1.5], 0.02, 10) == 0 && _bounces(p, [0, 1.5], 0.02, 30) == 1 && _bounces(p, [0, 1.5], 0.02, 60) == 2
test "friction and walls take energy" =
  let p = { friction: 0.1, wall: 0.6, bounce: 0.8 }; e(n) = _energy(swing(p, [0.1, 1.4], 0.05, n)) in e(0) > e(10) && e(10) > e(20) && e(20) > e(40)
test "a shot by way of a wall hits" =
  let p = { friction: 0.1, wall: 0.6, bounce: 0.8 }; speed = _aimed(p, 0.1, 1.4, 0.05, 16, 0.2) in abs(swing(p, [0.1, speed], 0.05, 16)[0] - 0.2) < 1e-8
test "the bounce of a wall is found" =
  let p = { friction: 0.1, wall: 0.6, bounce: 0.8 }; seen = swing({ p with bounce: 0.7 }, [0.1, 1.4], 0.05, 16)[0] in abs(_bounceOf(p, [0.1, 1.4], 0.05, 16, seen) - 0.7) < 1e-8
test "the gradient goes through a wall" =
  let p = { friction: 0.1, wall: 0.6, bounce: 0.8 }; f(v) = swing(p, [0.1, v], 0.05, 16)[0]; h = 1e-5 in
  abs(grad(\v. f(v))(1.4) - (f(1.4 + h) - f(1.4 - h)) / (2 * h)) < 1e-6
