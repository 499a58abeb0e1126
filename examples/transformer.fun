-- A block of a transformer on a short text: attention of two heads, and a layer of neurons, each after a normalisation and added to what
-- goes in. The loss is how badly each letter is foretold by those before it.

import nn

const letters: Int = 5
const width: Int = 4
const heads: Int = 2
const inner: Int = 6     -- neurons of the layer

-- A normalisation: what each part is multiplied by, and what is added.
type Norm = { gain: Real[width], bias: Real[width] }

-- A vector for each letter; what makes queries, keys and values of vectors, and vectors of what the heads find; the layer.
type Block = { letter: Real[letters, width], place: Real[_, width], norm1: Norm, query: Real[width, width], key: Real[width, width],
               value: Real[width, width], found: Real[width, width], norm2: Norm, up: Real[inner, width], upBias: Real[inner],
               down: Real[width, inner], downBias: Real[width] }

def normed(n: Norm, x: Real[r, width]): Real[r, width] = [nn.layerNorm(x[i], n.gain, n.bias, 1e-5) for i < r]

-- What all heads find, side by side: head k has the columns from k · width / heads on.
def attend(b: Block, x: Real[n, width]): Real[n, width] =
  let none = [0 for _ < width];
      q = nn.denseRows(b.query, none, x); k = nn.denseRows(b.key, none, x); v = nn.denseRows(b.value, none, x);
      d = width div heads;
      head(a, h) = [a[i, h * d + j] for i < n, j < d];
      both = [nn.causalAttention(head(q, h), head(k, h), head(v, h)) for h < heads]
  in nn.denseRows(b.found, none, [both[j div d, i, j mod d] for i < n, j < width])

-- The block on a text of vectors.
def block(b: Block, x: Real[n, width]): Real[n, width] =
  let y = x + attend(b, normed(b.norm1, x));
      u = nn.denseRows(b.up, b.upBias, normed(b.norm2, y))
  in y + nn.denseRows(b.down, b.downBias, [nn.gelu(u[i, j]) for i < n, j < inner])

-- The mean loss of foretelling letter i + 1 of a text from those up to i, by how much what comes out is like the vector of each letter.
def loss(b: Block, text: Int[n]): Real =
  let m = n - 1;
      y = block(b, [b.letter[text[i], j] + b.place[i, j] for i < m, j < width]);
      s = [sum(j < width) y[i, j] * b.letter[k, j] for i < m, k < letters]
  in (sum(i < m) nn.crossEntropy(s[i], text[i + 1])) / real(m)

-- What the block thinks of each letter after a text.
def _scores(b: Block, text: Int[n]): Real[letters] =
  let y = block(b, [b.letter[text[i], j] + b.place[i, j] for i < n, j < width]) in [sum(j < width) y[n - 1, j] * b.letter[k, j] for k < letters]

-- The text with k more letters, each the likeliest after those before it.
def _written(b: Block, text: Int[n], k: Int): Int[n + k] =
  fold(\(t, i). let s = _scores(b, t[0 ..< n + i]) in set(t, n + i, argmax(c < letters) s[c]), concat(text, [0 for _ < k]), [i for i < k])

-- One step against the gradient for the vectors of letters and the layer alone.
def _tuned(f: Block -> Real, b: Block, rate: Real): Block =
  let g = grad(f)(b) in { b with letter: b.letter - rate * g.letter, up: b.up - rate * g.up, down: b.down - rate * g.down }

-- A block that does nothing, and whose letters are alike.
def _nothing(): Block =
  let z = [0 for _ < width, _ < width]; one = { gain: [1 for _ < width], bias: [0 for _ < width] } in
  { letter: [1 for _ < letters, _ < width], place: [real(i + j) for i < 4, j < width], norm1: one, query: z, key: z, value: z, found: z, norm2: one,
    up: [0 for _ < inner, _ < width], upBias: [0 for _ < inner], down: [0 for _ < width, _ < inner], downBias: [0 for _ < width] }

test "letters that are alike are guessed" = abs(loss(_nothing(), [0, 1, 2]) - log(real(letters))) < 1e-12
test "a block of zeros changes nothing" =
  let x = [[1, 2, 3, 4], [0, 1, 0, 1]]; y = block(_nothing(), x) in (max(i < 2, j < width) abs(x[i, j] - y[i, j])) == 0
test "a row does not depend on those after it" =
  let e = [if i == j then 1 else 0 for i < width, j < width]; b = { _nothing() with query: e, key: e, value: e, found: e };
      x = [[1, 2, 3, 5], [0, 1, 0, 2], [3, 1, 2, 2]]; y = block(b, x); z = block(b, x[0 ..< 2])
  in (max(i < 2, j < width) abs(z[i, j] - y[i, j])) < 1e-12
test "letters that differ, and a block that does nothing, repeat the last one" =
  let b = { _nothing() with letter: [if k < width then (if j == k then 1 else 0) else -1 for k < letters, j < width], place: [0 for _ < 8, _ < width] };
      t = _written(b, [2, 0, 3], 3)
  in t[2] == 3 && t[3] == 3 && t[5] == 3
test "a step against the gradient foretells a text better" =
  let b = { _nothing() with letter: [0.3 * real((3 * k + 2 * j) mod 5 - 2) for k < letters, j < width] }; text = [0, 1, 2, 3] in
  loss(_tuned(\b. loss(b, text), b, 0.05), text) < loss(b, text)
