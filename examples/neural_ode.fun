-- A neural differential equation: a curve in the plane, seen at a few times, is fitted by the solution of y' = net(y), where net is a
-- network with one hidden layer. Chen, Rubanova, Bettencourt and Duvenaud, Neural ordinary differential equations, 2018.

import linalg
import nn
import ode

-- Weights and biases of the hidden layer, and of the one that gives the direction.
type Net = { w1: Real[hidden, 2], b1: Real[hidden], w2: Real[2, hidden], b2: Real[2] }
const hidden: Int = 4

-- The direction in which the curve goes at y; the cubes are what makes spirals easy to learn.
def direction(net: Net, y: Real[2]): Real[2] =
  let h = nn.dense(net.w1, net.b1, [y[i]^3 for i < 2]) in
  nn.dense(net.w2, net.b2, [tanh(h[i]) for i < hidden])

-- Where the curve is at each of the times, from its start at the first one.
def path(net: Net, start: Real[2], times: Real[n]): Real[n, 2] =
  ode.rk4Path(\(_t, y). direction(net, y), start, times, 5)

-- How far the curve is from what is seen, squared, on average, and how large the weights are.
def loss(net: Net, start: Real[2], times: Real[n], seen: Real[n, 2]): Real =
  let p = path(net, start, times);
      far = sum(i < n, k < 2) (p[i, k] - seen[i, k])^2;
      large = (sum(i < hidden, k < 2) net.w1[i, k]^2) + (sum(k < 2, i < hidden) net.w2[k, i]^2)
  in far / real(n) + 1e-3 * large

-- So many steps of gradient descent on what depends on a network.
def _trained(f: Net -> Real, net: Net, rate: Real, steps: Int): Net =
  nTimes(steps, net, \net.
    let g = grad(f)(net) in
    { w1: net.w1 - rate * g.w1, b1: net.b1 - rate * g.b1, w2: net.w2 - rate * g.w2, b2: net.b2 - rate * g.b2 })

-- The curve that the paper has: a spiral, whose direction is a linear function of the cubes.
def _spiral(times: Real[n]): Real[n, 2] =
  ode.rk4Path(\(_t, y). [-0.1 * y[0]^3 + 2 * y[1]^3, -2 * y[0]^3 - 0.1 * y[1]^3], [2, 0], times, 40)

-- What the network foretells after the last of the times, as far on as they go.
def _forecast(net: Net, start: Real[2], times: Real[n]): Real[n, 2] =
  path(net, path(net, start, times)[n - 1], times)

-- A network that is linear where it is small: y' = ε b2 for a small y.
def _constant(b: Real[2]): Net = { w1: [0 for _ < hidden, _ < 2], b1: [0 for _ < hidden], w2: [0 for _ < 2, _ < hidden], b2: b }

test "a network without weights goes straight on" =
  let p = path(_constant([1, -2]), [0.5, 0], [0, 1, 3]) in
  linalg.norm(p[2] - [3.5, -6]) < 1e-12 && linalg.norm(p[1] - [1.5, -2]) < 1e-12
test "what is met exactly costs the weights alone" = loss(_constant([1, 0]), [0, 0], [0, 1], [[0, 0], [1, 0]]) < 1e-25
test "what is foretold is the rest of the path" =
  let net = { w1: [[1, -0.5], [0.2, 0.3], [-0.4, 0.1], [0.7, 0.6]], b1: [0.1, 0, -0.1, 0.2], w2: [[0.5, -0.3, 0.2, 0.1], [-0.2, 0.4, 0.1, -0.6]], b2: [0.1, -0.1] };
      whole = path(net, [0.5, 0.2], [0, 0.25, 0.5, 0.75, 1]); rest = _forecast(net, [0.5, 0.2], [0, 0.25, 0.5])
  in linalg.norm(rest[1] - whole[3]) + linalg.norm(rest[2] - whole[4]) < 1e-12
test "the spiral turns inwards" =
  let y = _spiral([0, 0.5, 1, 2, 4]) in linalg.norm(y[4]) < linalg.norm(y[2]) && linalg.norm(y[2]) < 2
test "steps against the gradient fit a straight line" =
  let times = [0, 0.5, 1]; seen = [[0, 0], [0.5, -0.25], [1, -0.5]];
      net = _trained(\net. loss(net, [0, 0], times, seen), _constant([0.2, 0.3]), 0.2, 60)
  in loss(net, [0, 0], times, seen) < 1e-3 && abs(net.b2[0] - 1) < 0.1 && abs(net.b2[1] + 0.5) < 0.1
test "a network that has nothing to learn stays" =
  let net = _trained(\net. loss(net, [0, 0], [0, 1], [[0, 0], [1, 0]]), _constant([1, 0]), 0.1, 1) in abs(net.b2[0] - 1) < 1e-12 && abs(net.b2[1]) < 1e-12
