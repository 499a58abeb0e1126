-- Data: {"p": [0.5, [2, 1.5]], "q": 2}
def iteration(p: (Real, (Int, Real)), a: Real): (Real, (Int, Real)) =
  let (x, (n, y)) = p in (x * cos(a) - y * sin(a), (n + 1, x * sin(a) + y * cos(a)))

def f(p: (Real, (Int, Real)), q: Real): Real = let (x, (n, y)) = iteration(iteration(p, q), 2 * q) in x * real(n) + y^2
