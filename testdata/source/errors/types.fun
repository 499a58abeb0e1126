-- Types that do not fit.
def f(x: Real): Int = x                          -- ERROR type-mismatch "the result of f is Int, but this is Real"
---
def f(x: Real): Int =
  let y = x in
  y * 2                                          -- ERROR type-mismatch "the result of f is Int, but this is Real"
---
def f(x: Real, n: Int): Real = x * n             -- ERROR type-mismatch "operands of \* are Real and Int"
---
def f(x: Real): Real = x + true                  -- ERROR type-mismatch "\+ needs a Real or an Int, but this is Bool"
---
def f(v: Real[n], k: Int[n]): Real[n] = v + k    -- ERROR type-mismatch "operands of \+ are Real\[_\] and Int\[_\]"
---
def f(a: Real[n, m], v: Real[n]): Real[n, m] = a - v             -- ERROR type-mismatch "operands of - are Real\[_, _\] and Real\[_\]"
---
def f(v: Bool[n]): Bool[n] = v + v               -- ERROR type-mismatch "\+ needs arrays of Reals or Ints, but this is Bool\[_\]"
---
def f(k: Int[n]): Real[n] = k / 2                -- ERROR type-mismatch "/ needs arrays of Reals, but this is Int\[_\]"
---
def f(v: Real[n]): Bool[n] = v < v               -- ERROR type-mismatch "< needs a Real or an Int, but this is Real\[_\]"
---
def f(x: Real): Real[_] = [x, true]              -- ERROR type-mismatch "of one type, but this is Bool, and the first is Real"
---
def f(x: Real): Real[_, _] = [[x, x], [x]]       -- ERROR not-rectangular "this one has 1 element, and the first 2"
---
def f(x: Real, v: Real[n]): Real[_, _] = [[x, x], v, x]          -- ERROR type-mismatch "this is Real, and the first is Real\[_\]"
---
def f(v: Real[n]): Int = argmin(i < n, j < n) v[j]               -- ERROR type-mismatch "argmin has one index"
---
def f(v: Bool[n]): Bool = product(i < n) v[i]    -- ERROR type-mismatch "product needs a Real or an Int, but this is Bool"
---
def f(v: Real[n], x: Real): Real = min(i in x ..< n) v[i]        -- ERROR type-mismatch "start of a range is Int"
---
def f(v: Real[n]): Real[_, _] = [v[i] for i < n, j in i ..< n]   -- ERROR not-rectangular "its index i"
---
def f(x: Real): Bool = not x                     -- ERROR type-mismatch "what not negates is Bool"
---
def f(x: Bool): Bool = -x                        -- ERROR type-mismatch "- needs a Real or an Int"
---
def f(x: Real): Bool = x && true                 -- ERROR type-mismatch "operand of && is Bool"
---
def f(x: Real): Bool = (x, x) == (x, x)          -- ERROR type-mismatch "== compares Reals, Ints and Bools"
---
def f(x: Real): Bool = x == true                 -- ERROR type-mismatch "operands of == are Real and Bool"
---
def f(x: Real): Bool = true < false              -- ERROR type-mismatch "< needs a Real or an Int"
---
def f(n: Int): Real = n / 2                      -- ERROR type-mismatch "/ divides Reals"
---
def f(x: Real): Int = x div 2                    -- ERROR type-mismatch "div is for Ints"
---
def f(x: Real): Int = 2 mod true                 -- ERROR type-mismatch "operand of mod is Int"
---
def f(x: Real, y: Real): Real = x^y              -- ERROR type-mismatch "exponent of \^ is Int, but this is Real"
---
def f(n: Int): Real = n^2                        -- ERROR type-mismatch "the result of f is Real, but this is Int"
---
def f(n: Int): Int = n^-2                        -- ERROR type-mismatch "an Int has no negative power"
---
def f(n: Int, x: Real): Int = n^x                -- ERROR type-mismatch "exponent of \^ is Int, but this is Real"
---
def f(x: Real): Int = bitAnd(x, 1)               -- ERROR type-mismatch "argument 1 of bitAnd is Int, but this is Real"
---
def f(x: Real): Int = bitXor(1, x)               -- ERROR type-mismatch "argument 2 of bitXor is Int, but this is Real"
---
def f(n: Int): Int = shiftLeft(n)                -- ERROR wrong-arity "shiftLeft takes 2 arguments"
---
def f(n: Int): Int = bitNot(n, n)                -- ERROR wrong-arity "bitNot takes 1 argument"
---
def f(b: Bool): Bool = b^2                       -- ERROR type-mismatch "the base of \^ is Real, but this is Bool"
---
def f(x: Real): Real = if x then 1 else 2        -- ERROR type-mismatch "condition of if is Bool"
---
def f(x: Real): Real = if x > 0 then x else true -- ERROR branch-mismatch "branch for else is Bool, but the one for then is Real"
---
def f(x: Real + Int): Real = case x of Inl a -> a, Inr n -> n    -- ERROR branch-mismatch "for Inr is Int"
---
def f(x: Bool): Real = case x of Inl a -> 1, Inr n -> 2          -- ERROR type-mismatch "case takes a sum apart"
---
def f(x: Real): Real = let (a, b) = x in a       -- ERROR type-mismatch "the value is Real, but a tuple of 2 parts"
---
def f(x: (Real, Real)): Real = let (a, b, c) = x in a            -- ERROR type-mismatch "tuple of 3 parts"
---
def f(x: Real): Real = let () = x in x           -- ERROR type-mismatch "\(\) is taken apart"
---
def f(x: Real): Real = let n: Int = x in 1       -- ERROR type-mismatch "Int is wanted here"
---
def f(x: Real): Real = (x : Int)                 -- ERROR type-mismatch "the written type is Int"
---
def f(x: Real, y: Real): Real = x
def g(x: Real): Real = f(x)                      -- ERROR wrong-arity "f takes 2 arguments, but there is 1"
---
def f(x: Real): Real = exp(x, x)                 -- ERROR wrong-arity "exp takes 1 argument, but there are 2"
---
def f(x: Real): Real = max(x)                    -- ERROR wrong-arity "max takes 2"
---
def f(x: Real): Real = let g(y) = y in g(x, x)   -- ERROR wrong-arity "g takes 1 argument"
---
def f(n: Int): Real = exp(n)                     -- ERROR type-mismatch "argument 1 of exp is Real, but this is Int"
---
def f(x: Real): Real = real(x)                   -- ERROR type-mismatch "argument 1 of real is Int"
---
def f(x: Real): Real = let g(y: Int) = 1 in g(x) -- ERROR type-mismatch "argument 1 of g is Int"
---
def f(x: Real): Real =
  let g(y) = y + true in                         -- ERROR type-mismatch "\+ needs"
  g(x) + g(2)
