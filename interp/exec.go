package interp

import (
	"math"

	"procad/internal/data"
	"procad/internal/special"
	"procad/prim"
)

// exec runs a code in its frame, whose first slots hold the argument, until
// the result is where retW and retO say.
func (m *Machine) exec(c *code, f *frame) error {
	m.Ops += c.count
	if m.work -= c.count + 1; m.work < 0 || m.watcher != nil && m.Ops > m.most {
		return ErrOps
	}
	w, ins := f.w, c.ins
	for pc := 0; ; pc++ {
		in := &ins[pc]
		switch in.op {
		case opRet:
			return nil
		case opJump:
			pc = int(in.a) - 1
		case opCase:
			if w[in.a] == 0 {
				m.Ops += int64(in.c)
			} else {
				m.Ops += int64(in.d)
				pc = int(in.b) - 1
			}
		case opConst:
			w[in.a] = c.consts[in.b]
		case opCopy:
			w[in.a] = w[in.b]
		case opCopyN:
			copy(w[in.a:in.a+in.c], w[in.b:])
		case opMove:
			from := f.o[in.b : in.b+in.c]
			copy(f.o[in.a:], from)
			clear(from)
		case opFree:
			m.free(f.o[in.a])
			f.o[in.a] = nil

		case opAdd:
			w[in.a] = bits(real(w[in.b]) + real(w[in.c]))
		case opSub:
			w[in.a] = bits(real(w[in.b]) - real(w[in.c]))
		case opMul:
			w[in.a] = bits(real(w[in.b]) * real(w[in.c]))
		case opDiv:
			w[in.a] = bits(real(w[in.b]) / real(w[in.c]))
		case opSMul:
			x, r := real(w[in.b]), 0.0
			if x != 0 {
				r = x * real(w[in.c])
			}
			w[in.a] = bits(r)
		case opSDiv:
			x, r := real(w[in.b]), 0.0
			if x != 0 {
				r = x / real(w[in.c])
			}
			w[in.a] = bits(r)
		case opZMul:
			x, y, r := real(w[in.b]), real(w[in.c]), 0.0
			if x != 0 && y != 0 {
				r = x * y
			}
			w[in.a] = bits(r)
		case opMin:
			w[in.a] = pick(real(w[in.b]) < real(w[in.c]), w[in.b], w[in.c])
		case opMax:
			w[in.a] = pick(real(w[in.b]) > real(w[in.c]), w[in.b], w[in.c])
		case opLt:
			w[in.a] = tag(real(w[in.b]) < real(w[in.c]))
		case opLe:
			w[in.a] = tag(real(w[in.b]) <= real(w[in.c]))
		case opEq:
			w[in.a] = tag(real(w[in.b]) == real(w[in.c]))
		case opNeg:
			w[in.a] = bits(-real(w[in.b]))
		case opAbs:
			w[in.a] = bits(math.Abs(real(w[in.b])))
		case opFloor:
			w[in.a] = bits(math.Floor(real(w[in.b])))
		case opFun1:
			w[in.a] = bits(special.Functions[in.c].One(real(w[in.b])))
		case opFun2:
			w[in.a] = bits(special.Functions[in.d].Two(real(w[in.b]), real(w[in.c])))
		case opPolygamma:
			w[in.a] = bits(polygamma(int64(w[in.b]), real(w[in.c])))
		case opPowi:
			w[in.a] = bits(special.Powi(real(w[in.b]), int64(w[in.c])))
		case opReal:
			w[in.a] = bits(float64(int64(w[in.b])))
		case opInt:
			x := math.Floor(real(w[in.b]))
			if !(x >= -1<<63 && x < 1<<63) {
				return c.locate(pc, &prim.RuntimeError{Kind: prim.IntRange})
			}
			w[in.a] = uint64(int64(x))

		case opIAdd:
			w[in.a] = w[in.b] + w[in.c]
		case opISub:
			w[in.a] = w[in.b] - w[in.c]
		case opIMul:
			w[in.a] = w[in.b] * w[in.c]
		case opIDiv, opIMod:
			if w[in.c] == 0 {
				return c.locate(pc, &prim.RuntimeError{Kind: prim.DivideByZero})
			}
			q, r := divide(int64(w[in.b]), int64(w[in.c]))
			w[in.a] = uint64(q)
			if in.op == opIMod {
				w[in.a] = uint64(r)
			}
		case opIMin:
			w[in.a] = uint64(min(int64(w[in.b]), int64(w[in.c])))
		case opIMax:
			w[in.a] = uint64(max(int64(w[in.b]), int64(w[in.c])))
		case opIAnd:
			w[in.a] = w[in.b] & w[in.c]
		case opIShl:
			w[in.a] = w[in.b] << (w[in.c] & 63)
		case opIShr:
			w[in.a] = uint64(int64(w[in.b]) >> (w[in.c] & 63))
		case opILt:
			w[in.a] = tag(int64(w[in.b]) < int64(w[in.c]))
		case opILe:
			w[in.a] = tag(int64(w[in.b]) <= int64(w[in.c]))
		case opIEq:
			w[in.a] = tag(w[in.b] == w[in.c])
		case opINeg:
			w[in.a] = -w[in.b]
		case opIAbs:
			w[in.a] = pick(int64(w[in.b]) < 0, -w[in.b], w[in.b])

		case opMod1:
			x, err := mod1[in.c].f(w[in.b])
			if err != nil {
				return c.locate(pc, &ModError{Func: mod1[in.c].name, Err: err})
			}
			w[in.a] = x
		case opMod2:
			x, err := mod2[in.d].f(w[in.b], w[in.c])
			if err != nil {
				return c.locate(pc, &ModError{Func: mod2[in.d].name, Err: err})
			}
			w[in.a] = x

		case opGet:
			if in.c == 1 {
				w[in.a] = f.r[in.b].cells[0]
			} else {
				copy(w[in.a:in.a+in.c], f.r[in.b].cells)
			}
		case opRead1:
			r := &f.r[in.b]
			i := w[in.c]
			if i >= uint64(len(r.cells)) {
				return c.locate(pc, indexRuntimeError(i, len(r.cells)))
			}
			w[in.a] = r.cells[i]
		case opRead2:
			r := &f.r[in.b]
			e, err := r.at2(w[in.c], w[in.d])
			if err != nil {
				return c.locate(pc, err)
			}
			w[in.a] = r.cells[e]
		case opAcc:
			cell := &f.r[in.b].cells[0]
			*cell = bits(real(*cell) + real(w[in.a]))
		case opAcc1:
			r := &f.r[in.b]
			i := w[in.c]
			if i >= uint64(len(r.cells)) {
				return c.locate(pc, indexRuntimeError(i, len(r.cells)))
			}
			r.cells[i] = bits(real(r.cells[i]) + real(w[in.a]))
		case opAcc2:
			r := &f.r[in.b]
			e, err := r.at2(w[in.c], w[in.d])
			if err != nil {
				return c.locate(pc, err)
			}
			r.cells[e] = bits(real(r.cells[e]) + real(w[in.a]))
		case opSize:
			w[in.a] = uint64(f.r[in.b].dims[in.c])
		case opRow1:
			r := &f.r[in.b]
			i := w[in.c]
			if i >= uint64(r.dims[0]) {
				return c.locate(pc, indexRuntimeError(i, r.dims[0]))
			}
			f.r[in.a] = r.row(int(i), 1)
		case opChoose:
			if w[in.b] == 0 {
				f.r[in.a] = f.r[in.c]
			} else {
				f.r[in.a] = f.r[in.d]
			}
		case opShare:
			f.r[in.a] = ref{cells: w[in.b : in.b+in.c : in.b+in.c]}
		case opShareObj:
			f.r[in.a] = arrayRef(f.o[in.b].(*data.Array))
		case opDrop:
			f.r[in.a] = ref{}
		case opCount:
			m.counters[in.a]++

		case opCall:
			if err := m.call(f, c.calls[in.a]); err != nil {
				return c.locate(pc, err)
			}
		case opLoop:
			if err := m.loop(f, c.loops[in.a]); err != nil {
				return c.locate(pc, err)
			}
		case opExt:
			if err := c.ext[in.a](m, f); err != nil {
				return c.locate(pc, err)
			}
		}
	}
}

// at2 is at for two indices.
func (r *ref) at2(i, j uint64) (uint64, error) {
	rows, cols := uint64(r.dims[0]), uint64(r.dims[1])
	if i >= rows {
		return 0, indexRuntimeError(i, int(rows))
	}
	if j >= cols {
		return 0, indexRuntimeError(j, int(cols))
	}
	return i*cols + j, nil
}

func real(w uint64) float64 { return math.Float64frombits(w) }
func bits(x float64) uint64 { return math.Float64bits(x) }

// tag is the tag of a Bool: true is Inl.
func tag(b bool) uint64 {
	if b {
		return 0
	}
	return 1
}

func pick(b bool, x, y uint64) uint64 {
	if b {
		return x
	}
	return y
}

// divide rounds towards -inf; both results wrap.
func divide(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r != 0 && (r < 0) != (b < 0) {
		q, r = q-1, r+b
	}
	return q, r
}
