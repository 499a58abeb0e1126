package gradcheck

import (
	"math"
	"math/rand/v2"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// Codes of the messages of this package.
const (
	// CodeNothing: no parameter or no part of the result is Real.
	CodeNothing = "nothing-to-check"
	// CodeNotFinite: the value is infinite or NaN.
	CodeNotFinite = "not-finite"
	// CodeDisagree: the reverse and the forward derivative differ.
	CodeDisagree = "derivatives-disagree"
	// CodeNaN: both derivatives are NaN somewhere.
	CodeNaN = "derivative-nan"
	// CodeFinite: the derivatives agree, but finite differences do not.
	CodeFinite = "finite-differences-disagree"
)

// How much derivatives may differ, in units of the scale of an entry.
const (
	exactTolerance  = 1e-9 // reverse and forward
	finiteTolerance = 1e-5 // reverse and finite differences
	dotTolerance    = 1e-10
)

// Options say how much is compared.
type Options struct {
	Entries int    // at most so many entries, drawn at random from each parameter in turn
	Seed    uint64 // of what is drawn
	// Reverse is what takes the place of vjp$f, if it is given: for a seed, the cotangent of
	// each parameter, which has no meaning where that is discrete.
	Reverse func(seed data.Value) ([]data.Value, error)
	// NoForward says that there is no forward derivative: the reverse is compared with finite differences alone.
	NoForward bool
	// Next, if it is given, is called before each entry, with how many there were and how many there are.
	Next func(done, of int)
}

// An Entry is what was found at one Real of the input.
type Entry struct {
	Name                            string
	Value, Reverse, Forward, Finite float64
	Error                           float64
	// Silent says why finite differences say nothing there; it is empty if they do.
	Silent string
	// NaN says that the reverse derivative is NaN, and that the forward derivative is NaN too or finite
	// differences say nothing. No error says how far NaN is from anything.
	NaN bool
	// Undefined says that the forward derivative alone is NaN, 0 · ∞, where another number of the gradient
	// is infinite or NaN, or finite differences say nothing.
	Undefined bool
	Exact     bool // reverse and forward agree, where both say something
	Agree     bool // and finite differences too, where they say something
}

// A Report is what was found.
type Report struct {
	Entries []Entry // in the order of the parameters
	Total   int     // how many there are to choose from
	NaNs    NaNs    // among all of them
	Dot     Dot
}

// NaNs are the entries at which the reverse derivative is NaN.
type NaNs struct {
	Count int
	First string
}

// A Verdict is what a report comes to.
type Verdict string

const (
	Agree        Verdict = "agree"
	Disagree     Verdict = "disagree"                    // the reverse and the forward derivative
	NotANumber   Verdict = "NaN"                         // is what a derivative is, and none disagree
	FiniteDiffer Verdict = "finite differences disagree" // with both derivatives, which agree
)

// Verdict is about all entries and the two products.
func (r *Report) Verdict() Verdict {
	switch {
	case !r.productsAgree() || slices.ContainsFunc(r.Entries, func(e Entry) bool { return !e.Exact }):
		return Disagree
	case r.NaNs.Count > 0:
		return NotANumber
	case slices.ContainsFunc(r.Entries, func(e Entry) bool { return !e.Agree }):
		return FiniteDiffer
	}
	return Agree
}

// productsAgree says that the two products agree, or that one is NaN as an entry is.
func (r *Report) productsAgree() bool {
	meets := r.NaNs.Count > 0 || slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Undefined })
	return r.Dot.Agree() || meets && (math.IsNaN(r.Dot.Forward) || math.IsNaN(r.Dot.Reverse))
}

// Functions are those that Check calls.
func Functions(d *proc.Def) []proc.Func {
	return []proc.Func{d.Name, deriv.VJP.Of(d.Name), deriv.Fwd.Of(d.Name)}
}

