-- Loops in which an iteration does something else at the ends, or around some iteration.
-- m iterations, and an array of n elements: where they differ, indices may be out of range.

def ends(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [(let left = if i == 0 then 0 else v[i - 1];
        right = if i == m - 1 then 0 else v[i + 1]
    in left - 2 * v[i] + right) for i < m]

def interior(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [if 0 < i && i < m - 1 then v[i - 1] + v[i + 1] else v[i] for i < m]

def wide(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [(if i < 2 then 1 else v[i - 2]) * (if i + 3 >= m then 1 else v[i + 3]) for i < m]

def around(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [if i == c then 0.5 else v[i] / (if i <= c then v[c - i] else v[i - c]) for i < m]

def pasted(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [if i < c then v[i + k] else v[i - c] for i < m]

def mirrored(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [if m - 1 - i > c then v[m - 1 - i] else v[c - (m - 1 - i)] for i < m]

def strided(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [if i == 0 then v[0] else v[2 * i - 1] + (if i < k then 0 else v[(i - k) * c]) for i < m]

def ring(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [v[(i - 1) mod m] + 2 * v[(i + 1) mod m] + 4 * v[(i + m - 1) mod m] for i < m]

def ringOf(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [v[(i - 1) mod n] + 2 * v[(i + 2) mod n] for i < n]

def turned(v: Real[n], m: Int, c: Int, k: Int): Real[_] = [v[(i + k) mod m] for i < m]

def turnedBack(v: Real[n], m: Int, c: Int, k: Int): Real[_] = [v[(i - k) mod m] for i < m]

def small(v: Real[n], m: Int, c: Int, k: Int): Real[_] = [v[i mod k] + v[(i + 3) mod 4] for i < m]

def eight(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [v[(i + 7) mod 8] + 2 * v[(i + 2) mod 8] + (if i == 7 then 0 else v[i + 1]) + (if i < 1 then 0 else v[i - 1]) for i < 8]

def clamped(v: Real[n], m: Int, c: Int, k: Int): Real[_] =
  [v[max(i - 1, 0)] + 2 * v[min(i + 1, m - 1)] + 4 * v[min(max(c, i), k)] for i < m]

def folded(v: Real[n], m: Int, c: Int, k: Int): Real =
  ccl(m, 0.5, \(i, s). s / 2 + (if i == 0 then 1 else v[i - 1]) * (if i == m - 1 then 1 else v[i + 1]))

def summed(v: Real[n], m: Int, c: Int, k: Int): Real =
  sum(i < m) ((if i == 0 then 0 else v[i - 1]) * (if i == c then 1 else v[i]))

def skipping(v: Real[n], m: Int, c: Int, k: Int): Real = sum(i < m) (if i == k then 0.5 else v[i] * v[m - 1 - i])

def largest(v: Real[n], m: Int, c: Int, k: Int): Real = max(i < m) (if i == 0 then v[m - 1] else v[i - 1])

def square(v: Real[n], m: Int, c: Int, k: Int): Real[_, _] =
  [(let at(p, q) = if p == 0 - 1 || p == m || q == 0 - 1 || q == k then 0 else v[p * k + q]
    in at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1)) for i < m, j < k]

-- The ends of a plate are also those of the loop around.
def plate(v: Real[n], m: Int, c: Int, k: Int): Real[_, _] =
  [if i == 0 || i == m - 1 || j == 0 || j == n - 1 then v[j]
   else v[j] + 0.5 * (v[j - 1] * v[i + 1] + v[i - 1] * v[j + 1]) for i < m, j < n]

def crossed(v: Real[n], m: Int, c: Int, k: Int): Real[_, _] =
  [if i != c && j != m - 1 then v[j + 1] * v[j] else v[i] / (if i == c then v[j] else v[m - 1]) for i < m, j < m]

def inside(v: Real[n], m: Int, c: Int, k: Int): Real[_, _] =
  [if 0 < i && i < m - 1 && 0 < j && j < c - 1 then v[j + 1] * v[i - 1] + v[j - 1] * v[i + 1] else 1 for i < m, j < n]

def corners(v: Real[n], m: Int, c: Int, k: Int): Real[_, _] =
  [v[max(i - 1, 0)] * v[min(i + 1, c - 1)] + v[max(j - 1, 0)] * v[min(j + 1, m - 1)] for i < c, j < m]
