def f(x: Real): Real = x
derivative g(x: Real) constant -- ERROR rule-unknown-function "no function g in this file"
const c: Real = 3
derivative c(x: Real) constant -- ERROR rule-unknown-function "no function c in this file"
---
def f(x: Real): Real = x
derivative f(x: Real) constant
derivative f(x: Real) constant -- ERROR rule-twice "there are two rules for f"
---
def f(x: Real): Real = x
derivative f(x: Real)
  forward(dx) = dx
  forward(dx) = dx -- ERROR rule-twice "the rule of f has two clauses forward"
---
def f(x: Real): Real = x
derivative f(x: Real) constant forward(dx) = dx -- ERROR rule-twice "the rule of f is constant, and gives a derivative too"
---
def f(x: Real): Real = x
derivative f(x: Real) split = (x, x) -- ERROR rule-incomplete "the rule of f has a split, and no reverse"
---
def f(x: Real): Real = x
derivative f(x: Real) reverse(p, w) = w -- ERROR rule-incomplete "reverse takes what split leaves, and the rule of f has no split"
---
def f(x: Real): Real = x
derivative f(x: Real) split = (x, x) reverse(w) = w -- ERROR rule-incomplete "reverse does not take what split leaves"
---
def f(x: Real): Real = x
derivative f(x: Real) differs "always" -- ERROR rule-incomplete "the rule of f gives no derivative"
---
def f(x: Real): Real = x
derivative f(x: Real)
  backward(w) = w -- ERROR syntax "expected forward, reverse, split or constant, found the name backward"
---
def f(x: Real): Real = x
derivative f(x: Real, y: Real) constant -- ERROR rule-type "the rule has 2 parameters, and f has 1"
---
def f(x: Real): Real = x
derivative f(x: Int) constant -- ERROR rule-type "x is Int in the rule, and Real in f"
---
def f(x: Real): Real = x
derivative f(x) constant -- ERROR syntax "the parameter x needs a type"
---
def f(x: Real, y: Real): Real = x
derivative f(x: Real, y: Real) forward(dx) = dx -- ERROR rule-type "forward takes a tangent for each parameter: f has 2 parameters, and here there is one"
---
def f(x: Real, y: Real): Real = x + y
derivative f(x: Real, y: Real) forward(dx, (a, b)) = dx -- ERROR syntax "a tangent has a name, or is _"
---
def f(x: Real): Real = x
derivative f(x: Real) forward(dx) = (dx, dx, dx) -- ERROR rule-type "forward gives the tangent of the result, or the result and its tangent"
---
def f(x: Real): (Real, Real) = (x, x)
derivative f(x: Real) forward(dx) = (f(x), (dx, dx))
derivative f(x: Real) reverse((u, v)) = u + v -- ERROR rule-twice "there are two rules for f"
---
def f(x: Real): (Real, Real) = (x, x)
derivative f(x: Real) forward(dx) = dx -- ERROR rule-type "that is .Real, Real., but this is Real"
---
def f(x: Real, y: Real): Real = x + y
derivative f(x: Real, y: Real) reverse(w) = w -- ERROR rule-type "reverse gives a cotangent for each parameter, .. where it is no Real: that is .Real, Real., but this is Real"
---
def f(x: Real): Real = x
derivative f(x: Real) split = x reverse(p, w) = w -- ERROR rule-type "split gives the result, and what it leaves for reverse"
---
def f(x: Real): Real = x
derivative f(x: Real) split = (x, [x]) reverse(p, w) = p * w -- ERROR rule-type "that is Real, but this is Real"
---
def f(x: Real): Real = x
derivative f(x: Real) reverse(a, b, w) = w -- ERROR rule-type "reverse takes what split leaves, and the cotangent of the result"
---
def f(x: a): a = x
derivative f(x: Real) constant -- ERROR rule-type "x is Real in the rule, and a in f"
def g(x: Real): Real = f(x)
---
def f(x: a): a = x
derivative f(x: a) reverse(w) = (w, w) -- ERROR rule-type "reverse gives a cotangent for each parameter, .. where it is no Real: that is Real, but this is .Real, Real."
def g(x: Real): Real = f(x)
---
def f(h: Real -> Real, x: Real): Real = h(x)
derivative f(h: Real -> Real, x: Real) reverse(w) = w -- ERROR rule-type "reverse gives a cotangent for each parameter, .. where it is no Real: that is .d h, Real., but this is Real"
def g(x: Real): Real = f(sin, x)
---
def f(h: Real -> Real, x: Real): Real = h(x)
derivative f(h: Real -> Real, x: Real) reverse(w) = let (_, (dh, dx)) = vjp(h)(x, w) in (dh * dh, dx) -- ERROR type-mismatch "is not for d h and d h"
---
def f(h: Real -> Real, g: Real -> Real, x: Real): Real = h(g(x))
derivative f(h: Real -> Real, g: Real -> Real, x: Real)
  reverse(w) = let (_, (dh, dx)) = vjp(h)(x, w) in (dh, dh, dx) -- ERROR rule-type "that is .d h, d g, Real., but this is .d h, d h, Real."
