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
