-- Adaptive quadrature: an integral by Simpson's rule, with smaller steps where the function bends.

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

-- The integral from a to b.
def quadrature(a: Real, b: Real, speed: Real, fading: Real): Real =
  let f(x) = wave(speed, fading, x) in
  integral(f, { a: a, b: b, fa: f(a), fm: f(0.5 * (a + b)), fb: f(b) }, 1e-9, 30)

test "a piece of a parabola is exact" =
  abs(simpson({ a: 0, b: 2, fa: 0, fm: 1, fb: 4 }) - 8 / 3) < 1e-15
test "without speed there is nothing" = quadrature(0, 1, 0, 1) == 0
test "both halves make the whole" =
  abs(quadrature(0, 1, 9, 0.5) + quadrature(1, 3, 9, 0.5) - quadrature(0, 3, 9, 0.5)) < 1e-8
