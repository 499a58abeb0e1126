package llvm

import (
	"strconv"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
)

// Several iterations of a loop that commutes can run at once, one in each lane of a
// vector, though there are loops inside:
//
//	sum over i < n of f(i)   =   Σ over lanes of (sum over b < n div W of f(bW + (0, …, W-1)))   +   the n mod W iterations that remain
//
// A value is uniform, the same in all lanes, or varies and is a vector. That is
// seen from its type while the code is written:
//
//	varies     vectors of Real, Int and tags; the i of the loop
//	uniform    numbers of iterations, dimensions, pointers
//	in lanes   arrays, accumulators and stacks of Reals that an iteration makes: W doubles for each element
//
// Code that cannot be written so, as a loop whose number of iterations varies, leaves
// the loop as it is: the loop is written for trial first. A Case on what varies
// runs both branches (lane_mask.go); a check that fails in some lanes ends the
// iterations in lanes (lane_leave.go). Other loops are those that fill arrays
// (lane_iterations.go).

// A lanes is what is known while a loop is written in lanes.
type lanes struct {
	width   int
	first   val // that of the first lane
	from    map[val]consecutive
	checks  []laneCheck   // to be made before the loop
	shared  map[*ref]bool // accumulators from outside for which each lane may have a copy
	buffers []*laneBuffer // where sums over the lanes are gathered
	top     *ir.Block     // what comes before the loop
	loops   []*laneLoop   // the loops that the code stands in
	rows    []*laneRow    // the rows that are copied
	equal   [][2]val      // what has to be equal, to be checked before the loop
	trial   bool          // the loop is written for trial
	nests   bool          // there is a loop in a loop of an iteration, or one that does not commute
	ordered bool          // there is a loop in an iteration whose iterations need each other
	deep    bool          // there is a loop in a loop of an iteration
	across  bool          // a loop in an iteration reads across the lanes (lane_memory.go)
	kind    bool          // the next loop commutes
	mask    val           // the lanes that are at work in the branch of a Case; nil if all are
	made    map[val]bool  // arrays that were made in such branches
	some    []val         // dimensions that must not be 0, to be checked before the loop
	adds    bool          // the iterations may add to accumulators from outside
	inside  []indexed     // indices in branches, to be checked before the loop
	along   []*laneLoop   // loops over rows to which all lanes add
	short   []val         // numbers of iterations that must be few, to be checked before the loop
	slabbed bool          // the lanes have copies of parts of accumulators (lane_slabs.go)
	slabs   []*laneSlab
	leave   *ir.Block         // where it goes on when a check fails in some lanes (lane_leave.go)
	left    bool              // there are ways to leave
	doubt   bool              // also where the next time the check may hold
	reals   bool              // the iteration makes Ints of Reals
	added   bool              // it has added to accumulators
	sums    []val             // what a block of iterations begins with
	single  map[*ref]bool     // what the lanes use one after the other (lane_serial.go)
	fills   map[val]bool      // the buffers from outside that the iterations fill (lane_iterations.go)
	runs    map[val]maskedRun // indices that are 0 where a lane is not at work (lane_masked.go)
}

// A laneError says that a loop cannot run in lanes.
type laneError struct{ why string }

// noLanes gives up to write a loop in lanes.
func (b *builder) noLanes(why string) { panic(laneError{why}) }

// inIterations says that the code is that of iterations in lanes, where all that they call is written.
func (b *builder) inIterations() bool { return b.lanes != nil || b.single != nil }

func isVector(v val) bool {
	_, ok := v.Type().(*types.VectorType)
	return ok
}

// A spread is a vector of Ints that is never made: only its lanes are used.
type spread struct {
	in []val
	t  types.Type
}

func (s *spread) Type() types.Type { return s.t }
func (s *spread) Ident() string    { return "spread" }
func (s *spread) String() string   { return "spread" }

// uniform demands values that are the same in all lanes.
func (b *builder) uniform(why string, vs ...val) {
	if b.lanes == nil {
		return
	}
	for _, v := range vs {
		if isVector(v) {
			b.noLanes(why)
		}
	}
}

