-- Names that mean nothing, or too much.
def f(weight: Real): Real = wieght + 1           -- ERROR unbound "wieght is not bound"
---
def f(x: Real): Real = exp + x                   -- ERROR type-mismatch "but this is Real -> Real"
---
def f(x: Real): Real = (let y = x in y) + y      -- ERROR unbound "y is not bound"
---
def f(x: Real): Real = logaddexp(x)              -- ERROR unknown-function "no function logaddexp"
---
def f(x: Real): Real = lgama(x)                  -- ERROR unknown-function "no function lgama"
---
def f(x: Real): Real = x(1)                      -- ERROR unknown-function "x is Real, and no function"
---
def f(x: Real): Real = x
def g(x: Real): Real = x
def f(y: Real): Real = y                         -- ERROR redefinition "f is defined twice"
---
def exp(x: Real): Real = x                       -- ERROR redefinition "exp is a word of the language"
---
def sum(x: Real): Real = x                       -- ERROR redefinition "sum is a word of the language"
---
def f(x: Real): Real = let log(y) = y in log(x)  -- ERROR redefinition "log is a word of the language"
---
def f(x: Real, y: Real, x: Real): Real = x       -- ERROR duplicate-name "more than one parameter"
---
def f(x: Real): Real = let (a, (b, a)) = (x, (x, x)) in a   -- ERROR duplicate-name "more than one part"
---
def f(x: Real): Real[_, _] = [x for i < 3, i < 4]           -- ERROR duplicate-name "more than one index"
---
def f(x: Real): Real = let g(y, y) = y in g(x, x)           -- ERROR duplicate-name "more than one parameter"
---
def f(x: Real): Real = f(x)
---
def f(x: Real): Real = g(x)
def g(x: Real): Real = let k(y) = h(y) in k(x)
def h(x: Real): Real = 2 * f(x)
---
def f(x: Real): Real = grad(f)(x)                -- ERROR recursion "a derivative of f is part of f"
---
def f(x: Real): Real = g(x)
def g(x: Real): Real = let (_, d) = jvp(f)(x, x) in d   -- ERROR recursion "a derivative of f is part of f"
---
const a: Real = f(1)                             -- ERROR recursion "a is defined by itself, through others: a, f"
def f(x: Real): Real = x * a
---
const a: Real = 2 * a                            -- ERROR recursion "a is defined by itself"
---
def f(x: Real): Real = let g(y) = g(y) in g(x)   -- ERROR recursion "g calls itself, and is a local function"
---
def f(x: Float): Real = 1                        -- ERROR unknown-type "no type Float"
---
def f(x: Real): Vec = 1                          -- ERROR unknown-type "no type Vec"
---
def f(v: Real[n]): Real[m] = v                   -- ERROR size-name "size m is not known"
---
def f(v: Real[n], n: Real): Real = v[0]          -- ERROR size-name "n is Real"
---
def f(v: Real[n] + Real): Int = n                -- ERROR unbound "n is not" ERROR size-name "size n is not known"
---
def f(v: Real[n]): Real = let w: Real[k] = v in w[0]          -- ERROR size-name "size k is not known"
---
def f(x: Real): Real = let g(v: Real[x]) = v[0] in g([x for i < 3])   -- ERROR size-name "x is Real"
---
def f(x: Real): Real =
  let unused(y) = y + true in x                  -- WARNING unused-function "unused is never called"
---
def f(x: Real): Real = a + b                     -- ERROR unbound "a is not" ERROR unbound "b is not"
def g(x: Real): Real = c                         -- ERROR unbound "c is not"
---
def f(x: Real, y: Real): Real = x         -- WARNING unused-variable "the parameter y is not used"
