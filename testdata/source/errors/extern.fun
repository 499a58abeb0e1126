extern def f(x: Real): Real = "sin x" -- ERROR extern-symbol "\"sin x\" is no name that a function of C can have here"
---
extern def f(x: Real): Real = "main" -- ERROR extern-symbol "is no name that a function of C can have here"
---
extern def f(x: Real): Real = "pc_alloc" -- ERROR extern-symbol "is no name that a function of C can have here"
---
extern def f(x: Real): Real = sin(x) -- ERROR syntax "expected the symbol of a function of C, in quotes, found the name sin"
---
extern def f(_: Real): Real = "f" -- ERROR syntax "a parameter of an extern has a name"
---
extern def f(g: Real -> Real): Real = "f" -- ERROR extern-type "g is Real -> Real, and no function of C takes functions"
---
extern def f(v: Bool[n]): Real = "f" -- ERROR extern-type "v is Bool.*, and no function of C takes arrays of Bools"
---
extern def f(v: (Real, Int)[n]): Real = "f" -- ERROR extern-type "no function of C takes arrays of tuples"
---
extern def f(v: Real + Int): Real = "f" -- ERROR extern-type "v is Real . Int, and no function of C takes sums"
---
extern def f(x: a): Real = "f" -- ERROR extern-type "f takes values of any type, and a function of C does not"
def g(x: Real): Real = f(x)
---
extern def f(n: Int): Real[_] = "f" -- ERROR extern-type "f says no size of this array, for which it makes room"
---
extern def f(x: Real): Real + Int = "f" -- ERROR extern-type "the result of f is Real . Int, and no function of C gives sums"
---
extern def f(x: Real): Real = "f"
extern def g(x: Int): Real = "f" -- ERROR extern-type "f is of another type here than in f"
---
extern def f(x: Real): Real = "f"
extern def g(x: Real): Real = "f" status -- ERROR extern-type "f is of another type here than in f"
