-- Data: {"v": [0.4, -1.2, 0.7, 0.3, 1.1], "x": 1.5}
-- Loops with strategies for their reverse: a counter that indexes an array, a
-- choice, a loop in a loop, states with arrays, no iterations and one
def step(x: Real, c: Real): Real = if x > 1 then sin(x) * c else x + 0.3 * cos(c * x)

def f(v: Real[n], x: Real): Real =
  let counted = fold[mixed(3)](\(s, a). step(nTimes(2, s, \y. 0.9 * y), a), x, v);
      (grid, _) = nTimes[steps: binomial(2)](11, (v, 0), \(u, k).
        (set(u, k mod n, u[k mod n] + nTimes[sweeps: bisect](3, x, \y. step(y, u[0])) * u[(k + 1) mod n]), k + 1));
      few = nTimes[sqrt](1, x, \s. step(s, 2)) * nTimes[every(3)](0, x, \s. s * s);
      many = nTimes[recompute](5, (x, 1.0), \(a, b). (sin(a * b), a))
  in let (a, b) = many in counted + few + a * b + sum(i < n) grid[i]
