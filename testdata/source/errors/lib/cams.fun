-- What the chunks of ../imports.fun import.
import "deep/vec.fun" as vec
const g: Real = 9.81
const dim: Int = 3
type Camera = { focal: Real, at: Real[dim] }
type Shape = Circle(Real) | Point
def project(c: Camera, p: Real[3]): Real = c.focal * vec.dot(c.at, p)
def area(s: Shape): Real = case s of Circle(r) -> r^2, Point -> _zero()
def _zero(): Real = 0
