-- What the cases of cases.txt are read by. Sizes are given back with arrays,
-- so that those of empty ones are seen.

def number(x: Real): Real = x

def count(k: Int): Int = k

def bool(b: Bool): Bool = b

def unit(u: ()): () = u

def pair(p: (Int, Real)): (Int, Real) = p

def nested(p: (Int, (Real[n], Bool)), n: Int): (Int, (Real[_], Bool), Int) =
  let (k, (v, b)) = p in (k, (v, b), n)

def either(s: (Real, Int) + Bool): (Real, Int) + Bool = s

def arrays(s: Real[_, _] + Int): (Int, Int) + Int =
  case s of Inl a -> Inl (size(a), size(a, 1)), Inr k -> Inr k

def vector(v: Real[n]): (Real[_], Int) = (v, n)

def matrix(a: Real[n, d]): (Real[_, _], Int, Int) = (a, n, d)

def square(a: Real[n, n], v: Int[n]): (Real[_, _], Int[_], Int) = (a, v, n)

def three(a: Real[_, 3]): (Real[_, _], Int) = (a, size(a))

def open(a: Int[_, _, _]): (Int[_, _, _], Int, Int, Int) = (a, size(a), size(a, 1), size(a, 2))

def records(r: (Bool, Real + ())[n, 2]): ((Bool, Real + ())[_, _], Int) = (r, n)

def sized(v: Real[n], n: Int): (Real[_], Int) = (v, n)

type Camera = { at: Real[2], focal: Real }
type Path = { name: Int, points: Real[_, 2] }
type Shape = Circle(Real) | Box(Real, Int) | Point
type Colour = Red | Green | Blue
type Single = { x: Real }
type Only = | Only(Real)


def camera(c: Camera): Camera = c

def shape(s: Shape): Shape = s

def shapes(s: Shape[n], colours: Colour[n]): (Shape[_], Colour[_], Int) = (s, colours, n)

def single(s: Single, o: Only): (Single, Only) = (s, o)

def rig(cs: Camera[n]): (Camera[_], Int) = (cs, n)

def paths(p: Path[n, m]): (Path[_, _], Int, Int) = (p, n, m)

def tagged(p: (Shape, Bool, Single)[n]): (Shape, Bool, Single)[_] = p

type Empty = | Empty
type Held = { empty: Empty }

def empty(e: Empty, h: Held, es: Empty[n], o: Empty + Bool): (Empty, Held, Empty[_], Empty + Bool) = (e, h, es, o)

def mixed(m: Camera + Colour): Camera + Colour = m
