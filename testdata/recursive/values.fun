-- Programs that take, make and give values of recursive types.
type Tree = Leaf(Real) | Node(Tree, Tree)
type List(a) = Nil | Cons(a, List(a))
type Expr = Const(Real) | Var | Add(Expr, Expr) | Mul(Expr, Expr) | Call(Fn, Expr)
type Fn = Sin | Scaled(Expr)
type Rose = | Rose(Real, List(Rose))
type Item = { name: Int, cost: Real, next: Option(Item2) }
type Option(a) = None | Some(a)
type Item2 = End | More({ cost: Real, rest: Item2, marked: Bool }) | Pair((Item2, Real), Real + Item2)

-- Values that are taken.
def product(t: Tree): Real = case t of Leaf(x) -> x, Node(l, r) -> product(l) * product(r)
def total(t: Tree): Real = case t of Leaf(x) -> x, Node(l, r) -> total(l) + 2 * total(r)
def deepest(t: Tree): Real = case t of Leaf(x) -> x, Node(l, r) -> let a = deepest(l); b = deepest(r) in if a > b then a else b
def eval(e: Expr, x: Real): Real = case e of
  Const(c) -> c, Var -> x, Add(a, b) -> eval(a, x) + eval(b, x), Mul(a, b) -> eval(a, x) * eval(b, x),
  Call(Sin, a) -> sin(eval(a, x)), Call(Scaled(s), a) -> eval(s, x) * eval(a, x)
def loss(e: Expr, x: Real[n], y: Real[n]): Real = sum(i < n) (eval(e, x[i]) - y[i])^2
def length(l: List(a)): Int = case l of Nil -> 0, Cons(_, r) -> 1 + length(r)
def mean(l: List(Real)): Real = reduced(\(x, y). x + y, 0, l) / real(length(l))
def reduced(f: (Real, Real) -> Real, z: Real, l: List(Real)): Real = case l of Nil -> z, Cons(x, r) -> f(x, reduced(f, z, r))
def forest(l: List(Tree)): Real = case l of Nil -> real(length(l)) + 1, Cons(t, r) -> product(t) * forest(r)
def rose(r: Rose): Real = case r of Rose(x, kids) -> x * (1 + roses(kids))
def roses(l: List(Rose)): Real = case l of Nil -> 0, Cons(r, rest) -> rose(r) + roses(rest)
def merge(a: Tree, b: Tree): Real = case (a, b) of
  (Leaf(x), Leaf(y)) -> x * y, (Node(l, r), Node(k, s)) -> merge(l, k) + merge(r, s), (_, Leaf(y)) -> y * total(a), _ -> total(b)
def items(i: Item): Real = i.cost * (case i.next of None -> 1, Some(more) -> priced(more))
def priced(i: Item2): Real = case i of
  End -> 2, More({ cost, rest, marked }) -> (if marked then cost else -cost) + priced(rest)^2,
  Pair((a, x), Inl y) -> x * y * priced(a), Pair((a, x), Inr b) -> x * priced(a) + priced(b)
def chosen(ts: Tree[n], w: Real[n, 2]): Real = sum(i < n, j < 2) w[i, j] * product(ts[i])
def whole(t: Tree): Tree = t
def right(t: Tree): Tree = case t of Leaf(_) -> t, Node(_, r) -> right(r)