// Check compares the derivatives of d. The engine must know Functions(d).
func Check(u *pipeline.Unit, e pipeline.Engine, d *proc.Def, args *data.Args, opts Options) (*Report, error) {
	c := &checker{unit: u, engine: e, def: d, args: args, random: rand.New(rand.NewPCG(opts.Seed, 0))}
	if err := c.inputs(); err != nil {
		return nil, err
	}
	if err := c.seed(); err != nil {
		return nil, err
	}
	if opts.Reverse == nil {
		opts.Reverse = c.vjp
	}
	if err := c.reverse(opts.Reverse); err != nil {
		return nil, err
	}
	report := &Report{Total: len(c.xs), NaNs: c.nans()}
	var err error
	if c.noForward = opts.NoForward; !c.noForward {
		if report.Dot, err = c.product(); err != nil {
			return nil, err
		}
	}
	sample := c.sample(opts.Entries)
	for i, k := range sample {
		if opts.Next != nil {
			opts.Next(i, len(sample))
		}
		entry, err := c.entry(k)
		if err != nil {
			return nil, err
		}
		report.Entries = append(report.Entries, entry)
	}
	return report, nil
}

// A checker holds one function with its inputs.
type checker struct {
	unit   *pipeline.Unit
	engine pipeline.Engine
	def    *proc.Def
	args   *data.Args
	random *rand.Rand

	noForward bool

	names    []string     // of the entries
	params   []string     // that they belong to
	xs       []*uint64    // the Reals of the inputs, in the order of the parameters
	dots     []data.Value // a tangent for each parameter
	xDots    []*uint64    // their Reals
	yBar     data.Value
	yBars    []*uint64
	xBars    []float64 // Jᵀ ȳ
	largest  float64   // of |x̄|, of those that are finite
	infinite bool      // some x̄ is infinite or NaN
	phi0     float64   // φ of the data
	size     float64   // of the terms of φ, for the rounding error of differences
}

func (c *checker) nothing(format string, args ...any) error {
	return diag.Errorf(c.def.Pos, CodeNothing, format, args...).In(c.unit.Source.Name)
}

// inputs finds the Reals of the parameters.
func (c *checker) inputs() error {
	values := make([]data.Value, len(c.args.Values))
	for i, p := range c.args.Interface.Params {
		values[i] = c.args.Values[i].Clone()
		c.dots = append(c.dots, data.ZeroTangent(values[i]))
		if deriv.Discrete(p.Type) {
			continue
		}
		entries := slices.Collect(data.RealNames(p.Name, values[i]))
		c.names = append(c.names, entries...)
		c.params = append(c.params, slices.Repeat([]string{p.Name}, len(entries))...)
		c.xs = append(c.xs, data.RealWords(values[i])...)
		c.xDots = append(c.xDots, data.RealWords(c.dots[i])...)
	}
	if len(c.xs) == 0 {
		if slices.ContainsFunc(c.args.Interface.Params, func(p proc.Param) bool { return !deriv.Discrete(p.Type) }) {
			return c.nothing("the data for %.100s have no Real in them", c.unit.Given(c.def.Name))
		}
		return c.nothing("no parameter of %.100s has a Real in it", c.unit.Given(c.def.Name))
	}
	c.args = &data.Args{Interface: c.args.Interface, Values: values}
	return nil
}

// seed chooses ȳ.
func (c *checker) seed() error {
	y, err := c.unit.Run(c.engine, c.def, c.args)
	if err != nil {
		return err
	}
	y.Type = c.def.Out.Type
	c.yBar = data.ZeroTangent(y)
	c.yBars = data.RealWords(c.yBar)
	if len(c.yBars) == 0 {
		return c.nothing("the result of %.100s has no Real in it", c.unit.Given(c.def.Name))
	}
	for _, word := range c.yBars {
		set(word, c.random.NormFloat64())
	}
	if c.def.Out.Type == proc.Real {
		set(c.yBars[0], 1)
	}
	c.phi0, c.size = dot(c.yBars, data.RealWords(y))
	if math.IsNaN(c.size) || math.IsInf(c.size, 0) {
		return diag.Errorf(c.def.Pos, CodeNotFinite, "the value of %.100s is infinite or NaN for these data", c.unit.Given(c.def.Name)).
			In(c.unit.Source.Name).Hintf("derivatives are compared where the value is finite")
	}
	return nil
}

// vjp is the reverse derivative of the compiler.
func (c *checker) vjp(seed data.Value) ([]data.Value, error) {
	_, g, err := c.unit.VJP(c.engine, c.def, c.args, seed)
	if err != nil {
		return nil, err
	}
	parts := make([]data.Value, len(c.args.Interface.Params))
	for i, p := range c.args.Interface.Params {
		parts[i] = g.Of(p)
	}
	return parts, nil
}

