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
def f(a: Real[n, d]): Real[n, d] = set(a, 0, 1)  -- ERROR index-count "set with 1 index"
---
def f(v: Real[n]): Real[n] = set(v, 0, true)     -- ERROR type-mismatch "element of this array is Real"
---
def f(v: (Real[n], Real)[m]): Real = 1           -- ERROR array-element "cannot contain arrays"
---
def f(v: Real[n]): Int = let w = [(v, 1) for i < 3] in 1         -- ERROR array-element "cannot contain arrays"
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