func (b *builder) vectorOf(t types.Type) *types.VectorType {
	return types.NewVector(uint64(b.lanes.width), t)
}

// like is a type, or vectors of it where v is a vector.
func (b *builder) like(v val, t types.Type) types.Type {
	if isVector(v) {
		return b.vectorOf(t)
	}
	return t
}

// splat is a vector with a value in all lanes.
func (b *builder) splat(v val) val { return b.Body.Splat(v, uint64(b.lanes.width)) }

// match makes both of two operands vectors if one is.
func (b *builder) match(x, y val) (val, val) {
	if b.lanes == nil || isVector(x) == isVector(y) {
		return x, y
	}
	return b.splat(x), b.splat(y)
}

// carried are the values that a loop in an iteration begins with: Reals that it carries vary.
func (b *builder) carried(init []val) []val {
	if b.lanes == nil || b.lanes.top == nil {
		return init
	}
	out := make([]val, len(init))
	for k, v := range init {
		if out[k] = v; v.Type().Equal(types.Double) {
			out[k] = b.splat(v)
		}
	}
	return out
}

// enterLoop notes that a loop begins, in a block of its own; leave that it ends.
func (b *builder) enterLoop(lo, hi, iterations val, head *ir.Block) (leave func()) {
	l := b.lanes
	if l == nil {
		return func() {}
	}
	if l.top == nil {
		l.top = b.Cur
		return func() {}
	}
	pre := b.Block("pre")
	b.Jump(pre)
	b.Use(pre)
	l.loops = append(l.loops, &laneLoop{commutes: l.kind, lo: lo, hi: hi, iterations: iterations, pre: pre, head: head, names: b.Names})
	l.nests = l.nests || !l.kind || len(l.loops) > 1
	l.ordered = l.ordered || !l.kind
	l.deep = l.deep || len(l.loops) > 1
	l.kind = false
	return func() {
		o := l.loops[len(l.loops)-1]
		l.loops = l.loops[:len(l.loops)-1]
		b.endSums(o)
	}
}

// numberLoop notes what counts the iterations of the loop at hand.
func (b *builder) numberLoop(i val) {
	if l := b.lanes; l != nil && len(l.loops) > 0 {
		l.loops[len(l.loops)-1].index = i
	}
}

// countDown notes what goes down as the iterations of the loop at hand go up.
func (b *builder) countDown(i val) {
	if o := b.innermostLane(); o != nil {
		o.down = i
	}
}

// matchBranches does so for the values of two branches, at the end of each.
func (b *builder) matchBranches(xs []val, yes *ir.Block, ys []val, no *ir.Block, i int) {
	if b.lanes == nil || xs[i].Type().Equal(ys[i].Type()) {
		return
	}
	join := b.Cur
	b.Cur = yes
	x := b.as(xs[i], b.wider(xs[i], ys[i]))
	b.Cur = no
	y := b.as(ys[i], b.wider(xs[i], ys[i]))
	xs[i], ys[i] = x, y
	b.Cur = join
}

// wider is the type of the one that varies.
func (b *builder) wider(x, y val) types.Type {
	if isVector(x) {
		return x.Type()
	}
	return y.Type()
}

// inLanes says that an array has W doubles for each element.
func (b *builder) inLanes(p val) bool {
	_, ok := p.Type().(*types.PointerType).ElemType.(*types.VectorType)
	return ok
}

// lane is the value in a lane.
func (b *builder) lane(v val, k int) val {
	if !isVector(v) {
		return v
	}
	if s, ok := v.(*spread); ok {
		return s.in[k]
	}
	if c, ok := b.lanes.from[v]; ok {
		if c.step() != 1 {
			b.Size++
			return b.Cur.NewAdd(c.first, ll.Int(int64(k)*c.step()))
		}
		return b.Add(c.first, ll.Int(k))
	}
	b.Size++
	return b.Cur.NewExtractElement(v, ll.I32(int64(k)))
}

