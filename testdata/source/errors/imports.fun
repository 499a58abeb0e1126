-- Imports.
import "lib/cams.fun" as cams
import "lib/../lib/cams.fun" as same
def f(c: cams.Camera, p: Real[cams.dim], s: same.Shape): Real =
  cams.project(c, p) * cams.g + same.area(s) + (case s of cams.Circle(r) -> r, same.Point -> 1)
def h(c: cams.Camera, p: Real[3]): (cams.Camera, Real[_]) = grad(cams.project)(c, p)
---
import "lib/cams.fun" as cams                    -- WARNING unused-import "the import cams is not used"
import "lib/cams.fun" as _cams
def f(x: Real): Real = x
---
-- A variable hides an import.
import "lib/cams.fun" as cams
type P = { g: Real, dim: Int }
def f(cams: P): Real = cams.g
def h(v: Real[n]): Real = let k = cams.g in fold(\(a, cams). a + cams, k, v)
def k(x: Real): Real = let cams = x in cams.project(x)                  -- ERROR unknown-function "cams is a variable here"
---
import "lib/none.fun" as none                    -- ERROR bad-import "there is no file lib/none.fun"
def f(x: Real): Real = none.f(x)
---
import "lib" as lib                              -- ERROR bad-import "ends in .fun"
import "/lib/cams.fun" as cams                   -- ERROR bad-import "absolute"
import "C:/lib/cams.fun" as more                 -- ERROR bad-import "absolute"
import "lib\\cams.fun" as other                  -- ERROR bad-import "between folders|has a"
import "" as empty                               -- ERROR bad-import "is empty"
import "lib//cams.fun" as double                 -- ERROR bad-import "no path of a file"
import "../errors/lib/cams.fun" as outside       -- ERROR bad-import "outside of the files"
import "lib/cams.fun/x.fun" as below             -- ERROR bad-import "there is no file"
def f(x: Real): Real = x
---
-- Modules of the library.
import linalg
import linalg as la
import linalg as _idle
def f(v: Real[n]): Real = linalg.dot(v, v) + la.norm(v)
def g(v: Real[n]): Real = linalg.dott(v, v)      -- ERROR unknown-function "linalg has no function dott"
def h(v: Real[n]): Real = la._sweep(v)           -- ERROR private-name "_sweep is private to linalg"
---
import linlag                                    -- ERROR bad-import "the library has no module linlag"
import "linalg" as text                          -- ERROR bad-import "ends in .fun"
def f(x: Real): Real = x
---
import linalg as                                 -- ERROR syntax "expected a name for the file, found .def."
def f(x: Real): Real = x
---
def f(v: Real[n]): Real = linalg.dot(v, v)       -- ERROR unknown-module "there is no import linalg"
---
def f(v: Real[n]): Real = linalg.cholesky(v)     -- ERROR unbound "linalg is not bound here"
---
def f(s: cams.Lu): Real = 1                      -- ERROR unknown-module "there is no import cams"
---
import "lib/a.fun" as a                          -- ERROR import-cycle "lib/a.fun imports itself through others: lib/a.fun, lib/b.fun, lib/a.fun"
import "lib/self.fun" as s                       -- ERROR import-cycle "lib/self.fun imports itself$"
def f(x: Real): Real = a.f(x)
---
import "lib/cams.fun" as cams
import "lib/deep/vec.fun" as cams                -- ERROR duplicate-name "cams is the name of more than one import"
def f(x: Real): Real = x
---
def f(x: Real): Real = x
import "lib/cams.fun" as cams                    -- ERROR syntax "an import stands before all other declarations"
---
import "lib/cams.fun"                            -- ERROR syntax "expected as, and a name, found .def."
def f(x: Real): Real = x
---
import "lib/cams.fun" as _cams
const _cams: Real = 3                            -- ERROR redefinition "a constant and an import"
def f(x: Real): Real = x
---
import "lib/cams.fun" as cams
def f(x: Real): Real = cam.project(x)            -- ERROR unbound "cam is not bound here"
---
import "lib/cams.fun" as cams
def f(x: Real): Real = x * cam.g                 -- ERROR unbound "cam is not bound here"
def g(x: Real): Real = x * cams                  -- ERROR unbound "cams is not bound here"
---
import "lib/cams.fun" as cams
def f(c: cams.Camra): Real = 1                   -- ERROR unknown-type "cams has no type Camra"
def i(c: cams.Camera): Real = cams.projekt(c)    -- ERROR unknown-function "cams has no function projekt"
def j(c: cams.Camera): Real = cams._zero()       -- ERROR private-name "_zero is private"
def k(c: cams.Camera): Real = cams.h             -- ERROR unbound "cams has no constant h"
def l(c: cams.Camera): Real = cams.project       -- ERROR type-mismatch "the result of l is Real, but this is \(cams.Camera, Real\[_\]\) -> Real"
def m(c: cams.Camera): Real = cams.g(c)          -- ERROR unknown-function "cams.g is a constant, not a function"
def n(s: cams.Shape): Real = case s of cams.Circl(r) -> r, _ -> 0       -- ERROR unbound "cams has no constructor Circl"
---
import "lib/cams.fun" as cams
def o(s: cams.Shape): Real = case s of cam.Circle(r) -> r, _ -> 0       -- ERROR unknown-module "there is no import cam"
def g(c: cam.Camera): Real = 1                   -- ERROR unknown-module "there is no import cam"
def h(v: Real[n]): Real = fold(\(a : Real, x : Real). a + x, 0, v) + nTimes(2, 1, \x : Real. sin(x))
---
import "lib/cams.fun" as cams
def f(s: cams.Shape): Real = case s of cams.Circle(r) -> r              -- ERROR missing-case "cams.Point"
---
import "lib/cams.fun" as cams
def f(v: Real[cams.g]): Real = v[0]              -- ERROR size-name "the constant cams.g is no size"
def g(v: Real[cams.size]): Real = v[0]           -- ERROR unbound "cams has no constant size"
type T = Real[cams.dim]
type U = Real[cams.Point]                        -- ERROR size-name "the constructor cams.Point is no size"
def h(x: Real): Real = grad(cams.Circle)(x)      -- ERROR operator-argument "cams.Circle is a constructor"
def i(x: Real): cams.Shape = grad(cams.area)(x, x)     -- ERROR wrong-arity "cams.area"
def j(x: Real): Real = x[cams.dim]               -- ERROR not-an-array "an array is needed"
---
import "lib/cams.fun" as cams
def f(c: Camera): Real = cams.project(c, [1.0])  -- ERROR unknown-type "there is no type Camera"
