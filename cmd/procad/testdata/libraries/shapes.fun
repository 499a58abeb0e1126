type Shape = Circle(Real) | Box(Real, Real) | Point

def area(s: Shape): Real = case s of Circle(r) -> r^2, Box(w, h) -> w * h, Point -> 0

def nth(x: Real[n], k: Int): Real = x[k]
