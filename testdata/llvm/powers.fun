-- Loops that raise to the number of their iteration.

def series(t: Real, a: Real[m]): Real = sum(j < m) (a[j] * t^j)
def ahead(t: Real, a: Real[m]): Real = sum(j < m) (a[j] * t^(2 + j) + t^(j + 1))
def ago(t: Real, a: Real[m]): Real[m] = [a[j] * t^(j - 2) + t^(j + 1 - 2) for j < m]
def table(t: Real, a: Real[m]): Real[m, m] = [(t * a[i])^j for i < m, j < m]
def rows(t: Real, a: Real[m]): Real = sum(i < m) (sum(j < m) (a[j] * (t * a[i])^j)^2)
def elements(t: Real, a: Real[m]): Real = sum(i < m) (t * sum(j < m) (real(j) * a[i]^j))^2
def outer(t: Real, a: Real[m]): Real = sum(j < m) (sum(k < 3) (a[j] * t^j * real(k)))
def chosen(t: Real, a: Real[m]): Real = sum(j < m) (if a[j] > 0.5 then t^j else a[j])
def shifted(t: Real, a: Real[m]): Real = sum(j < m) (if j == 0 then 0 else a[j - 1] * t^j)

-- not so: another base in each iteration, one that some iterations make, other exponents
def state(t: Real, a: Real[m]): Real = fold(\(s, j). 0.5 * s^j + t, 0.5, [j for j < m])
def updated(t: Real, a: Real[m]): Real[m] = fold(\(v, j). set(v, 0, 0.5 * v[0]^j + t), a, [j for j < m])
def some(t: Real, a: Real[m]): Real = sum(j < m) (if a[j] > 0.5 then (let s = t / (a[j] + 1) in s^j) else 0)
def even(t: Real, a: Real[m]): Real = sum(j < m) (a[j] * t^(2 * j))
def down(t: Real, a: Real[m]): Real = sum(j < m) (a[j] * t^(m - 1 - j))
