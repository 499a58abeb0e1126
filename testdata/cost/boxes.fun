-- boxes read in a loop, one for each index, and others made
type Tree = Leaf(Real) | Node(Tree, Tree)
type List = Nil | Cons(Real, List)
def made(v: Real[n], lo: Int, hi: Int): Tree =
  if hi - lo <= 1 then Leaf(v[lo]) else let mid = (lo + hi) div 2 in Node(made(v, lo, mid), made(v, mid, hi))
def at(t: Tree, k: Int, size: Int): Real = case t of
  Leaf(x) -> x, Node(l, r) -> if k < size div 2 then at(l, k, size div 2) else at(r, k - size div 2, size - size div 2)
def listed(v: Real[n]): List = fold(\(l, x). Cons(x * x, l), Nil, v)
def total(l: List, x: Real): Real = case l of Nil -> x, Cons(y, rest) -> total(rest, sin(x) + y)
def top(t: Tree, x: Real): Real = case t of Leaf(y) -> x * y, Node(Leaf(y), _) -> x + y, Node(Node(l, _), r) -> (case l of Leaf(y) -> y, _ -> x) * (case r of Leaf(y) -> y, _ -> x)
def f(v: Real[n]): Real = let t = made(v, 0, n); l = listed(v) in (sum(i < n) top(t, v[i]) * at(made(v, 0, 2), i mod 2, 2)) + total(l, 1)
