-- Problems whose loops are in order: threads can only share the problems of a batch.
def path(x: Real, v: Real[n], at: Int, steps: Int): Real = nTimes(steps, x, \s. sin(s) + v[at])

-- A problem that does not end where y is positive.
def walk(y: Real, v: Real[n], at: Int): Real =
  nTimes(20000, y, \s. sin(s) + 0.5) + v[at] + while(9000000000000000, y, \s. s > 0, \s. s + y)

-- A problem that needs memory for k numbers.
def table(x: Real, k: Int): Real =
  let t = nTimes(300, [x * real(i) for i < k], \u. [sin(u[k - 1 - i]) + x for i < k]) in sum(i < k) t[i]

-- The results are as large as an argument.
def step(x: Real[n], steps: Int): Real[n] = nTimes(steps, x, \u. [sin(u[n - 1 - i]) + x[i] for i < n])

-- Its function of C has to be called in order.
extern def seen(x: Real): Real = "my_seen"
def told(x: Real): Real = nTimes(20000, stopGradient(seen(x)), \s. sin(s) + x)
