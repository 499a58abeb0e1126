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