---
def f(h: Real -> Real, x: Real): Real = h(x)
derivative f(h: Real -> Real, x: Real)
  reverse(w) = let (y, t) = split(h)(x); (dh, dx) = pull(h)(y, w) in (dh, dx) -- ERROR type-mismatch "argument 1 of this derivative is trace h, but this is Real"
---
def f(h: Real -> Real, x: Real): Real = h(x)
derivative f(h: Real -> Real, x: Real) reverse(w) = (zero(x), w) -- ERROR unknown-function "there is no function zero"
---
def f(h: (Real -> Real, Real), x: Real): Real = let (g, _) = h in g(x)
derivative f(h: (Real -> Real, Real), x: Real) constant -- ERROR rule-type "f takes or gives functions in other values, and there are no rules for such functions"
---
def f(h: Real -> Real, x: Real): Real = h(x)
derivative f(h: Real -> Real, x: Real) reverse(w) = let (_, d) = vjp(h)(x, w) in d linear nonlinear "why" -- ERROR syntax "expected a message"
---
def f(h: Real -> Real, x: Real): Real = h(x)
derivative f(h: Real -> Real, x: Real) -- ERROR rule-twice "the rule of f is linear, and nonlinear too"
  reverse(w) = let (_, d) = vjp(h)(x, w) in d  linear "it is"  nonlinear "it is not"
---
def even(x: Real): Real = if x < 1 then x else odd(x - 1)
def odd(x: Real): Real = if x < 1 then -x else even(x - 1)
derivative even(x: Real) constant -- ERROR rule-type "even calls itself through others, and has a rule"
---
def f(x: Real): Real = x
derivative f(x: Real) forward(dx) = dx nonlinear why -- ERROR syntax "expected a message"
---
def derivative(x: Real): Real = x
def forward(split: Real): Real = let reverse = split; constant = derivative(reverse) in constant
---
type Tree = Leaf(Real) | Node(Tree, Tree)
def f(t: Tree): Real = case t of Leaf(x) -> x, Node(l, r) -> f(l) * f(r)
derivative f(t: Tree) constant -- ERROR rule-type "f takes or gives values of a recursive type"
---
def f(x: Real): Real = x
derivative f(x: Real) split = (x, \y. x * y) reverse(g, w) = g(w) -- ERROR rule-type "what split leaves is .*, and has functions"
---
def f(x: Real): Real = x
derivative f(x: Real) forward(dx) = dx transpose(w) = w -- ERROR rule-twice "the rule of f has a transpose, and forward or split too"
---
def f(h: Real -> Real, x: Real): Real = h(x)
derivative f(h: Real -> Real, x: Real) transpose(w) = w -- ERROR rule-type "f is no function of Reals to Reals, as a linear one is"
