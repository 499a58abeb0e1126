package proc_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

func parse(t *testing.T, text string) *proc.Program {
	t.Helper()
	p, err := proc.Parse(&diag.Source{Name: "t.proc", Text: text}, prim.Sig)
	require.NoError(t, err)
	return p
}

func printed(t *testing.T, p *proc.Program) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, p.Print(&b))
	return b.String()
}

// everyForm has every form of statement and type, as it is printed.
const everyForm = `params f(v[n] : [Real] = v, w : Real = w, m[_, 3] : [[(Real, Int)]] = m, p : (Bool, Real) = (c : Bool = 1, x : Real = 0)) : Real
def f [v : &[Real], w : &Real, m : &[[(Real, Int)]]] (xc : (Real, Bool)) -> (r : Real)
  (x, c) = xc
  n = Size v 0
  t = Dup n
  (n.1, n.2) = t
  s = Call sum{f.loop1} [v w] n.1
  n' = Call ineg n.2
  Elim n'
  k = Const 0
  k1 = Const -12
  u = Const ()
  q = Const -0.0
  big = Const 1e+300
  inf = Const inf
  ninf = Const -inf
  y = Read w
  y0 = Read m k k1
  Choose c v v (vv.
    i = Const 1
    z = Read vv i
  )
  i' = Const 3
  Row m i' (row.
    j = Const 1
    e = Read row j
  )
  st = Call empty{(Real, Int) + ()} i2
  out : Real + Stack (Real + Int) = Inl z
  Case out
    (Inl a
      b : Bool = Inr u
      r = Call neg a
    )
    (Inr a'
      Case b
        (Inl t1
          r = Const 1.5
        )
        (Inr t2
        )
    )
  g' = Share r (rs.
    Call = Read rs
  )
  acc = Accum g' (p.
    Add p Call
    Add v i' j x
  )

def f.loop1 [i : &Int, v : &[Real], w : &Real] (u : ()) -> (x : Real)
  i' = Read i
  Elim u
  x = Read v i'

def assert$g [ac : +[Real], ac2 : +Real + Real] (b : Bool) -> (x : ())
  x = Call assert{"x > } \"0\""} b

def revf$f (x : Real) -> (y : Real)
`

func TestPrintedTextIsRead(t *testing.T) {
	text := strings.Replace(everyForm, "empty{(Real, Int) + ()} i2", "empty{(Real, Int) + ()} k", 1)
	p := parse(t, text)
	assert.Equal(t, text, printed(t, p))
	assert.Equal(t, &proc.Interface{Result: proc.Real, Params: []proc.Param{
		{Name: "v", Type: proc.NewArray(1, proc.Real), Ref: "v", Sizes: []string{"n"}},
		{Name: "w", Type: proc.Real, Ref: "w"},
		{Name: "m", Type: proc.NewArray(2, proc.NewTuple(proc.Real, proc.Int)), Ref: "m", Sizes: []string{"", "3"}},
		{Name: "p", Type: proc.NewTuple(proc.Bool, proc.Real), Parts: []proc.Param{
			{Name: "c", Type: proc.Bool, Index: 1},
			{Name: "x", Type: proc.Real, Index: 0},
		}},
	}}, p.InterfaceOf(proc.Name("f")))
	assert.Equal(t, &proc.Interface{Result: proc.Unit, Params: []proc.Param{
		{Name: "ac", Type: proc.NewArray(1, proc.Real), Ref: "ac"},
		{Name: "ac2", Type: proc.NewSum(proc.Real, proc.Real), Ref: "ac2"},
		{Name: "b", Type: proc.Bool, Index: -1},
	}}, p.InterfaceOf(proc.MustParseFunc("assert$g")))
	assert.Nil(t, p.InterfaceOf(proc.Name("nothing")))
	call := p.Lookup(proc.Name("f")).Body[4].(*proc.Call)
	assert.Equal(t, proc.Var{Name: "s", Type: proc.Real}, call.Out)
	assert.Equal(t, []string{"v", "w"}, call.Zone)
	assert.Equal(t, diag.Pos{Line: 7, Col: 3}, call.At())
}

