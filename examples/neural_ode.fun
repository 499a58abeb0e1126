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

-- A network that is linear where it is small: y' = ε b2 for a small y.
def _constant(b: Real[2]): Net = { w1: [0 for _ < hidden, _ < 2], b1: [0 for _ < hidden], w2: [0 for _ < 2, _ < hidden], b2: b }

test "a network without weights goes straight on" =
  let p = path(_constant([1, -2]), [0.5, 0], [0, 1, 3]) in
  linalg.norm(p[2] - [3.5, -6]) < 1e-12 && linalg.norm(p[1] - [1.5, -2]) < 1e-12
test "what is met exactly costs the weights alone" = loss(_constant([1, 0]), [0, 0], [0, 1], [[0, 0], [1, 0]]) < 1e-25
