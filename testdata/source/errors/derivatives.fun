-- Derivative operators.
def f(x: Real): Real = x
def g(x: Real): Real = grad(\y. (y, y))(x)       -- ERROR operator-argument "its result has to be Real, and is \(Real, Real\)"
---
def f(x: Real): Real = x
def g(x: Real): Real = grad(f(x))                -- ERROR operator-argument "grad takes a function, but this is Real"
---
def f(x: Real): Real = x
def g(x: Real): Real = grad(f) + x               -- ERROR type-mismatch "\+ needs a Real or an Int, but this is Real -> Real"
---
def g(x: Real): Real = grad(concat)(x)           -- ERROR operator-argument "concat is a form of the language"
---
def g(x: Real): Real = grad(sum)(x)              -- ERROR operator-argument "sum is a form of the language"
---
def g(x: Real): Real = let f(y) = y; z = 1 in grad(f)(x) + f(x)         -- WARNING unused-variable "z is not used"
---
def square(x: Real): Real = x * x
def g(x: Real): Real = grad(sqare)(x)            -- ERROR unknown-function "no function sqare"
---
def f(x: Real): (Real, Real) = (x, x)
def g(x: Real): Real = grad(f)(x)                -- ERROR operator-argument "grad of f: its result has to be Real"
---
def f(x: Real): (Real, Real) = (x, x)
def g(x: Real): Real = jacfwd(f)(x)              -- ERROR operator-argument "Real or an array of Reals"
---
def f(x: (Real, Real)): Real = 1
def g(x: Real): Real = jacrev(f)((x, x))         -- ERROR operator-argument "parameter 1 has to be"
---
def f(v: Real[n]): Real = v[0]
def g(v: Real[n]): Real[n] = grad(grad(f))(v)    -- ERROR operator-argument "grad of grad\(f\): its result has to be Real, and is Real\[_\]"
---
def f(x: Real): Real = x
def g(x: Real): (Real, Real) = jvp(f)(x)         -- ERROR wrong-arity "jvp\(f\) takes 2 arguments"
---
def f(x: Real, n: Int): Real = x
def g(x: Real): (Real, Real) = jvp(f)(x, 1, x, 1)                -- ERROR type-mismatch "argument 4 of jvp\(f\) is \(\), but this is Int"
---
def f(x: Real): Real = x
def g(x: Real): Real = jvp(jvp(jvp(jvp(jvp(jvp(jvp(jvp(jvp(jvp(jvp(jvp(jvp(f)))))))))))))(x)   -- ERROR operator-argument "more than 4096 parts"
