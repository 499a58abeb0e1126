-- Arrays.
def f(x: Real): Real = x[0]                      -- ERROR not-an-array "an array is needed, but this is Real"
---
def f(x: Real): Real = 2[0]                      -- ERROR not-an-array "this is a number"
---
def f(x: Real): Int = size(x)                    -- ERROR not-an-array "an array is needed"
---
def f(v: Real[n]): Real = v[0, 1]                -- ERROR index-count "2 indices, but the array is Real\[_\]"
---
def f(v: Real[n]): Real = v[0][1]                -- ERROR not-an-array "this is Real"
---
def f(v: Real[n], x: Real): Real = v[x]          -- ERROR type-mismatch "an index is Int"
---
def f(v: Real[n]): Int = size(v, 1)              -- ERROR index-count "no axis 1"
---
def f(a: Real[n, d]): Real[n, d] = set(a, 0, 1)  -- ERROR type-mismatch "set with 1 index takes Real\[_\] of this array, but this is Int"
---
def f(a: Real[n, d]): Real[n, d] = set(a, 0, 1, 2, 1.0)          -- ERROR index-count "set with 3 indices"
---
def f(a: Real[n, d], r: Int[d]): Real[n, d] = set(a, 0, r)       -- ERROR type-mismatch "takes Real\[_\] of this array, but this is Int\[_\]"
---
def f(v: Real[n]): Real[_] = v[0 ..< n, _]       -- ERROR index-count "2 indices, but the array is Real\[_\]"
---
def f(v: Real[n]): Real[_] = v[v[0] ..< n]       -- ERROR type-mismatch "start of a range is Int, but this is Real"
---
def f(v: Real[n]): Real[_] = v[0 ..< 1.5]        -- ERROR type-mismatch "end of a range is Int, but this is Real"
---
def f(v: Real[n]): Real = v[0 ..< 1]             -- ERROR type-mismatch "is Real, but this is Real\[_\]"
---
def f(v: Real[n]): Real[_, _] = transpose(v)     -- ERROR type-mismatch "two dimensions, but this is Real\[_\]"
---
def f(v: Real[n]): Real[_] = transpose(v, v)     -- ERROR wrong-arity "transpose takes 1 argument, but there are 2"
---
def f(x: Real): Real[_] = transpose(x)           -- ERROR not-an-array "an array is needed"
---
def f(a: Real[n, m]): Real[_] = sort(a)          -- ERROR type-mismatch "sort takes an array of one dimension of Reals or Ints"
---
def f(v: Bool[n]): Int[_] = argsort(v)           -- ERROR type-mismatch "argsort takes an array of one dimension of Reals or Ints, but this is Bool"
---
def f(x: Real): Int[_] = argsort(x)              -- ERROR not-an-array "an array is needed"
---
def f(v: Real[n]): Real[_] = concat(v)           -- ERROR wrong-arity "concat takes two arrays or more, but there is 1"
---
def f(v: Real[n], k: Int[n]): Real[_] = concat(v, k)             -- ERROR type-mismatch "this is Int\[_\], and the first is Real\[_\]"
---
def f(v: Real[n], x: Real): Real[_] = concat(v, x)               -- ERROR not-an-array "an array is needed"
---
def f(v: Real[n]): Real[_] = addAt(v, v, v)      -- ERROR type-mismatch "argument 2 of addAt is Int\[_\], but this is Real\[_\]"
---
def f(v: Real[n], k: Int[n]): Real[_] = addAt(v, k, k)           -- ERROR type-mismatch "argument 3 of addAt is Real\[_\], but this is Int\[_\]"
---
def f(a: Real[n, m], k: Int[n]): Real[_, _] = addAt(a, k, a)     -- ERROR type-mismatch "addAt takes an array of one dimension"
---
def f(v: Real[n]): Real[_] = scan(\(s, x). x > 0, 1.0, v)        -- ERROR type-mismatch "the state of scan is Real, but this is Bool"
---
def f(v: Real[n]): Int = let _ = scan(\(s, x). s, (v, 1), v) in 1                -- ERROR array-element "the state of scan is of numbers"
---
def f(x: Real): Real[_] = scan(\(s, y). s, 0, x) -- ERROR not-an-array "an array is needed"
---
def f(v: Real[n]): Real[n] = set(v, 0, true)     -- ERROR type-mismatch "element of this array is Real"
---
def f(v: (Real[_] + Real)[m]): Real = 1          -- ERROR array-element "sums in which there are arrays"
---
def f(v: Real[n]): Int = let w = [(1, (Inl v : Real[_] + Int)) for i < 3] in 1  -- ERROR array-element "sums in which there are arrays"
---
def f(x: Real): Real[_, _] = [x for i < 3, j < i]                -- ERROR not-rectangular "its index i"
---
def f(i: Int): Int[_, _] = [i for i < i, j < i]                  -- ERROR not-rectangular "its index i"
---
def f(x: Real): Real[_, _] = [x for i < 3, j < (let g(v: Real[i]) = 1 in g([x for k < 3]))]   -- ERROR not-rectangular "its index i"
---
def f(x: Real): Real[_] = [x for i < x]          -- ERROR type-mismatch "a bound is Int"
---
def f(x: Real): Real[_] = [x for i < 2, j < 3]   -- ERROR type-mismatch "is Real\[_\], but this is Real\[_, _\]"