-- Values that are made.
def map(f: Real -> Real, t: Tree): Tree = case t of Leaf(x) -> Leaf(f(x)), Node(l, r) -> Node(map(f, l), map(f, r))
def doubled(t: Tree, k: Real): Tree = map(\x. k * x^2, t)
def twice(t: Tree, k: Real): Real = total(doubled(doubled(t, k), k))
def make(x: Real, d: Int): Tree = if d == 0 then Leaf(x) else Node(make(x * 1.25, d - 1), make(x * 0.75, d - 1))
def made(x: Real, d: Int): Real = product(make(x, d))
def insert(x: Real, l: List(Real)): List(Real) = case l of Nil -> Cons(x, Nil), Cons(y, r) -> if x < y then Cons(x, l) else Cons(y, insert(x, r))
def sorted(l: List(Real)): List(Real) = case l of Nil -> Nil, Cons(x, r) -> insert(x, sorted(r))
def weighted(l: List(Real), k: Real): Real = case l of Nil -> 0, Cons(x, r) -> k * x + weighted(r, k + 1)
def order(l: List(Real)): Real = weighted(sorted(l), 1)
def listed(v: Real[n]): List(Real) = let (l, _) = nTimes(n, (Nil, 0), \(l, i). (Cons(v[i] * v[i], l), i + 1)) in l
def folded(v: Real[n]): Real = weighted(fold(\(l, x). Cons(x * x, l), Nil, v), 0.5)
def reversed(l: List(Real), onto: List(Real)): List(Real) = case l of Nil -> onto, Cons(x, r) -> reversed(r, Cons(x, onto))
def shared(t: Tree): Real = let u = Node(t, t) in total(Node(u, u)) * total(u)
def squared(t: Tree): Tree = let u = Node(t, t) in Node(u, u)
def both(a: Tree, b: Tree): Tree = Node(b, Node(a, b))
def three(a: Tree, b: Tree, c: Tree): Real = product(a) * total(b) - total(c)
def planted(rs: List(Rose), t: Tree): (List(Tree), Rose) = (Cons(t, Cons(Leaf(roses(rs)), Nil)), Rose(total(t), rs))
def many(t: Tree, x: Real[n]): Real = sum(i < n) total(doubled(t, x[i]))
def triangle(t: Tree, x: Real[n]): Real = sum(i < n, j < i + 1) x[j] * product(doubled(t, x[i]))
def arrays(t: Tree, x: Real[n]): Real = let v = sum(i < n) [total(doubled(t, x[i])), x[i]] in v[0] * v[1]
def each(t: Tree, x: Real[n]): Real[n, 2] = [[total(doubled(t, x[i])), x[i]] for i < n]
def trees(ts: Tree[n], k: Real): Tree[n] = [doubled(ts[i], k) for i < n]
def best(ts: Tree[n], k: Real): Real = max(i < n) total(doubled(ts[i], k))
def which(ts: Tree[n], k: Real): Real = let i = argmax(i < n) total(doubled(ts[i], k)) in total(ts[i]) * k
def halved(t: Tree, k: Real): Real = while(50, k, \k. total(doubled(t, k)) > 10, \k. 0.5 * k + 0.001 * total(doubled(t, k)))
def local(t: Tree, k: Real): Real = let g(s, x) = total(Node(doubled(s, x), t)) in g(t, k) + g(Leaf(k), 2)
def either(t: Tree, k: Real): Real = total(if k > 1 then doubled(t, k) else if k > 0 then t else Leaf(k))
def derive(e: Expr): Expr = case e of
  Const(_) -> Const(0), Var -> Const(1), Add(a, b) -> Add(derive(a), derive(b)),
  Mul(a, b) -> Add(Mul(derive(a), b), Mul(a, derive(b))),
  Call(Sin, a) -> Mul(Call(Sin, Add(a, Const(0.5 * pi))), derive(a)), Call(Scaled(s), a) -> derive(Mul(s, a))
def slope(e: Expr, x: Real): Real = eval(derive(derive(e)), x)

-- A derivative that the program gives, of a function that makes values.
def power(x: Real, d: Int): Real = product(make(x, d))
derivative power(x: Real, d: Int)
  reverse(w) = (w * product(make(x, d)) * real(2^d) / x, ())
def ruled(t: Tree, x: Real[n]): Real = total(t) * sum(i < n) power(x[i], 2)

-- Derivatives within the program.
def inner(t: Tree, w: Real): Real = let g = grad(\v. twice(t, v))(w) in g * w
def nested(t: Tree, w: Real): Real = grad(\u. grad(\v. twice(t, u * v))(w))(w)
def along(e: Expr, x: Real): Real = let (y, dy) = vjp(\z. eval(e, z))(x, 2) in y * dy
def rates(x: Real[n]): Real = let j = jacrev(\v. [total(doubled(Node(Leaf(v[i]), Leaf(v[0])), v[1])) for i < n])(x) in sum(i < n, k < n) j[i, k] * real(1 + i + 2 * k)
def ahead(x: Real): Real = let (y, dy) = jvp(\z. made(z, 2))(x, 3) in y + dy

test "a tree" = product(Node(Leaf(2), Leaf(3))) == 6
test "a list" = length(Cons(1, Cons(2, Nil))) == 2

-- Arrays in nodes.
type Net = Out(Real[3]) | Layer(Real, Real[2, 2], Net) | Both({ w: Real[2], next: Net }, Net[2])
def response(n: Net, x: Real): Real = case n of
  Out(v) -> sum(i < 3) v[i] * x^i,
  Layer(b, a, rest) -> response(rest, tanh(a[0, 0] * x + a[0, 1])) * a[1, 0] + a[1, 1] * b,
  Both({ w, next }, more) -> response(next, x) * w[0] + response(more[0], w[1]) * response(more[1], x)
def deeper(n: Net, k: Real): Net = case n of
  Out(v) -> Layer(k, [[k * v[0], v[1]], [v[2], 1]], Out(2 * v)),
  Layer(b, a, rest) -> Layer(b, a, deeper(rest, k)),
  other -> Both({ w: [k, 1], next: other }, [other, other])
def leaf(v: Real[n], x: Real): Real = response(Out(v), x)
def network(n: Net, x: Real): Real = response(deeper(deeper(n, x), 0.5), x)