// eachLane computes a vector lane by lane.
func (b *builder) eachLane(t types.Type, f func(k int) val) val {
	var out val = constant.NewUndef(b.vectorOf(t))
	for k := range b.lanes.width {
		b.Size++
		out = b.Cur.NewInsertElement(out, f(k), ll.I32(int64(k)))
	}
	return out
}

// addLanes is the sum of the lanes: of what is uniform, W times it.
func (b *builder) addLanes(x val) val {
	t := x.Type()
	if !isVector(x) {
		if t.Equal(types.Double) {
			return b.fmul(x, real(float64(b.lanes.width)))
		}
		return b.Cur.NewMul(x, ll.Int(b.lanes.width))
	}
	b.Size += 8
	if x.Type().(*types.VectorType).ElemType.Equal(types.Double) {
		f := b.Runtime.WithoutEffects("llvm.vector.reduce.fadd.v"+strconv.Itoa(b.lanes.width)+"f64", types.Double, types.Double, t)
		c := b.Cur.NewCall(f, real(0), x)
		c.FastMathFlags = b.reorder()
		return c
	}
	f := b.Runtime.WithoutEffects("llvm.vector.reduce.add.v"+strconv.Itoa(b.lanes.width)+"i64", types.I64, t)
	return b.Cur.NewCall(f, x)
}

// typeIn is the type of a leaf of what an iteration makes.
func (b *builder) typeIn(l abi.Leaf) types.Type {
	if b.lanes != nil {
		switch l {
		case abi.RealLeaf:
			return b.vectorOf(types.Double)
		case abi.RealsLeaf:
			return types.NewPointer(b.vectorOf(types.Double))
		}
	}
	return l.Type()
}

// wordsOf is how many words a leaf of what an iteration makes takes in memory.
func (b *builder) wordsOf(l abi.Leaf) int {
	if b.lanes != nil && l == abi.RealLeaf {
		return b.lanes.width
	}
	return 1
}

// as makes a value one of a type that it may have in lanes.
func (b *builder) as(v val, t types.Type) val {
	if b.lanes == nil || v.Type().Equal(t) {
		return v
	}
	if vt, ok := t.(*types.VectorType); ok && vt.ElemType.Equal(v.Type()) {
		return b.splat(v)
	}
	b.noLanes("a value varies that has to be uniform")
	return nil
}

// stackFamilies are those that only all lanes together may call.
var stackFamilies = map[string]bool{"empty": true, "push": true, "pop": true, "drained": true}

// laneFamilies are the functions with types in braces that iterations in lanes may call.
var laneFamilies = map[string]bool{
	"stop": true, "retype": true, "zeros": true, "blank": true, "swap": true, "zip": true, "unzip": true,
	"empty": true, "unreachable": true, "push": true, "pop": true, "drained": true,
}

// A consecutive vector is x, x+1, …; x is the number of the iteration in the first
// lane, and more that does not depend on the iteration. One in steps is x, x+s, ….
type consecutive struct {
	first val
	base  val   // from outside of the loop; nil if there is none
	plus  int64 // likewise a constant
	other bool  // more is something else
	steps int64 // s; 0 stands for 1
}

// step is the distance of neighbours.
func (c consecutive) step() int64 {
	if c.steps == 0 {
		return 1
	}
	return c.steps
}

// maxStep bounds the distance of neighbours, as nothing must overflow.
const maxLaneStep = 1 << 20

// scale notes what multiplying a consecutive vector by a constant gives.
func (b *builder) scale(v, x, y val) val {
	k, known := y.(ll.Int)
	if b.lanes == nil || !known {
		return v
	}
	c, ok := b.lanes.from[x]
	if step := c.step() * int64(k); ok && k != 0 && -maxLaneStep <= k && k <= maxLaneStep && -maxLaneStep <= step && step <= maxLaneStep {
		b.lanes.from[v] = consecutive{first: b.imul(c.first, y), other: true, steps: step}
	}
	return v
}

