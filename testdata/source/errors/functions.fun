-- Functions as values.
def map(f: a -> b, v: a[n]): b[n] = [f(v[i]) for i < n]
def f(v: Real[n]): Real[n] = map(\k: Int. real(k), v)                    -- ERROR type-mismatch "argument 1 of map is Real -> b, but this is Int -> Real"
def g(v: Real[n]): Int[n] = map(\x. x, v)                                -- ERROR type-mismatch "the result of g is Int\[_\], but this is Real\[_\]"
def h(v: Real): Real[_] = map(sin, v)                                    -- ERROR type-mismatch "argument 2 of map is Real\[_\], but this is Real"
def i(v: Real[n]): Real[_] = map(\(x, y). x + y, v)                      -- ERROR type-mismatch "the value is Real, but a tuple of 2 parts is taken apart here"
def j(v: Real[n]): Real[_] = map(v)                                      -- ERROR wrong-arity "map takes 2 arguments, but there is 1"
---
def apply(f: (Real, Int) -> Real, x: Real): Real = f(x)                  -- ERROR type-mismatch "argument 1 of f is \(Real, Int\), but this is Real"
def twice(f: Real -> Real, x: Real): Real = f(f)                         -- ERROR type-mismatch "argument 1 of f is Real, but this is Real -> Real"
def no(x: Real): Real = x(1)                                             -- ERROR unknown-function "x is Real, and no function"
def none(x: Real): Real = (x + 1)(2)                                     -- ERROR unknown-function "a function is needed here, but this is Real"
def both(x: Real): Real = let g = \y. y(y + x) in g(x)                   -- ERROR unknown-function "y is Real, and no function"
def halves(x: Real): Real = let g = \y. y(let (a, b) = y in a) in x      -- ERROR unknown-function "y is \(\?, \?\), and no function"
def self(x: Real): Real = let g = \y. y(y, x) in x                       -- ERROR cannot-infer "y is called with itself"
def two(x: Real): Real = if x > 0 then \y. y + x else x                  -- ERROR branch-mismatch "the branch for else is Real, but the one for then is Real -> Real"
---
def pair(f: a -> a, x: a): (a, a) = (x, f(x))
def p(x: Real): (Real, Real) = pair(\y. y > 0, x)                        -- ERROR type-mismatch "argument 1 of pair is Real -> Real, but this is Real -> Bool"
def q(x: Real): (Bool, Bool) = pair(sin, x > 0)                          -- ERROR type-mismatch "argument 1 of sin is Real, but this is Bool"
---
def add(x: a, y: a): a = x + y                                           -- ERROR type-mismatch "\+ needs a Real or an Int, but this is Bool"
def q(x: Real): Bool = add(true, x > 0)
---
def wrong(x: a): a = x + y                                               -- ERROR unbound "y is not bound"
---
def wrong(x: a): Int = x                                                 -- ERROR type-mismatch "the result of wrong is Int, but this is Real"
---
def hof(f: Real -> Real, x: Real): Real = f(x)
def d(x: Real): Real = grad(hof)(sin, x)                                 -- ERROR operator-argument "functions have no derivatives of their own"
def e(x: Real): Real = grad(\f. f(x))(sin)                               -- ERROR operator-argument "functions have no derivatives of their own"
def s(x: Real): Real = stopGradient(\y. y * x)(2)                        -- ERROR type-mismatch "stopGradient is for values without functions, but this is Real -> Real"
def t(x: Real): Bool = sin == cos                                        -- ERROR type-mismatch "== compares Reals, Ints and Bools, but these are Real -> Real"
def u(n: Int): Real -> Real = sum(i < n) (\x. x)                         -- ERROR type-mismatch "sum adds Reals, Ints, and tuples and arrays of them, but this is"
---
def f(x: Real): Real = x
def g(x: Real): Real = let h = if x > 0 then cos else sin; f = (h, 1) in f(x) + h(x)
def i(x: Real): Real = let (f, y) = (sin, x) in f(y)                     -- ERROR unknown-function "f is a variable here, and also a function"
---
def f(x: Real): Real = trace(x)                 -- ERROR unknown-function "no function trace"
---
def f(x: Real): Real = trace("x")               -- ERROR wrong-arity "trace needs more arguments"
---
def f(x: Real): Real = trace("g", \y. x * y)(1) -- ERROR type-mismatch "without functions, but this is .* -> Real"
---
type Tree = Leaf(Real) | Node(Tree, Tree)
def f(t: Tree): Real = case trace("t", t) of Leaf(x) -> x, Node(l, _) -> f(l) -- ERROR type-mismatch "no values of recursive types, but this is Tree"
---
def f(x: Real): Int = trace("x", x)             -- ERROR type-mismatch "."
---
def trace(a: Real[n, n]): Real = sum(i < n) a[i, i]
def f(a: Real[n, n]): Real = trace("t", trace(a))
