-- Adaptive quadrature: an integral by Simpson's rule, with smaller steps where the function bends. What is
-- fitted with it is a wave of which only integrals were measured.

-- A piece of the integral: between a and b, with the values of the function there and in the middle.
type Piece = { a: Real, b: Real, fa: Real, fm: Real, fb: Real }

def simpson(p: Piece): Real = (p.b - p.a) / 6 * (p.fa + 4 * p.fm + p.fb)

-- The integral of f over a piece. Halves are taken as long as they say something else than the whole; the
-- difference of the two rules corrects the result.
def integral(f: Real -> Real, p: Piece, tol: Real, depth: Int): Real =
  let m = 0.5 * (p.a + p.b);
      l = { a: p.a, b: m, fa: p.fa, fm: f(0.5 * (p.a + m)), fb: p.fm };
      r = { a: m, b: p.b, fa: p.fm, fm: f(0.5 * (m + p.b)), fb: p.fb };
      d = simpson(l) + simpson(r) - simpson(p)
  in if depth == 0 || abs(d) < 15 * tol then simpson(l) + simpson(r) + d / 15
     else integral(f, l, 0.5 * tol, depth - 1) + integral(f, r, 0.5 * tol, depth - 1)

-- What is integrated: a wave that becomes faster and fades.
def wave(speed: Real, fading: Real, x: Real): Real = sin(speed * x^2) * exp(-fading * x)

-- The integral of f from a to b.
def between(f: Real -> Real, a: Real, b: Real, tol: Real): Real =
  integral(f, { a: a, b: b, fa: f(a), fm: f(0.5 * (a + b)), fb: f(b) }, tol, 30)

-- The integral of f from a on, without an end: x = a + t / (1 - t) for t from 0 to 1.
def _from(f: Real -> Real, a: Real, tol: Real): Real =
  between(\t. if t >= 1 then 0 else f(a + t / (1 - t)) / (1 - t)^2, 0, 1, tol)

-- The integral of f over a disc of radius r around the origin, in polar coordinates: an integral of integrals.
def _disc(f: (Real, Real) -> Real, r: Real, tol: Real): Real =
  between(\s. s * between(\a. f(s * cos(a), s * sin(a)), 0, 2 * pi, tol), 0, r, tol)

-- The length of the graph of f from a to b, and the volume inside of it when it turns about the axis.
def _arc(f: Real -> Real, a: Real, b: Real, tol: Real): Real = between(\x. sqrt(1 + grad(f)(x)^2), a, b, tol)
def _revolved(f: Real -> Real, a: Real, b: Real, tol: Real): Real = pi * between(\x. f(x)^2, a, b, tol)

-- What was measured: how much has passed from a to b.
type Measurement = { a: Real, b: Real, passed: Real }

-- The squared error of a wave against what was measured.
def misfit(speed: Real, fading: Real, measured: Measurement[n]): Real =
  sum(k < n) (let m = measured[k] in (between(\x. wave(speed, fading, x), m.a, m.b, 1e-9) - m.passed)^2)

-- How much of a bell with a mean and a width is between a and b.
def _share(mean: Real, width: Real, a: Real, b: Real): Real =
  between(\x. exp(-0.5 * ((x - mean) / width)^2) / (width * sqrt(2 * pi)), a, b, 1e-10)

test "a piece of a parabola is exact" =
  abs(simpson({ a: 0, b: 2, fa: 0, fm: 1, fb: 4 }) - 8 / 3) < 1e-15
test "without speed there is nothing" = between(\x. wave(0, 1, x), 0, 1, 1e-9) == 0
test "both halves make the whole" =
  let part(a, b) = between(\x. wave(9, 0.5, x), a, b, 1e-9) in abs(part(0, 1) + part(1, 3) - part(0, 3)) < 1e-8
test "a bell has an area" = abs(2 * _from(\x. exp(-x^2), 0, 1e-10) - sqrt(pi)) < 1e-8
test "the derivative in an end is the function there" =
  abs(grad(\b. between(sin, 0, b, 1e-10))(1) - sin(1)) < 1e-6
test "a paraboloid over a disc" = abs(_disc(\(x, y). x^2 + y^2, 2, 1e-9) - 8 * pi) < 1e-6
test "the length of a parabola" =
  abs(_arc(\x. 0.5 * x^2, 0, 1, 1e-10) - 0.5 * (sqrt(2) + log(1 + sqrt(2)))) < 1e-8
test "two of three are within one width of the mean" = abs(_share(1, 2, -1, 3) - erf(1 / sqrt(2))) < 1e-9
test "half a circle that turns is a sphere" = abs(_revolved(\x. sqrt(4 - x^2), -2, 2, 1e-9) - 32 / 3 * pi) < 1e-6
test "what was measured without error has no misfit" =
  let m = { a: 0, b: 2, passed: between(\x. wave(3, 0.5, x), 0, 2, 1e-9) } in misfit(3, 0.5, [m]) == 0
