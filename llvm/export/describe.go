package export

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"

	written "procad/internal/form"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// describe makes the pc_program of an entry, by which the main function of the
// runtime knows it (toolchain/runtime/value.h).
func (m *Exporter) describe(e abi.Entry, def *proc.Def, entry *ir.Func, counters Counters) error {
	params, err := m.paramsText(e, def)
	if err != nil {
		return err
	}
	ts, fs := valuesOf(e, def)
	fields := []constant.Constant{
		m.PointerTo(e.Symbol), m.Files(), m.PointerTo(params), m.TypeTable(ts), m.FormTable(fs),
		m.PointerTo(strings.Join(resultNames(e), ", ")), entry,
		ll.Int(m.InWords(def)), ll.Int(m.Width(def.Out.Type)), ll.Int(m.callFlags(e)), ll.Int(e.Limit()),
		ll.Int(counters.Number), counters.First,
	}
	list := make([]types.Type, len(fields))
	for i, f := range fields {
		list[i] = f.Type()
	}
	m.programs = append(m.programs, constant.NewStruct(types.NewStruct(list...), fields...))
	return nil
}

// valuesOf are the types of the parameters and of the result as their user wrote them, whose leaves are those of
// the type of the procedure, and what the program calls their parts.
func valuesOf(e abi.Entry, d *proc.Def) (ts []proc.Type, fs []*written.Form) {
	face := e.Interface(d)
	for _, p := range face.Params {
		ts, fs = append(ts, p.Type), append(fs, p.Form)
	}
	result := face.Written.Form
	switch len(e.Results) {
	case 0:
	case 1:
		result = e.Results[0].Form
	default:
		result = &written.Form{}
		for i, r := range e.Results {
			if f := r.Form; i == 0 {
				result.Parts = append(result.Parts, f) // the value
			} else {
				result.Parts = append(result.Parts, f.Tangent())
			}
		}
	}
	return append(ts, cmp.Or[proc.Type](face.Result, d.Out.Type)), append(fs, result)
}

// Flags of a call: PC_FLUSH, PC_INTO, PC_CHECKS and PC_REPEATS of the runtime.
const (
	flushFlag   = 1
	intoFlag    = 2
	checksFlag  = 4
	repeatsFlag = 8
)

// callFlags says how the runtime calls an entry.
func (m *Exporter) callFlags(e abi.Entry) (flags int64) {
	if m.opts.Flush {
		flags |= flushFlag
	}
	if m.opts.Repeats(e) {
		flags |= repeatsFlag
	}
	return flags
}

// ListPrograms writes the list of all entries of an executable.
func (m *Exporter) ListPrograms() {
	if len(m.programs) == 0 {
		return
	}
	list := make([]constant.Constant, len(m.programs))
	for i, p := range m.programs {
		list[i] = p
	}
	g := ir.NewGlobalDef("pc_programs", constant.NewArray(nil, list...))
	g.Immutable = true
	n := ir.NewGlobalDef("pc_program_count", ll.Int(len(list)))
	n.Immutable = true
	m.AddGlobal(g)
	m.AddGlobal(n)
}

// resultNames are the names of the parts of the result.
func resultNames(e abi.Entry) []string {
	names := make([]string, len(e.Results))
	for i, r := range e.Results {
		names[i] = r.Name
	}
	return names
}

func (m *Exporter) paramsText(e abi.Entry, d *proc.Def) (string, error) {
	var b strings.Builder
	face := e.Interface(d)
	fmt.Fprintf(&b, "%d", len(face.Params))
	for _, p := range face.Params {
		parts, err := m.Places(d, p)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n%s", p.Name)
		fmt.Fprintf(&b, " %d", len(parts))
		for _, part := range parts {
			fmt.Fprintf(&b, " %d %d %d", part.At, m.Width(part.Type), len(part.Sizes))
			for _, s := range part.Sizes {
				if s == "" {
					s = "_"
				}
				b.WriteString(" " + s)
			}
		}
	}
	return b.String(), nil
}