// reflect notes what subtracting a consecutive vector from a uniform number gives.
func (b *builder) reflect(v, x, y val) val {
	if b.lanes == nil || isVector(x) {
		return v
	}
	if c, ok := b.lanes.from[y]; ok {
		b.lanes.from[v] = consecutive{first: b.isub(x, c.first), other: true, steps: -c.step()}
	}
	return v
}

// maxPlus bounds what is added to the number of an iteration, so that nothing overflows.
const maxPlus = 1 << 31

// shift notes what adding a uniform number to a consecutive vector gives.
func (b *builder) shift(v, x, y val, sign int64, op func(x, y val) val) val {
	if b.lanes == nil || !isVector(v) || isVector(y) {
		return v
	}
	c, ok := b.lanes.from[x]
	if !ok {
		return v
	}
	c.first = op(c.first, y)
	k, known := y.(ll.Int)
	switch {
	case known && -maxPlus < k && k < maxPlus && -maxPlus < c.plus && c.plus < maxPlus:
		c.plus += sign * int64(k)
	case sign > 0 && c.base == nil && b.before(y):
		c.base = y
	default:
		c.other = true
	}
	b.lanes.from[v] = c
	return v
}

// A laneCheck is the check that all iterations i have 0 ≤ i + base + plus < n.
type laneCheck struct {
	consecutive
	n val
}

// checkLanes is the check that an index that varies is in range.
func (b *builder) checkLanes(i, n val) {
	c, ok := b.lanes.from[i]
	switch {
	case ok && !c.other && c.steps == 0 && (c.base != nil || c.plus >= 0) && b.before(n):
		b.lanes.checks = append(b.lanes.checks, laneCheck{c, n})
	case ok:
		// What grows evenly is in range if its ends are.
		last := b.Cur.NewAdd(c.first, ll.Int(int64(b.lanes.width-1)*c.step()))
		b.leaveUnless(b.Cur.NewAnd(b.ICmp(enum.IPredULT, c.first, n), b.ICmp(enum.IPredULT, last, n)))
	case madeInLanes(i) && b.single == nil:
		// To compare its lanes takes less time than to make a vector of them.
		all := b.ICmp(enum.IPredULT, b.lane(i, 0), b.lane(n, 0))
		for k := 1; k < b.lanes.width; k++ {
			b.Size++
			all = b.Cur.NewAnd(all, b.ICmp(enum.IPredULT, b.lane(i, k), b.lane(n, k)))
		}
		b.leaveUnless(all)
	default:
		b.leaveUnless(b.ICmp(enum.IPredULT, i, n))
	}
	b.below(i, n)
}

// madeInLanes says that the lanes of a vector were computed one by one.
func madeInLanes(v val) bool {
	switch v.(type) {
	case *spread, *ir.InstInsertElement:
		return true
	}
	return false
}

// mathLanes computes a function in all lanes.
func (b *builder) mathLanes(symbol, name string, in []val) val {
	if b.opts.Vector.Names[name] {
		for _, v := range b.opts.Vector.Variants {
			if v.Lanes != b.laneWidth() {
				continue
			}
			f := b.declareVector(variantSymbol(v, name, len(in)), v.Lanes, len(in))
			args := make([]val, len(in))
			for i, x := range in {
				args[i] = b.splat(x)
			}
			return b.inHalves(v.Lanes, args, func(args []val) val {
				b.Size++
				return b.Cur.NewCall(f, args...)
			})
		}
	}
	switch name {
	case "sqrt", "fabs", "floor":
		t := b.vectorOf(types.Double)
		f := b.Runtime.WithoutEffects("llvm."+name+".v"+strconv.Itoa(b.lanes.width)+"f64", t, t)
		b.Size++
		return b.Cur.NewCall(f, in[0])
	}
	return b.eachLane(types.Double, func(k int) val {
		args := make([]val, len(in))
		for i, x := range in {
			args[i] = b.lane(x, k)
		}
		return b.call(b.Runtime.Math(symbol, args), args...)
	})
}
