-- Labels and strategies of loops.
def f(x: Real): Real = nTimes[binomail(3)](9, x, \y. y)       -- ERROR bad-strategy "no strategy binomail"
---
def f(x: Real): Real = nTimes[steps](9, x, \y. y)             -- ERROR bad-strategy "no strategy steps"
---
def f(x: Real): Real = nTimes[steps: steps](9, x, \y. y)      -- ERROR bad-strategy "no strategy steps"
---
def f(x: Real): Real = nTimes[](9, x, \y. y)                  -- ERROR syntax "a label or a strategy"
---
def f(x: Real): Real = nTimes[3](9, x, \y. y)                 -- ERROR syntax "a label or a strategy"
---
def f(x: Real): Real = nTimes[steps: 3](9, x, \y. y)          -- ERROR syntax "a strategy"
---
def f(x: Real): Real = nTimes[steps: sqrt, bisect](9, x, \y. y)  -- ERROR syntax "\"]\""
---
def f(x: Real): Real = nTimes[binomial(0)](9, x, \y. y)       -- ERROR bad-strategy "binomial\(0\): the number must be at least 1"
---
def f(x: Real): Real = nTimes[every(-2)](9, x, \y. y)         -- ERROR bad-strategy "every\(-2\): the number must be at least 1"
---
def f(x: Real): Real = nTimes[mixed(99999999999999999999)](9, x, \y. y)  -- ERROR literal-range "too large for an Int"
---
def f(x: Real, k: Int): Real = nTimes[every(k)](9, x, \y. y)  -- ERROR bad-strategy "written in digits, not as the name k"
---
def f(x: Real): Real = nTimes[every(2.5)](9, x, \y. y)        -- ERROR bad-strategy "not as the number 2.5"
---
def f(x: Real): Real = nTimes[every](9, x, \y. y)             -- ERROR bad-strategy "every needs a number"
---
def f(x: Real): Real = nTimes[sqrt(3)](9, x, \y. y)           -- ERROR bad-strategy "sqrt takes no number"
---
def f(x: Real): Real = while[sqrt](9, x, \y. y > 1, \y. y)    -- ERROR bad-strategy "a while cannot have the strategy sqrt"
---
def f(x: Real): Real = while[s: mixed(3)](9, x, \y. y > 1, \y. y)       -- ERROR bad-strategy "a while cannot have the strategy mixed\(3\)"
---
def f(x: Real): Real = ccl[sqrt](9, x, \(i, y). y)            -- ERROR bad-strategy "ccl can have neither"
---
def f(x: Real): Real = sum[s: store](i < 9) x                 -- ERROR bad-strategy "sum can have neither"
---
def f(x: Real): Real = max[s:](i < 9) x                       -- ERROR bad-strategy "max can have neither"
---
def f(x: Real): Real[_] = build[every(2)](9, \_. x)           -- ERROR bad-strategy "build can have neither"
---
def f(x: Real): Real =
  let a = nTimes[s: store](9, x, \y. y);
      g(z) = nTimes[s:](9, z, \y. y) in                       -- ERROR duplicate-name "s is the label of more than one loop of f"
  g(a)
---
def f(x: Real): Real = nTimes[s:](9, x, \y. y)
def g(fold: Real[_], nTimes: Real[_], max: Real[_]): Real =
  fold[0] + nTimes[1] * (max[2]) + nTimes[s:](3, 1, \y. y)
def h(v: Real[_]): Real = v[0](3, 4)                          -- ERROR unknown-function "a function is needed here, but this is Real"
