-- A tree-structured network: it reads phrases bottom up, and says of each whether it is kind.

-- A word, or a phrase of two, each with its label: 0 is unkind, 1 is kind.
type Tree = Word(Int, Int) | Phrase(Int, Tree, Tree)
type List(a) = Nil | Cons(a, List(a))

-- What the words mean in d numbers, how two meanings become one, and how a label follows from one.
type Net = { words: Real[_, _], left: Real[_, _], right: Real[_, _], bias: Real[_], labels: Real[_, _] }

-- W u + V v + b.
def affine(w: Real[d, e], u: Real[e], v: Real[d, e], x: Real[e], b: Real[d]): Real[d] =
  [b[i] + sum(j < e) (w[i, j] * u[j] + v[i, j] * x[j]) for i < d]

-- How unlikely the label is, by the meaning of a phrase: the cross entropy.
def surprise(net: Net, label: Int, meaning: Real[d]): Real =
  let n = size(net.labels);
      score(k) = sum(j < d) net.labels[k, j] * meaning[j];
      best = max(k < n) score(k)
  in best + log(sum(k < n) exp(score(k) - best)) - score(label)

-- The meaning of a tree, and how unlikely all labels in it are.
def read(net: Net, t: Tree): (Real[_], Real) = case t of
  Word(label, w) -> let m = net.words[w] in (m, surprise(net, label, m)),
  Phrase(label, l, r) ->
    let (u, a) = read(net, l);
        (v, b) = read(net, r);
        sums = affine(net.left, u, net.right, v, net.bias);
        m = [tanh(sums[i]) for i < size(sums)]
    in (m, a + b + surprise(net, label, m))

def nodes(t: Tree): Int = case t of Word(_, _) -> 1, Phrase(_, l, r) -> 1 + nodes(l) + nodes(r)
def _depth(t: Tree): Int = case t of Word(_, _) -> 0, Phrase(_, l, r) -> let a = _depth(l); b = _depth(r) in 1 + (if a > b then a else b)

-- The mean over all nodes of all trees, and a penalty for large weights.
def loss(net: Net, trees: Tree[n], decay: Real): Real =
  let total = sum(i < n) (let (_, s) = read(net, trees[i]) in s);
      count = sum(i < n) nodes(trees[i]);
      square(w) = sum(i < size(w, 0), j < size(w, 1)) w[i, j]^2
  in total / real(count) + decay * (square(net.left) + square(net.right) + square(net.labels))

-- Trees that are made of others: each phrase the other way round, and the words in their order.
def _mirrored(t: Tree): Tree = case t of Word(_, _) -> t, Phrase(k, l, r) -> Phrase(k, _mirrored(r), _mirrored(l))
def words(t: Tree, after: List(Int)): List(Int) = case t of Word(_, w) -> Cons(w, after), Phrase(_, l, r) -> words(l, words(r, after))
def _length(l: List(a)): Int = case l of Nil -> 0, Cons(_, rest) -> 1 + _length(rest)

-- A tree that leans to the right, as words are read one after the other; all its phrases have one label.
def chain(label: Int, l: List(Int)): Tree = case l of
  Nil -> Word(label, 0),
  Cons(w, Nil) -> Word(label, w),
  Cons(w, rest) -> Phrase(label, Word(label, w), chain(label, rest))

-- The objective: the loss of the trees as they are, and as chains of their words, which have the label at the root.
def root(t: Tree): Int = case t of Word(k, _) -> k, Phrase(k, _, _) -> k
def flat(t: Tree): Tree = chain(root(t), words(t, Nil))
def objective(net: Net, trees: Tree[n], decay: Real, chains: Real): Real =
  loss(net, trees, decay) + chains * loss(net, [flat(trees[i]) for i < n], 0)

-- Some steps down the gradient of the loss.
def _descended(net: Net, trees: Tree[n], rate: Real, steps: Int): Net = nTimes(steps, net, \net.
  let g = grad(\net. loss(net, trees, 0))(net)
  in { words: net.words - rate * g.words, left: net.left - rate * g.left, right: net.right - rate * g.right,
       bias: net.bias - rate * g.bias, labels: net.labels - rate * g.labels })

def _net(): Net = { words: [[0.1, -0.2], [0.3, 0.1], [-0.4, 0.2]], left: [[0.5, 0], [0.1, 0.4]], right: [[0.2, -0.1], [0, 0.6]],
                    bias: [0, 0.1], labels: [[0.3, -0.5], [-0.2, 0.4]] }
def _tree(): Tree = Phrase(0, Phrase(1, Word(1, 0), Word(1, 1)), Word(0, 2))
def _loss(net: Net): Real = loss(net, [_tree()], 0)

test "nodes and depth" = nodes(_tree()) == 5 && _depth(_tree()) == 2
test "a tree is its mirror's mirror" = abs(_loss(_net()) - loss(_net(), [_mirrored(_mirrored(_tree()))], 0)) < 1e-12
test "a mirrored net reads a mirrored tree alike" =
  let net = _net(); swapped = { net with left: net.right, right: net.left }
  in abs(_loss(net) - loss(swapped, [_mirrored(_tree())], 0)) < 1e-12
test "words are in their order" = (case words(_tree(), Nil) of Cons(a, Cons(b, Cons(c, Nil))) -> a == 0 && b == 1 && c == 2, _ -> false)
test "a chain is as deep as it has words" = _depth(flat(Phrase(1, _tree(), _tree()))) == 5 && _length(words(flat(_tree()), Nil)) == 3
test "without weights every label is as likely" =
  let net = { _net() with labels: [[0, 0], [0, 0]] } in abs(_loss(net) - log(2)) < 1e-12
test "descent learns the labels" = _loss(_descended(_net(), [_tree()], 0.5, 40)) < 0.5 * _loss(_net())
