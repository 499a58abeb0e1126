def numbers(x: Real, k: Int, b: Bool): Real = if b then x * real(k) else 0

def whole(v: Int[n], b: Bool[n]): Int = sum(i < n) (if b[i] then v[i] else 0)

def swap(p: (Real, (Int, Bool))): ((Bool, Int), Real) = let (x, (k, b)) = p in ((b, k), x)

def pairs(w: (Real, (Int, Bool))[n]): (Real[_], (Bool, Int)[_]) =
  ([let (x, _) = w[i] in 2 * x for i < n], [let (_, (k, b)) = w[i] in (b, k) for i < n])

def flip(s: Real[_] + Int): Int + Real[_] = case s of Inl v -> Inr [2 * v[i] for i < size(v)], Inr k -> Inl (k + 1)

def half(p: (Real, Int), s: Real + Int, w: (Real, Bool)[n]): Real =
  let (x, _) = p; t = case s of Inl y -> y, Inr k -> real(k) in
  0.5 * x^2 * t * sum(i < n) (let (z, _) = w[i] in z)

def gather(a: Real[n, d], i: Int): Real[d] = [a[i, j] for j < d]

def nothing(u: ()): () = u

def turned(b: Bool[n, m]): Bool[n, m] = [if b[i, j] then false else true for i < n, j < m]

-- Names that Go or the package has.
def tuple2(func: Real, c: Real, value: Real, nil': Real): Real = func + 10 * c + 100 * value + 1000 * nil'

def error(begin: Real): Real = begin^2

def cube(len: Real): Real = len^3

def cubeGrad(array: Real): Real = 3 * array^2

def _x'(_: Real): Real = 1

-- In C this has more parameters than a function may have.
def wide(x0: Real, x1: Real, x2: Real, x3: Real, x4: Real, x5: Real, x6: Real, x7: Real, x8: Real, x9: Real, x10: Real,
      x11: Real, x12: Real, x13: Real, x14: Real, x15: Real, x16: Real, x17: Real, x18: Real, x19: Real,
      x20: Real, x21: Real, x22: Real, x23: Real, x24: Real, x25: Real, x26: Real, x27: Real, x28: Real,
      x29: Real, x30: Real, x31: Real, x32: Real, x33: Real, x34: Real, x35: Real, x36: Real, x37: Real,
      x38: Real, x39: Real, x40: Real, x41: Real, x42: Real, x43: Real, x44: Real, x45: Real, x46: Real,
      x47: Real, x48: Real, x49: Real, x50: Real, x51: Real, x52: Real, x53: Real, x54: Real, x55: Real,
      x56: Real, x57: Real, x58: Real, x59: Real, x60: Real): Real =
  1 * x0^2 + 2 * x1^2 + 3 * x2^2 + 4 * x3^2 + 5 * x4^2 + 6 * x5^2 + 7 * x6^2 + 8 * x7^2 + 9 * x8^2 + 10 * x9^2 +
      11 * x10^2 + 12 * x11^2 + 13 * x12^2 + 14 * x13^2 + 15 * x14^2 + 16 * x15^2 + 17 * x16^2 + 18 * x17^2 +
      19 * x18^2 + 20 * x19^2 + 21 * x20^2 + 22 * x21^2 + 23 * x22^2 + 24 * x23^2 + 25 * x24^2 + 26 * x25^2 +
      27 * x26^2 + 28 * x27^2 + 29 * x28^2 + 30 * x29^2 + 31 * x30^2 + 32 * x31^2 + 33 * x32^2 + 34 * x33^2 +
      35 * x34^2 + 36 * x35^2 + 37 * x36^2 + 38 * x37^2 + 39 * x38^2 + 40 * x39^2 + 41 * x40^2 + 42 * x41^2 +
      43 * x42^2 + 44 * x43^2 + 45 * x44^2 + 46 * x45^2 + 47 * x46^2 + 48 * x47^2 + 49 * x48^2 + 50 * x49^2 +
      51 * x50^2 + 52 * x51^2 + 53 * x52^2 + 54 * x53^2 + 55 * x54^2 + 56 * x55^2 + 57 * x56^2 + 58 * x57^2 +
      59 * x58^2 + 60 * x59^2 + 61 * x60^2
