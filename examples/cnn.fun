-- A network of two convolutions that tells images apart, each of a few pixels: its loss on a batch of images, as a function of its weights.

import nn
import stats

const classes: Int = 3
const wide: Int = 2     -- channels of the first convolution
const deep: Int = 3     -- and of the second

-- Filters and biases of the convolutions, and weights and biases of what tells the classes apart.
type Net = { filters1: Real[wide, 1, 3, 3], bias1: Real[wide], filters2: Real[deep, wide, 3, 3], bias2: Real[deep],
             weights: Real[classes, deep], bias: Real[classes] }

-- The positive parts of channels.
def positive(x: Real[c, h, v]): Real[c, h, v] = [nn.relu(x[p, i, j]) for p < c, i < h, j < v]

-- What the network says of an image: a score for each class.
def scores(net: Net, image: Real[h, v]): Real[classes] =
  let x = nn.conv2d([image[i, j] for _ < 1, i < h, j < v], net.filters1, net.bias1, 1);
      y = nn.maxPool2d(positive(x), 2);
      z = nn.conv2d(y, net.filters2, net.bias2, 1)
  in nn.dense(net.weights, net.bias, nn.meanPool2d(positive(z)))

-- The mean loss on a batch, and how large the filters are.
def loss(net: Net, images: Real[n, h, v], labels: Int[n]): Real =
  let large = (sum(o < wide, i < 3, j < 3) net.filters1[o, 0, i, j]^2) + (sum(o < deep, c < wide, i < 3, j < 3) net.filters2[o, c, i, j]^2) in
  (sum(k < n) nn.crossEntropy(scores(net, images[k]), labels[k])) / real(n) + 1e-3 * large

-- The class with the highest score, and the share of images that are told right.
def _predicted(net: Net, image: Real[h, v]): Int = let s = scores(net, image) in argmax(k < classes) s[k]
def _accuracy(net: Net, images: Real[n, h, v], labels: Int[n]): Real =
  (sum(k < n) (if _predicted(net, images[k]) == labels[k] then 1 else 0)) / real(n)

-- So many steps against the gradient of what depends on a network.
def _trained(f: Net -> Real, net: Net, rate: Real, steps: Int): Net =
  nTimes(steps, net, \net.
    let g = grad(f)(net) in
    { filters1: net.filters1 - rate * g.filters1, bias1: net.bias1 - rate * g.bias1, filters2: net.filters2 - rate * g.filters2,
      bias2: net.bias2 - rate * g.bias2, weights: net.weights - rate * g.weights, bias: net.bias - rate * g.bias })

-- Images of 6 by 6 pixels: a line down, a line across, and nothing but a grey; with a little noise of a key.
def _images(n: Int, key: Int): Real[n, 6, 6] =
  [(if k mod 3 == 0 then (if j == 1 + k mod 4 then 1 else 0) else if k mod 3 == 1 then (if i == 1 + k mod 4 then 1 else 0) else 0.15)
     + 0.05 * stats.randomNormal(key, 36 * k + 6 * i + j) for k < n, i < 6, j < 6]

-- A network with small random weights.
def _random(key: Int): Net =
  let r(k) = 0.5 * stats.randomNormal(key, k) in
  { filters1: [r(9 * o + 3 * i + j) for o < wide, _ < 1, i < 3, j < 3], bias1: [0 for _ < wide],
    filters2: [r(100 + 18 * o + 9 * c + 3 * i + j) for o < deep, c < wide, i < 3, j < 3], bias2: [0 for _ < deep],
    weights: [r(200 + deep * k + o) for k < classes, o < deep], bias: [0 for _ < classes] }

-- A network that sees vertical lines by its first channel, and hands the brightness of them on.
def _lines(): Net =
  { filters1: [if o == 0 then (if j == 1 then 1 else -0.5) else 0 for o < wide, _ < 1, _ < 3, j < 3], bias1: [0, 0],
    filters2: [if o == 0 && c == 0 && i == 1 && j == 1 then 1 else 0 for o < deep, c < wide, i < 3, j < 3], bias2: [0, 0, 0],
    weights: [if k == 0 && o == 0 then 1 else 0 for k < classes, o < deep], bias: [0, 0, 0] }

test "a line is seen by its class" =
  let s = scores(_lines(), [if j == 1 then 1 else 0 for _ < 4, j < 4]) in s[0] > s[1] && s[1] == 0
test "a line across is not" = scores(_lines(), [if i == 1 then 1 else 0 for i < 4, _ < 4])[0] < scores(_lines(), [if j == 1 then 1 else 0 for _ < 4, j < 4])[0]
test "without weights all classes are alike" =
  let net = { _lines() with weights: [0 for _ < classes, _ < deep], filters1: [0 for _ < wide, _ < 1, _ < 3, _ < 3],
              filters2: [0 for _ < deep, _ < wide, _ < 3, _ < 3] }
  in abs(loss(net, [0 for _ < 1, _ < 4, _ < 4], [2]) - log(3)) < 1e-12
test "training tells images apart that it has not seen" =
  let labels = [k mod 3 for k < 9]; net = _trained(\net. loss(net, _images(9, 1), labels), _random(3), 0.5, 60) in
  loss(net, _images(9, 1), labels) < loss(_random(3), _images(9, 1), labels) && _accuracy(net, _images(9, 2), labels) > 0.6
test "where a line is does not matter to the lines" =
  let s(c) = scores(_lines(), [if j == c then 1 else 0 for _ < 6, j < 6])[0] in abs(s(2) - s(3)) < 1e-12