func TestFreeLayout(t *testing.T) {
	p := parse(t, `# a comment
def f[s:&Real](x:(Real,Bool,Stack(Real+Int)))->(y:Real) (x, q , st)=x # another
	; b = (x,
	      x) ; c = Call drained{ Real+
	  Int } st
	d=Share x(t. e = Read s)Elim d; Case q (Inl m) (Inr n; Elim n)
	(
	 g, h) = b
	Elim = Const 7
	Elim Elim
	z = Call nTimes{ g } [s, s,] b
	def = Const 1.0
	params = Const 2E3
def g[a:&Real,b:&Real](y : Real) -> (y : Real)`)
	assert.Equal(t, `def f [s : &Real] (x : (Real, Bool, Stack (Real + Int))) -> (y : Real)
  (x, q, st) = x
  b = (x, x)
  c = Call drained{Real + Int} st
  d = Share x (t.
    e = Read s
  )
  Elim d
  Case q
    (Inl m
    )
    (Inr n
      Elim n
    )
  (g, h) = b
  Elim = Const 7
  Elim Elim
  z = Call nTimes{g} [s s] b
  def = Const 1.0
  params = Const 2000.0

def g [a : &Real, b : &Real] (y : Real) -> (y : Real)
`, printed(t, p))
}

func TestNaN(t *testing.T) {
	p := parse(t, "def f (u : ()) -> (x : Real) x = Const nan")
	assert.True(t, math.IsNaN(math.Float64frombits(p.Defs[0].Body[0].(*proc.Const).Bits)))
}

func TestParseErrors(t *testing.T) {
	const head = "def f [s : &[Real]] (x : Real) -> (y : Real)\n"
	for text, want := range map[string]string{
		"x = Const 1":                           `1:1: error: a definition is wanted here, not "x" [syntax]`,
		"def f (x : Real) (y : Real)":           `1:18: error: -> is wanted here, not "(" [syntax]`,
		"def f [s : Real] (x : Real)":           `1:12: error: & or + is wanted here, not "Real" [syntax]`,
		"def f{X} (x : Real) -> (y : Real)":     `1:5: error: the braces hold no types, in "f{X}" [syntax]`,
		"def f{Int}g (x : Real)":                `1:5: error: the name goes on after its braces, in "f{Int}g" [syntax]`,
		"def f{Int (x : Real)":                  `1:5: error: the brace { is not closed: "f{Int (x : Real)" [syntax]`,
		`def f{"Int} (x : Real)`:                `1:5: error: the brace { is not closed: "f{"Int} (x : Real)" [syntax]`,
		head + "y = Call exp x Elim y":          `2:16: error: a new line or ; is wanted here, not "Elim" [syntax]`,
		head + "Drop x":                         `2:1: error: no statement begins with "Drop" [syntax]`,
		head + "y = Exp x":                      `2:5: error: no statement has "Exp" after = [syntax]`,
		head + "y = Inl x":                      `2:5: error: the type of y must be written: y : τ = Inl … [syntax]`,
		head + "y : Real = Const 1":             `2:1: error: a type is written only before Inl and Inr [syntax]`,
		head + "y = Const 12345678901234567890": `2:11: error: 12345678901234567890 is out of the range of Int [syntax]`,
		head + "y = Const 1e999":                `2:11: error: 1e999 is out of the range of Real [syntax]`,
		head + "y = Const one":                  `2:11: error: "one" is no constant [syntax]`,
		head + "y = Const 1.":                   `2:11: error: this is no number: "1." [syntax]`,
		head + "y = Size s x":                   `2:12: error: a number is wanted here, not "x" [syntax]`,
		head + "Add s\nElim x":                  `3:1: error: a variable is wanted here, not "Elim" [syntax]`,
		head + "Case x (Inr a) (Inl b)":         `2:9: error: Inl is wanted here, not "Inr" [syntax]`,
		head + "y = Share x (v y = Read v)":     `2:16: error: the dot after the name is wanted here, not "y" [syntax]`,
		head + "y = Share x (v. y = Read v":     `2:27: error: a closing parenthesis is missing at the end of the text [syntax]`,
		head + ")":                              `2:1: error: a statement is wanted here, not ")" [syntax]`,
		head + "x{Int} = Const 1":               `2:1: error: a variable has no braces: "x{Int}" [syntax]`,
		head + "x = Const 1 §":                  `2:13: error: this character has no meaning here: "§" [syntax]`,
		head + "x = \\ y":                       `2:5: error: this character has no meaning here: "\" [syntax]`,
		head + "x = Const f{\"a\"}":             `2:11: error: "f{"a"}" is no constant [syntax]`,
		head + "Elim x\ny = Call exp y.1":       `3:14: error: nothing binds y.1 before it is used here [unbound]`,
		head + "y = Call exp y":                 `2:14: error: nothing binds y before it is used here [unbound]`,
		head + "y = Call nTimes.foo{g} x":       `2:10: error: nTimes has no strategy "foo" [unknown-function]`,
		head + "y = Call nTimes.every.0{g} x":   `2:10: error: nTimes is followed by a word and a whole number of at least 1, not by "every.0", in "nTimes.every.0{g}" [syntax]`,
		head + "y = Call nTimes.every.02{g} x":  `2:10: error: nTimes is followed by a word and a whole number of at least 1, not by "every.02", in "nTimes.every.02{g}" [syntax]`,
		head + "y = Call while.sqrt{g} x":       `2:10: error: while has no strategy "sqrt" [unknown-function]`,
		head + "y = Call ccl.store{g} x":        `2:10: error: ccl has no strategy "store" [unknown-function]`,
		head + "exp = Call expo x":              `2:12: error: no function is called expo [unknown-function]`,
		head + "y = Read exp x":                 `2:10: error: no name of Θ is called exp here [unknown-ref]`,
		head + "(a, b) = x":                     `2:10: error: x : Real is no tuple [not-a-tuple]`,
		head + "y = (x, x)\n(a, b, c) = y":      `3:13: error: y : (Real, Real) has 2 parts, not 3 [wrong-arity]`,
		head + "Case x (Inl a) (Inr b)":         `2:6: error: x : Real is no sum [not-a-sum]`,
		head + "Row s x (r.)":                   `2:5: error: s : [Real] has no rows with 1 indices [wrong-arity]`,
		head + "params f (x : Real) : Real\nparams f (x : Real) : Real":            `3:8: error: f has two lists of params [syntax]`,
		head + "params g (x : Real) : Real":                                        `2:8: error: no definition is called g [unknown-function]`,
		head + "params f (x : Int) : Real":                                         `2:8: error: x : Int stands for a Real [type-mismatch]`,
		head + "params f (x : Real, v : Int = s) : Real":                           `2:8: error: v : Int stands for a [Real] [type-mismatch]`,
		head + "params f (x : Real, v : Int = t) : Real":                           `2:8: error: t is not in the zone of f [unknown-ref]`,
		head + "params f (x : Real = 1) : Real":                                    `2:8: error: the argument of f has no part 1, or it is taken twice [wrong-arity]`,
		head + "params f (p : (Real, Real) = (x : Real = 0, y : Real = 0)) : Real": `2:8: error: the argument of f has no part 0, or it is taken twice [wrong-arity]`,
		head + "params f (v : [Real] = s) : Real":                                  `2:8: error: the params of f do not make its argument: Real [wrong-arity]`,
		head + strings.Repeat("y = Share x (v. ", 100_000):                         `2:160001: error: this nests deeper than 10000 levels [syntax]`,
	} {
		_, err := proc.Parse(&diag.Source{Text: text}, prim.Sig)
		assert.EqualError(t, err, want, "%.100s", text)
	}
}

