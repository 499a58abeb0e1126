-- What the scanner and the parser reject. Chunks are separated by ---.
-- A marker stands on the line of its message.
def f(x: Real): Real = x --b             -- ERROR comment "neither a comment nor an operator"
---
def f(x: Real): Real = x @ y             -- ERROR bad-text "means nothing here"
---
def f(x: Real): Real = x é               -- ERROR bad-text "means nothing"
---
def f(x: Real): Real = 2x                -- ERROR syntax "directly followed"
---
def f(x: Real): Real = .5                -- ERROR syntax "expected an expression"
---
def f(x: Real): Real = 1 +               -- ERROR syntax "found .def"
def g(x: Real): Real = (x                -- ERROR syntax "\"\)\""
---
f(x) = x                                 -- ERROR syntax "expected def"
---
def let(x: Real): Real = x               -- ERROR redefinition "let is a word of the language"
---
def f(x): Real = x                       -- ERROR syntax "needs a type"
---
def f(x: Real) = x                       -- ERROR syntax "type of the result"
---
def f(x: Real): Real = x x               -- ERROR syntax "expected an operator, def or the end"
---
def f(x: Real): Real = if x == 1 then x  -- ERROR syntax "else"
---
def f(x: Real): Real = if x = 1 then x else x   -- ERROR syntax "then"
---
def f(x: Real): Real = x + not x         -- ERROR syntax "not binds less"
---
def f(x: Real): Bool = 0 < x < 1         -- ERROR syntax "cannot be chained"
---
def f(x: Real): Real = let y = x; y = 2 y  -- ERROR syntax "\";\" or \"in\""
---
def f(x: Real): Real = let in x          -- ERROR syntax "a binding"
---
def f(x: Real): Real = let of = x in x   -- ERROR syntax "a name"
---
def f(x: Real): Real = (\y y)(x)         -- ERROR syntax "expected"
---
def f(x: Real): Real = (x)(x)            -- ERROR unknown-function "x is Real, and no function"
---
def f(x: Real): Real = x ** 2            -- ERROR syntax "expected an expression"
---
def f(x: Real + Int): Real = case x of Inl a -> a  -- ERROR missing-case "no branch for Inr _"
---
def f(v: Real[n]): Real = v[]            -- ERROR syntax "an index is missing"
---
def f(v: Real[n][n]): Real = 1           -- ERROR array-element "cannot be arrays"
---
def f(v: Real[n + ]): Real = 1           -- ERROR syntax "an expression"
---
def f(v: Real[n < 1]): Real = 1          -- ERROR syntax "\"\]\""
---
def f(v: Real[n + 1]): Real = 1          -- ERROR unbound "n is not bound"
---
def f(x: Real, v: Real[x + 1]): Real = 1 -- ERROR type-mismatch "a size is Int, but this is Real"
---
def f(v: Real[n], w: Real[n + x]): Real = 1                      -- ERROR unbound "x is not bound"
---
type Longer = Real[2 + 1]                -- ERROR size-name "in the declaration of a type"
def f(x: Real): Real = x
---
def f(v: Real[-1]): Real = 1             -- ERROR syntax "a size"
---
def f(v: [Real]): Real = 1               -- ERROR syntax "a type"
---
def f(x: Real): Real[_] = [x, x)         -- ERROR syntax "expected"
---
def f(x: Real): Real[_] = [x x]          -- ERROR syntax "for i < n"
---
def f(x: Real): Real[_] = [x for i in 3] -- ERROR syntax "..<"
---
def f(x: Real): Real[_] = [x for i 3]    -- ERROR syntax "an index and its bound"
---
def f(v: Real[n]): Real = sum(v)         -- ERROR syntax "an index and its bound"
---
def f(v: Real[n]): Real = sum(i < n) v[i] + 1   -- ERROR sum-extent "extend over this \+"
---
def f(v: Real[n]): Real = max(i < n) v[i] - 1   -- ERROR sum-extent "extend over this -"
---
def f(v: Real[n]): Real = 1 - sum(i < n) -v[i] * sum(j < n) v[j] - 1   -- ERROR sum-extent "the sum"
---
def f(v: Real[n]): Real = fold(1, 0, v)  -- ERROR syntax "expected a lambda"
---
def f(v: Real[n]): Real = fold(\x. x, 0, v)      -- ERROR syntax "takes two values"
---
def f(v: Real[n]): Real = fold(\(a, x). a, 0)    -- ERROR wrong-arity "more arguments"
---
def f(v: Real[n]): Real = fold(\(a, x). a, 0, v, v)   -- ERROR wrong-arity "fewer arguments"
---
def f(v: Real[n]): Real[n] = set(v, 1)           -- ERROR wrong-arity "an array, its indices and a value"
---
def f(v: Real[n]): Real[n] = build(n, \(i, j). 1.0)   -- ERROR syntax "takes one index"
---
def f(v: Real[n], k: Int): Int = size(v, k)      -- ERROR syntax "number of an axis"
---
def f(x: Real): () = assert(x > 0, x)            -- ERROR syntax "a message"
---
def f(x: Real): () = assert(x > 0, "positive)    -- ERROR syntax "does not end"
---
def f(x: Real): () = assert(x > 0, "a\n")        -- ERROR syntax "after"
---
def f(x: Int): Int = x + 9223372036854775808     -- ERROR literal-range "too large for an Int"
---
def f(v: Real[99999999999999999999]): Int = 1    -- ERROR literal-range "too large for an Int"
---
def f(x: Real): Real = x + 1e999                 -- ERROR literal-range "too large for a Real"
---
def f(x: Real): Real = x + 1e-999                -- ERROR literal-range "too small for a Real"
---
def f(x: Real): Real = while(9, x, \y. y / 2)            -- ERROR wrong-arity "while needs more arguments"
---
def f(x: Real): Real = while(9, x, x > 1, \y. y / 2)     -- ERROR syntax "expected a lambda"
---
test "t" 1 == 1                          -- ERROR syntax "expected \"=\""
---
test "t" = 1 == 1
test "u" = 1.5                           -- ERROR type-mismatch "the value of a test is Bool, but this is Real"
test "t" = true                          -- ERROR redefinition "two tests of this name"
def test(test: Real): Real = test