// reverse is Jᵀ ȳ.
func (c *checker) reverse(of func(seed data.Value) ([]data.Value, error)) error {
	parts, err := of(c.yBar)
	if err != nil {
		return err
	}
	for i, p := range c.args.Interface.Params {
		if deriv.Discrete(p.Type) {
			continue
		}
		for _, word := range data.RealWords(parts[i]) {
			c.xBars = append(c.xBars, get(word))
			if finite(get(word)) {
				c.largest = max(c.largest, math.Abs(get(word)))
			} else {
				c.infinite = true
			}
		}
	}
	return nil
}

// nans are the entries of Jᵀ ȳ that are NaN.
func (c *checker) nans() (found NaNs) {
	for k, x := range c.xBars {
		if !math.IsNaN(x) {
			continue
		}
		if found.Count++; found.Count == 1 {
			found.First = c.names[k]
		}
	}
	return found
}

// product compares ⟨ȳ, J ẋ⟩ with ⟨Jᵀ ȳ, ẋ⟩ for a random ẋ.
func (c *checker) product() (Dot, error) {
	for _, word := range c.xDots {
		set(word, c.random.NormFloat64())
	}
	left, leftSize, err := c.forward()
	if err != nil {
		return Dot{}, err
	}
	var right, rightSize float64
	for k, word := range c.xDots {
		term := c.xBars[k] * get(word)
		right += term
		rightSize += math.Abs(term)
		set(word, 0)
	}
	d := Dot{Forward: left, Reverse: right}
	if left != right {
		d.Relative = math.Abs(left-right) / (leftSize + rightSize)
	}
	return d, nil
}

// forward is ⟨ȳ, J ẋ⟩.
func (c *checker) forward() (sum, size float64, err error) {
	yDot, err := c.unit.JVP(c.engine, c.def, c.args, c.dots)
	if err != nil {
		return 0, 0, err
	}
	sum, size = dot(c.yBars, data.RealWords(yDot))
	return sum, size, nil
}

// sample draws at most n different entries, in turn from each parameter as long
// as it has any left.
func (c *checker) sample(n int) []int {
	order := c.random.Perm(len(c.xs))
	iteration := make([]int, len(order)) // of an entry: how many of its parameter come before it
	taken := map[string]int{}
	for _, k := range order {
		iteration[k] = taken[c.params[k]]
		taken[c.params[k]]++
	}
	slices.SortStableFunc(order, func(j, k int) int { return iteration[j] - iteration[k] })
	list := order[:min(n, len(order))]
	slices.Sort(list)
	return list
}

// entry compares what the derivatives are at x[k].
func (c *checker) entry(k int) (Entry, error) {
	e := Entry{Name: c.names[k], Value: get(c.xs[k]), Reverse: c.xBars[k]}
	e.Forward = e.Reverse
	if !c.noForward {
		var err error
		set(c.xDots[k], 1)
		e.Forward, _, err = c.forward()
		set(c.xDots[k], 0)
		if err != nil {
			return e, err
		}
	}
	scale := max(1e-3*c.largest, math.SmallestNonzeroFloat64)
	for _, x := range []float64{e.Reverse, e.Forward} {
		if finite(x) {
			scale = max(scale, math.Abs(x))
		}
	}
	derivative := e.Reverse
	if math.IsNaN(derivative) {
		derivative = e.Forward
	}
	f, err := c.differences(k, derivative, scale)
	if err != nil {
		return e, err
	}
	e.Finite = f.value
	e.Silent = f.silent(derivative, scale)
	// One of the two derivatives can meet 0 · ∞ where the other one meets a product with an exact 0.
	e.NaN = math.IsNaN(e.Reverse) && (math.IsNaN(e.Forward) || e.Silent != "")
	e.Undefined = math.IsNaN(e.Forward) && !math.IsNaN(e.Reverse) && (c.infinite || e.Silent != "")
	if !e.Undefined {
		e.Error = distance(e.Reverse, e.Forward) / scale
	}
	e.Exact = e.NaN || e.Error <= exactTolerance
	e.Agree = e.Exact && !e.NaN && f.agrees(e.Reverse, scale)
	switch {
	case e.NaN:
		e.Error = math.NaN()
	case e.Silent == "":
		e.Error = max(e.Error, distance(e.Reverse, e.Finite)/scale)
	}
	return e, nil
}
