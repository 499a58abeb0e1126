-- Gradient descent on an objective that contains a gradient: where the second of two charges has to be so that a particle which
-- they push falls to the ground near the origin (Pearlmutter and Siskind 2008, section 6).
type Descent = { w: Real, cost: Real, slope: Real, rate: Real, good: Int, go: Bool }

-- The potential at x, with the second charge at 10 - w.
def potential(w: Real, x: Real[2]): Real =
  let near(px, py) = 1 / sqrt((x[0] - px)^2 + (x[1] - py)^2) in near(10, 10 - w) + near(10, 0)

-- The square of the place where the particle falls to the ground.
def fall(w: Real): Real =
  let h = 0.1;
      push(x) = -grad(\y. potential(w, y))(x);
      step((x, v)) = (x + h * v, v + h * push(x));
      (x, v) = while(100000, ([0, 8], [0.75, 0]), \(x, v). x[1] + h * v[1] > 0, step);
      t = -x[1] / v[1]
  in (x[0] + t * v[0])^2

-- One step down, whose rate grows while steps are good.
def step(d: Descent): Descent =
  let least = 1e-5 in
  if d.good == 10 then { d with rate: 2 * d.rate, good: 0 }
  else
    let w = d.w - d.rate * d.slope in
    if abs(d.slope) <= least || abs(w - d.w) <= least then { d with go: false }
    else
      let cost = fall(w) in
      if cost < d.cost then { d with w: w, cost: cost, slope: grad(fall)(w), good: d.good + 1 }
      else { d with rate: d.rate / 2, good: 0 }

def particle(w: Real): Real =
  let d = while(10000, { w: w, cost: fall(w), slope: grad(fall)(w), rate: 1e-5, good: 0, go: true }, \d. d.go, step) in d.w