func TestParseReportsEveryDefinition(t *testing.T) {
	_, err := proc.Parse(&diag.Source{Name: "t.proc", Text: `
def f (x : Real) -> (y : Real)
  y = Exp x
  Elim z
def g (x : Real) -> (y : Real)
  y = x
def h (x : Real -> (y : Real)
`}, prim.Sig)
	assert.EqualError(t, err, `t.proc:3:7: error: no statement has "Exp" after = [syntax]
t.proc:6:7: error: no statement has "x" after = [syntax]
t.proc:7:17: error: a closing parenthesis is wanted here, not "->" [syntax]`)
	_, err = proc.Parse(&diag.Source{Name: "t.proc", Text: `
def f (x : Real) -> (y : Real)
  y = Call exp z
  Elim z'
def g (x : Real) -> (y : Real)
  y = Call expo x
`}, prim.Sig)
	assert.EqualError(t, err, `t.proc:3:16: error: nothing binds z before it is used here [unbound]
t.proc:6:12: error: no function is called expo [unknown-function]`)
}

// FuzzParse checks that no text crashes the parser, and that what it reads is
// printed and read again as the same.
func FuzzParse(f *testing.F) {
	f.Add(everyForm)
	f.Add("def f (x : Real) -> (y : Real) # c\ny = Call sum{sum{exp}} x; (a) = (b)")
	f.Add("params f (x[n,_] : [[Real]] = s) : Real\ndef f [s : +Real] (x : ()) -> (x : ())")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := proc.Parse(&diag.Source{Text: text}, prim.Sig)
		if err != nil {
			return
		}
		once := printed(t, p)
		require.Equal(t, once, printed(t, parse(t, once)))
	})
}