---
def f(x: Real): Real = let g(y): Int = y in real(g(x))           -- ERROR type-mismatch "the result of g is Int"
---
def f(x: Real): Real = let c = 2 in c * x + real(c)              -- ERROR type-mismatch "argument 1 of real is Int"
---
def f(x: Real): Int = let y = Inl x in 1         -- ERROR cannot-infer "right side of this sum"
---
def f(x: Real): Int = case Inl x of Inl a -> 1, Inr b -> b[0]    -- ERROR cannot-infer "type of this is not known"
---
def f(x: Real): Int = let y = case Inl x of Inl a -> [1.0 for i < 2], Inr b -> [b for i < 3] in 1   -- ERROR cannot-infer "type of the elements"
---
def f(x: Real): Real = nTimes(3, x, \s. (s, s))  -- ERROR type-mismatch "the state of nTimes is Real"
---
def f(x: Real): Real = nTimes(x, x, \s. s)       -- ERROR type-mismatch "number of iterations is Int"
---
def f(x: Real): Real = ccl(3, x, \(i, s). i)     -- ERROR type-mismatch "the state of ccl is Real"
---
def f(v: Real[n]): Real = fold(\(a, x). x > a, 0, v)             -- ERROR type-mismatch "state of fold is Real, but this is Bool"
---
def f(x: Real): () = assert(x, "no")             -- ERROR type-mismatch "condition of assert"
---
def f(x: Real): Bool = sum(i < 3) (x > 0)        -- ERROR type-mismatch "sum adds Reals"
---
def f(x: Real): Bool = max(i < 3) (x > 0)        -- ERROR type-mismatch "max needs"
---
def f(x: Real): Int = let g(y) = let h(z) = z + y in h(1) in let _ = g(x) in g(true)   -- ERROR type-mismatch "needs a Real or an Int"
---
def f(x: Real): Real = while(9, x, \y. y, \y. y / 2)      -- ERROR type-mismatch "condition of while is Bool, but this is Real"
---
def f(x: Real): Real = while(x, x, \y. y > 1, \y. y / 2)  -- ERROR type-mismatch "largest number of iterations is Int"
---
def f(x: Real): Real = while(9, x, \y. y > 1, \y. y > 2)  -- ERROR type-mismatch "the state of while is Real, but this is Bool"
---
type points = Real[_, 3]                         -- ERROR syntax "begins with a capital letter"
def f(x: Real): Real = x
---
type Points = Real[n, 3]                         -- ERROR size-name "is not known in the declaration"
def f(x: Points): Real = x[0, 0]
---
type Real = Int                                  -- ERROR redefinition "a type of the language"
type T = Int
type T = Real                                    -- ERROR redefinition "T is defined twice"
def f(x: T): T = x
---
type Tree = (Real, Tree)                         -- ERROR recursion "contains itself"
type A = B
type B = (A, Real)                               -- ERROR recursion "contains itself"
def f(x: Tree, y: B): Real = x
---
type Pair(a) = (a, a)
def f(x: Pair): Real = 1                         -- ERROR wrong-arity "Pair takes 1 type, but there are 0"
def g(x: Pair(Real, Int)): Real = 1              -- ERROR wrong-arity "Pair takes 1 type, but there are 2"
def h(x: Real(Int)): Real = 1                    -- ERROR wrong-arity "Real takes no types"
def k(x: Par(Int)): Real = 1                     -- ERROR unknown-type "there is no type Par"
---
type Rows(a) = a[_]
def f(x: Rows(Real[3] + Int)): Real = 1          -- ERROR array-element "sums in which there are arrays"
---
type T(a, a) = a                                 -- ERROR duplicate-name "more than one type parameter"
---
type U(A) = A                                    -- ERROR syntax "begins with a small letter"
---
const g: Real = 1
const g: Int = 1                                 -- ERROR redefinition "g is defined twice"
const sin: Real = 1                              -- ERROR redefinition "word of the language"
const a: Real = b                                -- ERROR type-mismatch "the value of a is Real, but this is Int"
const b: Int = 2
def f(x: Real): Real = x * g()                   -- ERROR unknown-function "g is a constant, not a function"
---
const a: Real = b                                -- ERROR recursion "a is defined by itself, through others: a, b, c"
const b: Real = 2 * c
const c: Real = f(a)
def f(x: Real): Real = x
---
const n: Int = 1 + 2
def f(x: Real[n]): Real = x[0]                   -- ERROR size-name "the constant n is no size"
---
const c(x: Real) = 1                             -- ERROR syntax "the type of the constant"
---
const c = 1                                      -- ERROR syntax "the type of the constant"
---
const c: Real = 1
def f(x: Real): Real = grad(c)(x)                -- ERROR operator-argument "grad takes a function, but this is Real"
---
type P = { u: Real, v: Int }
def a(p: P): Real = p.w                          -- ERROR no-such-field "P has no field w"
def b(x: Real): Real = x.u                       -- ERROR no-such-field "needed for .u, but this is Real"
def c(x: Real): P = { u: x, v: x }               -- ERROR type-mismatch "the field v of P is Int, but this is Real"
def d(x: Real): P = { u: x }                     -- ERROR type-mismatch "the result of d is P, but this is { u: Real }"
def e(p: P): P = { p with v: 1.5 }               -- ERROR type-mismatch "the field v of P is Int"
def g(p: P): P = { p with w: 1, v: 1, v: 2 }     -- ERROR no-such-field "P has no field w" ERROR duplicate-name "more than one field"
def h(x: Real): Real = { u: x, u: x }.u          -- ERROR duplicate-name "more than one field"
def i(p: P): Real = let { w } = p in w           -- ERROR no-such-field "P has no field w"
def j(p: P): P = p + p                           -- ERROR type-mismatch "\+ needs a Real or an Int, but this is P"
def k(p: P): Real = if p == p then 1 else 0      -- ERROR type-mismatch "these are P"
def l(p: { u: Real, u: Int }): Real = 1          -- ERROR duplicate-name "more than one field"
def m(p: P[2], q: { a: Int + Real[_] }[2]): Real = 1     -- ERROR array-element "sums in which there are arrays"
def n(x: Real): P = (x, 1)                       -- ERROR type-mismatch "the result of n is P, but this is \(Real, Int\)"
---
type P = { u: Real, v: Int }
type Q = { u: Real, w: Int }
def f(n: Int): Real = let g(p) = p.u; h() = g(i) in case Inl n of Inl a -> 1, Inr p -> p.u   -- ERROR cannot-infer "its field u is needed" ERROR unbound "i is not bound" WARNING unused-function "h is never called"
---
type P = { }                                     -- ERROR syntax "expected a field"
def f(x: Real): Real = { x with }                -- ERROR syntax "expected a field"
---
def f(x: Real): Real = let {} = x in x           -- ERROR syntax "a record pattern names a field"
---
type Shape = Circle(Real) | Box(Real, Real) | Point
type Option(a) = None | Some(a)
type Two = Both(Shape, Option(Real)) | Neither
def a(s: Shape): Real = case s of Circle(r) -> r, Point -> 0              -- ERROR missing-case "no branch for Box\(_, _\)"
def b(t: Two): Real = case t of Both(Circle(r), Some(x)) -> r * x, Both(_, None) -> 1, Both(Point, _) -> 2, Neither -> 3   -- ERROR missing-case "no branch for Both\(Box\(_, _\), Some\(_\)\)"
def c(s: Shape): Real = case s of Circle(r) -> r, _ -> 0, Point -> 1      -- WARNING unreachable "no value reaches"
def d(s: Shape): Real = case s of Circle(r, q) -> r, _ -> 0               -- ERROR wrong-arity "Circle has 1 argument, but there are 2"
def e(s: Shape): Real = case s of Some(x) -> x, _ -> 0                    -- ERROR type-mismatch "Some is a constructor of Option, but the value is Shape"
def h(x: Real): Shape = Box(x)                                            -- ERROR wrong-arity "Box takes 2 arguments, but there is 1"
def i(x: Real): Shape = Circle                                            -- ERROR type-mismatch "the result of i is Shape, but this is Real -> Shape"
def j(x: Real): Shape = Point()                                           -- ERROR wrong-arity "Point has no arguments"
def k(x: Int): Shape = Circle(x)                                          -- ERROR type-mismatch "argument 1 of Circle is Real, but this is Int"
def l(x: Real): Shape = Some(x)                                           -- ERROR type-mismatch "the result of l is Shape, but this is Option\(Real\)"
def m(s: Shape): Real = let (Circle(r), x) = (s, 1) in r                  -- ERROR missing-case "Circle is not the only constructor"
def n(s: Shape): Real = case s of Inl x -> x, Inr y -> 0                  -- ERROR type-mismatch "Inl and Inr take A \+ B apart, but this is Shape"
def o(s: Shape): Real = case s of Circle(r) -> r, Box(w, h) -> (w, h), Point -> 0   -- ERROR branch-mismatch "the branch for Box is \(Real, Real\), but the one for Circle is Real"
def q(x: Real): Real = case x of Circle(r) -> r, _ -> 0                   -- ERROR type-mismatch "case takes a sum apart, but this is Real"
def r(s: Real + Option(Real)): Real = case s of Inl x -> x, Inr None -> 0 -- ERROR missing-case "no branch for Inr Some\(_\)"
def s(s: Shape): Real = if s == Point then 1 else 0                       -- ERROR type-mismatch "these are Shape"
def t(s: (Shape, Shape)): Real = case s of (Point, _) -> 0, (_, Point) -> 1 -- ERROR missing-case "no branch for \(Circle\(_\), Circle\(_\)\)"
def u(s: { x: Shape, y: Int }): Real = case s of { x: Point } -> 0         -- ERROR missing-case "no branch for \{ x: Circle\(_\) \}"
---
type Shape = Circle(Real) | Point
def f(s: Shape): Real = case s of Square(x) -> x, Circle(x) -> x, _ -> 0  -- ERROR unbound "there is no constructor Square"
def g(s: Shape): Real = case s of Circle(x) -> x, Pint -> 0, _ -> 1       -- ERROR unbound "there is no constructor Pint"
---
type A = B | C
type D = B | E                                   -- ERROR redefinition "B is a constructor twice"
---
type F = f | G                                   -- ERROR syntax "a constructor begins with a capital letter"
type H = I() | J                                 -- ERROR syntax "has no brackets"
---
type A = F | C                                   -- ERROR redefinition "F is a function and a constructor"
def F(x: Real): Real = x
---
type A = B(Real) | C                             -- ERROR redefinition "C is a function and a constructor"
def f(x: A): Real = let B(y) = x in 1            -- ERROR redefinition "B is a constructor" WARNING unused-function "B is never called"
def C(x: Real): Real = x
---
type Option(a) = None | Some(a)
def p(x: Real): Int = case None of None -> 1, Some(y) -> 2                -- ERROR cannot-infer "the type of a in Option is not determined"
---
type Tree = Node(Tree, Tree) | Unary(Tree)       -- ERROR recursion "no value of the type Tree ends"
type Some(a) = One(a) | More(a, Some(a))
type Deep = Deep(Some(Deep)) | Deeper(Deep)      -- ERROR recursion "no value of the type Deep ends"
type A = | A(B)                                  -- ERROR recursion "no value of the type A ends"
type B = | B(A)                                  -- ERROR recursion "no value of the type B ends"
def f(t: Tree, d: Deep, a: A): Real = 1
---
type Net = Out | Layer(Real[_], Net)             -- ERROR recursion "no arrays but those of 2 to 64 elements that its constructors have"
type Wide = Thin | Wider(Real[9, 9], Wide)       -- ERROR recursion "no arrays but those of 2 to 64 elements"
type Side = This | That(Real[2] + Real, Side)    -- ERROR recursion "no arrays but those of 2 to 64 elements"
type Pair = | Pair(Pair[2], Real)                -- ERROR recursion "no value of the type Pair ends"
type Fns = End | One(Real -> Real, Fns)          -- ERROR recursion "contain no functions"
type List(a) = Nil | Cons(a, List(a))
def f(n: Net, l: List(Real[3])): Real = 1        -- ERROR recursion "no arrays but those of 2 to 64 elements"
---
type Nest(a) = End(a) | More(Nest((a, a)))       -- ERROR recursion "infinitely many types"
type P(a) = P(Q((a, Int))) | None                -- ERROR recursion "infinitely many types"
type Q(a) = Q(P(a)) | Stop
def f(n: Nest(Real), p: P(Real)): Real = 1
---
type Tree = Leaf(Real) | Node(Tree, Tree)
type List(a) = Nil | Cons(a, List(a))
def f(t: Tree): Real = case t of Leaf(x) -> x, Node(Leaf(x), _) -> x     -- ERROR missing-case "there is no branch for Node.Node"
def g(l: List(Tree)): Real = case l of Nil -> 0, Cons(Leaf(x), Nil) -> x, Cons(_, Cons(_, _)) -> 1 -- ERROR missing-case "there is no branch for Cons.Node"
def h(t: Tree): Tree = Node(t)                   -- ERROR wrong-arity "Node takes 2 arguments"
def k(l: List(Real)): List(Int) = l              -- ERROR type-mismatch "the result of k is List"
---
def f(d: Missing): Real = case d of { only } -> 1 -- ERROR unknown-type "there is no type Missing"
---
const g: Real = 9.81
const n: Int = 2
def f(x: Real): Real = g[0] * x                  -- ERROR not-an-array "an array is needed, but this is Real"
def h(x: Real): Real = x * g[0, 1] + real(size(n)) -- ERROR not-an-array "an array is needed, but this is Real" ERROR not-an-array "an array is needed, but this is Int"
def k(x: Real): Real = sum(i < 2) sum(j < n[i]) x -- ERROR not-an-array "an array is needed, but this is Int"
