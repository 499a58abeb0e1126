-- What libraries have in them: records, declared sums, recursive values, arrays of truths,
-- a function of C, loops with traces, sums over lanes, and an error in another file.
import "shapes.fun" as shapes

type Camera = { rotation: Real[_], focal: Real, on: Bool }
type Tree = Leaf(Real) | Node(Tree, Tree)

extern def soft(x: Real): Real = "my_soft"
derivative soft(x: Real)
  forward(dx) = logistic(x) * dx

def total(t: Tree): Real = case t of Leaf(x) -> soft(x), Node(l, r) -> total(l) * total(r)

def loss(c: Camera, s: shapes.Shape, t: Tree, x: Real[n], k: Int): Real =
  let y = nTimes(k, x, \y. [sin(y[i]) + c.rotation[i mod size(c.rotation)] for i < n]) in
  c.focal * shapes.area(s) * total(t) + (if c.on then 1 else 2) * sum(i < n) exp(y[i] * x[i])

def scale(x: Real[n], keep: Bool[n], z: Real): (Real[n], Bool[n]) =
  ([if keep[i] then z * x[i] else 0 for i < n], [not keep[i] for i < n])

def curve(x: Real[n]): Real = sum(i < n) x[i]^3

def pick(x: Real[n], k: Int): Real = shapes.nth(x, k)
