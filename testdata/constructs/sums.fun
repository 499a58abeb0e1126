-- Data: {"s": [{"Circle": 1.5}, {"Box": [0.5, 2]}, "Point", {"Ring": [0.5, 2, 1]}], "t": {"Both": [{"Box": [0.3, 0.4]}, {"Some": 0.7}]}, "o": "None", "b": "Left", "w": {"Wrap": [0.1, 0.2, 0.3]}, "x": 0.8, "e": {"Inr": {"Some": [1, 0.5]}}}
-- Named sums: generic, nested patterns, wildcards, branches that several constructors take, in arrays and states, of arrays.
type Shape = Circle(Real) | Box(Real, Real) | Point | Ring(Real, Real, Int)
type Option(a) = None | Some(a)
type Pair = Both(Shape, Option(Real)) | One(Shape) | Neither
type Side = Left | Right
type Wrap = | Wrap(Real[3])
type Only = | Only
type Units = { u: (), v: Only }

def area(s: Shape): Real = case s of Circle(r) -> pi * r^2, Box(w, h) -> w * h, Point -> 0, Ring(a, b, k) -> real(k) * (b^2 - a^2)
def round(s: Shape): Bool = case s of Circle(_) -> true, Ring(_, _, _) -> true, _ -> false
def grown(s: Shape, z: Real): Shape =
  case s of Circle(r) -> Circle(z * r), Box(w, h) -> if w > h then Box(w, z * h) else Ring(w, z, 2), other -> other
def both(t: Pair, x: Real): Real =
  case t of Both(Circle(r), Some(y)) -> r * y, Both(s, None) -> area(s) * x, One(s) -> area(s),
            Both(Box(w, _), Some(y)) -> w * y * exp(x), Both(s, Some(_)) -> 2 * area(s), Neither -> x
def none(o: Only, u: Units, x: Real): Real = case (o, u) of (Only, { v: Only }) -> x^2
def slope(x: Real): Real = let (a, b, d) = grad(none)(Only, { v: Only, u: () }, x); () = a; () = b in d
def safe(x: Real): Option(Real) = if x > 0 then Some(log(x)) else None
def default(o: Option(Real), x: Real): Real = case o of None -> x, Some(y) -> y
def f(s: Shape[n], t: Pair, o: Option(Real), b: Side, w: Wrap, x: Real, e: Real + Option((Int, Real))): Real =
  let (Wrap(v), _) = (case w of Wrap(v) -> Wrap([2 * v[i] for i < 3]), 0);
      turn(side) = case side of Left -> Right, Right -> Left;
      last = nTimes(3, s[0], \q. grown(q, x));
      (total, _) = fold(\((acc, side), q). (case (side, q) of (Left, Circle(r)) -> (acc + r * x, turn(side)), (Left, _) -> (acc * x, Right), (_, p) -> (acc + area(p), turn(side))), (0.5, b), s);
      deep = case e of Inl y -> y, Inr Some((k, y)) -> real(k) * y^2, Inr None -> 0
  in (sum(i < n) area(s[i]) * (if round(s[i]) then 2 else 3)) + both(t, x) + default(o, x) * default(safe(x), 1)
     + area(last) + total + deep + v[0] * v[1] + slope(x)