-- Gradients in values.
def slopes(t: Tree): Tree = grad(product)(t)
def steps(t: Tree, k: Real): Real = let g = grad(\t. product(t) * total(t) * k)(t) in total(g) * product(g)
def twoTrees(t: Tree): Real = let (a, b) = grad(\(a, b). product(a) * total(b) + total(a))(t, t) in product(a) - total(b)
def captured(t: Tree): Real = total(grad(\s. product(s) * total(t))(t))
def backwards(t: Tree, w: Real): Real = let (y, (g, d)) = vjp(\(s, w). w^2 * product(s))(t, w, 2.0) in y * total(g) + d
def moved(t: Tree, g: Tree): Tree = case (t, g) of (Leaf(x), Leaf(y)) -> Leaf(x - 0.1 * y), (Node(a, b), Node(c, d)) -> Node(moved(a, c), moved(b, d)), _ -> t
def descent(t: Tree): Tree = nTimes(2, t, \t. moved(t, grad(product)(t)))
def netSlopes(n: Net, x: Real): Real = response(grad(\n. response(n, x))(n), 0.5)

-- Tangents and seeds that are values, and derivatives in values with parts that share nodes, in arrays, and of derivatives.
def pushed(t: Tree, u: Tree): Real = let (y, d) = jvp(product)(t, u) in y + d
def moving(t: Tree, u: Tree, k: Real): (Tree, Tree) = jvp(\t. doubled(t, k))(t, u)
def curved(t: Tree, u: Tree): Tree = let (_, h) = hvp(product)(t, u) in h
def curvature(t: Tree, k: Real): Real = let (g, h) = hvp(\t. twice(t, k) * k)(t, doubled(t, 2)) in total(g) + product(h)
def pulled(t: Tree, k: Real): Tree = let (_, (g, d)) = vjp(doubled)(t, k, map(\x. x + k, t)) in Node(g, Leaf(d))
def places(t: Tree): Tree = grad(total)(Node(t, t))
def groves(ts: Tree[n], k: Real): Real = let (g, d) = grad(\(ts, k). sum(i < n) product(ts[i]) * k^i)(ts, k) in sum(i < n) total(g[i]) * d
def swaying(ts: Tree[n], k: Real): Real = let (_, d) = jvp(\ts. trees(ts, k))(ts, ts) in sum(i < n) total(d[i])
def perhaps(t: Tree, k: Real): Real = let (y, d) = jvp(\(o, v). case o of None -> v[0], Some(t) -> product(t) * v[1])(if k > 0 then Some(t) else None, [k, 2], if k > 0 then Some(t) else None, [1, k]) in y * d
def outside(t: Tree, x: Real[n]): Real = sum(i < n) let (y, d) = jvp(\x. total(doubled(t, x)) * product(t))(x[i], 1) in y * d
def outsides(t: Tree, x: Real): Real = let p = (t, x); (y, d) = jvp(\x. let (t, z) = p in total(t) * x * z)(x, 2) in y + d
def priced2(i: Item): Real = let (y, d) = jvp(items)(i, { name: (), cost: 2, next: i.next }) in y + d
def mixed(t: Tree, k: Real): Real = grad(\k. total(grad(\t. product(doubled(t, k)))(t)))(k)
def deep2(t: Tree): Real = product(grad(\t. total(grad(product)(t)))(t))
def towards(t: Tree, n: Int): Real = product(nTimes(n, t, \t. moved(t, grad(product)(t))))
def netTangent(n: Net, x: Real): Real = let (_, d) = jvp(\n. response(n, x))(n, deeperTangent(n, x)) in d
def deeperTangent(n: Net, k: Real): Net = case n of
  Out(v) -> Out(k * v), Layer(b, a, rest) -> Layer(b * k, a, deeperTangent(rest, k)), Both({ w, next }, more) -> Both({ w: k * w, next: next }, more)
def counted(l: List(Int), x: Real): Real = let (y, d) = jvp(\(l, x). x * reduced2(l))(l, x, (), 2) in y + d
def reduced2(l: List(Int)): Real = case l of Nil -> 1, Cons(k, r) -> real(k) * reduced2(r)
def numbered(x: Real, n: Int): (List(Int), Real) = let ((l, y), (_, d)) = jvp(\x. (upTo(n), x^3))(x, 2) in (l, y + d)
def upTo(n: Int): List(Int) = if n == 0 then Nil else Cons(n, upTo(n - 1))
def held(t: Tree, k: Real): Real = let s = stopGradient(doubled(t, k)) in total(s) * product(t) + total(doubled(s, k))
def curvedTotal(t: Tree, u: Tree): Real = total(curved(t, u))
def placesTotal(t: Tree): Real = total(places(t))
