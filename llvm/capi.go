package llvm

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/quote"
	"procad/prim"
	"procad/proc"
)

// maxCParams is how many parameters a function for C may have.
const maxCParams = 120

// A cParam is a parameter of a function for C: a leaf that goes in, or the
// place for one that comes out.
type cParam struct {
	name  string
	leaf  leaf
	truth bool // a Bool, or an array of Bools, also where these are components of tuples
	word  int
	of    int     // the parameter, or the part of the result, that it is of
	array *extent // of a buffer, else nil
	size  bool    // a dimension of an array
	sides []side  // where it is there
}

// cParams lists the parameters that an entry has in C. Those that come out
// begin at index outs.
func (m *module) cParams(e Entry, d *proc.Def) (list []cParam, outs int, err error) {
	names := cNames{"error": true, "workspace": true}
	face := faceOf(e, d)
	number := func(from, of int) {
		for i := from; i < len(list); i++ {
			list[i].of = of
		}
	}
	for k, p := range face.Params {
		parts, err := m.places(d, p)
		if err != nil {
			return nil, 0, err
		}
		begin := len(list)
		for i, part := range parts {
			m.cLeaves(&list, names, partUnder(p.Name, i, len(parts)), part.Type, part.at, nil)
		}
		number(begin, k)
	}
	outs = len(list)
	word := 0
	for i, r := range e.results(d) {
		begin := len(list)
		m.cLeaves(&list, names, r.Name, r.Type, word, nil)
		number(begin, i)
		word += m.width(r.Type)
	}
	if len(list) > maxCParams && !m.opts.Words {
		return nil, 0, errorf("%s would have %d parameters in C, more than %d", e.Func.Given(), len(list), maxCParams)
	}
	return list, outs, nil
}

func partUnder(name string, i, n int) string {
	if n == 1 {
		return name
	}
	return fmt.Sprintf("%s_%d", name, i)
}

// cLeaves appends the leaves of a value that begins at a word, and is there for
// the given sides of sums.
func (m *module) cLeaves(list *[]cParam, names cNames, name string, t proc.Type, word int, sides []side) {
	add := func(name string, l leaf, truth bool) {
		*list = append(*list, cParam{name: names.name(name), leaf: l, truth: truth, word: word, sides: sides})
		word++
	}
	switch t := t.(type) {
	case proc.RealType:
		add(name, realLeaf, false)
	case proc.IntType:
		add(name, intLeaf, false)
	case *proc.TupleType:
		for i, e := range t.Elems {
			m.cLeaves(list, names, partUnder(name, i, len(t.Elems)), e, word, sides)
			word += m.width(e)
		}
	case *proc.SumType:
		if t == proc.Bool {
			add(name, tagLeaf, true)
			return
		}
		left, right := side{word, false}, side{word, true}
		add(name+"_tag", tagLeaf, false)
		sides = sides[:len(sides):len(sides)]
		m.cLeaves(list, names, name+"_inl", t.L, word, append(sides, left))
		m.cLeaves(list, names, name+"_inr", t.R, word+m.width(t.L), append(sides, right))
	case *proc.ArrayType:
		elem, bools := m.leavesOf(t.Elem), truths(t.Elem)
		array := &extent{sides: sides}
		for k := range t.Rank {
			array.dims = append(array.dims, word+len(elem)+k)
		}
		for i, l := range elem {
			add(partUnder(name, i, len(elem)), l.buffer(), bools[i])
			(*list)[len(*list)-1].array = array
		}
		for k := range t.Rank {
			add(fmt.Sprintf("%s_size%d", name, k), intLeaf, false)
			(*list)[len(*list)-1].size = true
		}
	}
}

// cNames are the names of the parameters of a function for C.
type cNames map[string]bool

// name is a name for C that no other parameter has.
func (n cNames) name(base string) string {
	name := quote.CName(base)
	for k := 2; n[name]; k++ {
		name = fmt.Sprintf("%s_%d", quote.CName(base), k)
	}
	n[name] = true
	return name
}

// A role is what a parameter is for.
type role int

const (
	argumentRole role = iota // a value, or an array that is read
	placeRole                // where a leaf of the result goes, of an array the address of its buffer
	bufferRole               // of a result: the caller's buffer of an array, or a dimension that this has
)

// roles are those of the parameters of an entry: with a caller's buffers, or places for those
// that a call has made.
func roles(list []cParam, outs int, into bool) []role {
	all := make([]role, len(list))
	for i, p := range list[outs:] {
		all[outs+i] = placeRole
		if into && (p.array != nil || p.size) {
			all[outs+i] = bufferRole
		}
	}
	return all
}

// cType is how a parameter is declared.
func (p cParam) cType(r role) string {
	t := [...]string{"double ", "int64_t ", "int8_t ", "double *", "int64_t *", "int8_t *"}[p.leaf]
	if p.truth {
		t = strings.Replace(t, "int8_t", "bool", 1)
	}
	if p.leaf.isPointer() && r == argumentRole {
		t = "const " + t
	}
	if r == placeRole {
		t += "*"
	}
	return t
}

// llType is the same in LLVM; bool is a byte in memory.
func (p cParam) llType(r role) types.Type {
	t := p.leaf.llType()
	if p.isTag() || p.leaf == tagLeaf && r == placeRole {
		t = types.I8
	}
	if r == placeRole {
		return types.NewPointer(t)
	}
	return t
}

// exportC writes the functions that C calls:
//
//	int SYMBOL(leaves of the parameters, places for the leaves of the result, pc_workspace *workspace, pc_error *error)
//
// and, where there are arrays in the result, SYMBOL_into, which has their buffers and
// dimensions in place of places for them.
func (m *module) exportC(e Entry, n *node, entry *ir.Func) error {
	list, outs, err := m.cParams(e, n.def)
	if err != nil {
		return err
	}
	entry = m.cEntry(e, n, entry, list, outs)
	m.exportLeaves(e.Symbol, e, n, &exported{entry: entry, list: list, outs: outs, roles: roles(list, outs, false)})
	if !anyArray(list[outs:]) {
		return nil
	}
	if err := m.checkSymbol(intoSymbol(e)); err != nil {
		return err
	}
	entry = m.intoEntry(e, n, entry, list[outs:])
	m.exportLeaves(intoSymbol(e), e, n, &exported{entry: entry, list: list, outs: outs, roles: roles(list, outs, true)})
	return nil
}

func anyArray(list []cParam) bool {
	return slices.ContainsFunc(list, func(p cParam) bool { return p.array != nil })
}

// intoSymbol is what the function is called that fills a caller's buffers.
func intoSymbol(e Entry) string { return e.Symbol + "_into" }

// exportLeaves writes a function whose parameters are the leaves.
func (m *module) exportLeaves(symbol string, e Entry, n *node, x *exported) {
	params := make([]*ir.Param, len(x.list), len(x.list)+2)
	for i, p := range x.list {
		params[i] = ir.NewParam(p.name, p.llType(x.roles[i]))
		if p.leaf == tagLeaf && i < x.outs {
			ext := enum.ParamAttrSignExt
			if p.truth {
				ext = enum.ParamAttrZeroExt
			}
			params[i].Attrs = append(params[i].Attrs, ext)
		}
	}
	x.workspace, x.fault = ir.NewParam("workspace", bytePtr), ir.NewParam("error", bytePtr)
	x.fn = ir.NewFunc(symbol, types.I32, append(params, x.workspace, x.fault)...)
	x.take = func(b *builder, i int, in val) {
		p, v := x.list[i], val(params[i])
		switch {
		case x.roles[i] == bufferRole:
			in = b.gep(in, intConst(m.inWords(n.def)))
		case p.leaf == tagLeaf && p.truth:
			v = b.not(v)
		case p.leaf == tagLeaf:
			b.cur.NewStore(v, b.wordAt(in, intConst(p.word), tagLeaf))
			return
		}
		b.storeWord(v, in, intConst(p.word), p.leaf)
	}
	x.give = func(b *builder, i int, v val) { b.give(v, params[i], x.workspace) }
	m.exportAs(e, n, x)
}

// An exported is the function of an entry that callers outside call: it takes arguments
// into the words of the entry, and gives the results, each of which is in the list. If it
// writes into buffers, these follow the arguments, at the words that the result has them at.
type exported struct {
	fn, entry        *ir.Func
	list             []cParam
	outs             int
	roles            []role
	workspace, fault *ir.Param
	take             func(b *builder, i int, in val)
	give             func(b *builder, i int, v val)
}

// exportAs writes the body of an exported function.
func (m *module) exportAs(e Entry, n *node, x *exported) {
	b := m.newBuilder(x.fn, nil)
	m.forOldest(x.fn)
	unready := b.call(m.rt.ready(), x.fault)
	refuse, ready := b.block("refuse"), b.block("ready")
	b.branch(b.icmp(enum.IPredEQ, unready, i32(0)), ready, refuse)
	b.use(refuse)
	b.cur.NewRet(unready)
	b.use(ready)
	words, width, flags := m.inWords(n.def), m.width(n.def.Out.Type), m.callFlags()|checksFlag
	if slices.Contains(x.roles, bufferRole) {
		words, flags = words+width, flags|intoFlag
	}
	in, out := b.alloca(types.I64, max(1, words)), b.alloca(types.I64, max(1, width))
	for i := range x.list {
		if i < x.outs || x.roles[i] == bufferRole {
			x.take(b, i, in)
		}
	}
	call := m.rt.call("pc_call", x.entry)
	if e.Pass != NoPass {
		call = m.rt.call([]string{ForwardPass: "pc_forward", ReversePass: "pc_reverse"}[e.Pass], x.entry)
	}
	kind := b.call(call, x.entry, in, out, x.workspace, x.fault, m.pointerTo(m.opts.File), i32(flags), intConst(e.limit()))
	b.when(b.icmp(enum.IPredEQ, kind, i32(0)), func() {
		for i := x.outs; i < len(x.list); i++ {
			if x.roles[i] == placeRole {
				x.give(b, i, b.result(x.list[i], out))
			}
		}
	})
	b.cur.NewRet(kind)
	b.finish()
	m.print(x.fn)
}

// result is a leaf of a result as C has it: 0 or null on a side where a sum is not.
func (b *builder) result(p cParam, words val) val {
	v := b.loadWord(words, intConst(p.word), p.leaf)
	if p.leaf == tagLeaf {
		if p.truth {
			v = b.not(v)
		}
		v = b.cur.NewZExt(v, types.I8)
	}
	if len(p.sides) == 0 {
		return v
	}
	return b.cur.NewSelect(b.there(p.sides, words), v, constant.NewZeroInitializer(v.Type()))
}

// give writes a result to its place. Where that is null nobody gets the result, and a
// buffer goes.
func (b *builder) give(v val, place, workspace *ir.Param) {
	null := constant.NewNull(place.Type().(*types.PointerType))
	wanted := b.icmp(enum.IPredNE, place, null)
	b.when(wanted, func() { b.cur.NewStore(v, place) })
	if _, ok := v.Type().(*types.PointerType); ok {
		b.when(b.not(wanted), func() { b.call(b.rt.drop(), workspace, b.bytesOf(v)) })
	}
}

// drop is pc_drop.
func (r *runtime) drop() *ir.Func { return r.once("pc_drop", types.Void, bytePtr, bytePtr) }

// forOldest lets a function run on every CPU of the family.
func (m *module) forOldest(f *ir.Func) {
	if m.opts.Oldest != "" {
		f.FuncAttrs = append(f.FuncAttrs, ir.AttrPair{Key: "target-cpu", Value: m.opts.Oldest}, ir.AttrPair{Key: "target-features", Value: ""})
	}
}

// ready is pc_ready: whether the CPU has what the code needs.
func (r *runtime) ready() *ir.Func { return r.once("pc_ready", types.I32, bytePtr) }

// call is pc_call, pc_forward or pc_reverse, for entries.
func (r *runtime) call(name string, entry *ir.Func) *ir.Func {
	if f, ok := r.byName[name]; ok {
		return f
	}
	return r.declare(name, types.I32, entry.Type(), wordPtr, wordPtr, bytePtr, bytePtr, bytePtr, types.I32, types.I64)
}

// Header is the text of a C header for the entries, compiled for a machine.
func Header(lookup Lookup, entries []Entry, machine *Machine) (text string, err error) {
	m := newModule(nil, lookup, Options{})
	defer recoverEmit(&err)
	var body strings.Builder
	into := ""
	for _, e := range entries {
		arrays, err := m.declaration(&body, e)
		if err != nil {
			return "", err
		}
		if arrays {
			into = headerInto
		}
	}
	var b strings.Builder
	guard := headerGuard(entries, body.String())
	fmt.Fprintf(&b, "#ifndef %s\n#define %[1]s\n\n#include <stdbool.h>\n\n", guard)
	b.WriteString(source("error.h"))
	passes := ""
	if slices.ContainsFunc(entries, func(e Entry) bool { return e.Pass != NoPass }) {
		passes = headerPasses
	}
	fmt.Fprintf(&b, headerIntro, kinds(), into, passes, compiledFor(machine))
	b.WriteString(body.String())
	b.WriteString("#ifdef __cplusplus\n}\n#endif\n\n#endif\n")
	return b.String(), nil
}

// headerGuard is the macro of a header: those of headers that declare something else differ.
func headerGuard(entries []Entry, declarations string) string {
	name := "ENTRIES"
	if len(entries) > 0 {
		name = strings.ToUpper(entries[0].Symbol)
	}
	sum := sha256.Sum256([]byte(declarations))
	return fmt.Sprintf("PROCAD_%s_%X_H", name, sum[:4])
}

// declaration writes the declarations of an entry in C, and says whether there are arrays in
// its result.
func (m *module) declaration(b *strings.Builder, e Entry) (arrays bool, err error) {
	n, err := m.node(e.Func)
	if err != nil {
		return false, err
	}
	if n == nil {
		return false, errorf("no definition is called %s", e.Func.Given())
	}
	list, outs, err := m.cParams(e, n.def)
	if err != nil {
		return false, err
	}
	comment := describeFace(faceOf(e, n.def), cmp.Or(e.Name, e.Func.Given()), e.results(n.def))
	if e.Memory != 0 {
		comment += fmt.Sprintf(", with at most %d bytes of memory", e.Memory)
	}
	b.WriteString(quote.CComment(comment) + "\n")
	declare(b, e.Symbol, list, roles(list, outs, false))
	if arrays = anyArray(list[outs:]); arrays {
		declare(b, intoSymbol(e), list, roles(list, outs, true))
	}
	b.WriteString("\n")
	return arrays, nil
}

// declare writes a declaration.
func declare(b *strings.Builder, symbol string, list []cParam, role []role) {
	line := "int " + symbol + "("
	for i, p := range list {
		word := p.cType(role[i]) + p.name + ","
		if len(line)+len(word) > headerWidth {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = "        "
		}
		line += word + " "
	}
	for _, word := range []string{"pc_workspace *workspace,", "pc_error *error);"} {
		if len(line)+len(word) > headerWidth {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = "        "
		}
		line += word + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// headerWidth is where lines of declarations are broken.
const headerWidth = 100

// kinds lists the numbers and the codes of faults.
func kinds() string {
	var words []string
	for k := prim.FaultKind(1); (&prim.Fault{Kind: k}).Code() != ""; k++ {
		words = append(words, fmt.Sprintf("%d %s", k, (&prim.Fault{Kind: k}).Code()))
	}
	return filled(strings.Join(words, ",\x00"))
}

// compiledFor says what CPU the functions need.
func compiledFor(m *Machine) string {
	text := "The functions are compiled for the CPU " + m.CPU + "."
	if list := m.features(); len(list) > 0 {
		names := make([]string, len(list))
		for i, f := range list {
			names[i] = f.name
		}
		text += fmt.Sprintf(" On one that lacks any of %s, each of them does nothing but return %d.", strings.Join(names, ", "), prim.UnsupportedCPU)
	}
	return filled(strings.ReplaceAll(text, " ", "\x00"))
}

// filled puts words, which zeros part, into lines of a comment.
func filled(text string) string {
	var b strings.Builder
	line := "  "
	for word := range strings.SplitSeq(text, "\x00") {
		if len(line)+1+len(word) > headerWidth-20 {
			b.WriteString(line + "\n")
			line = "  "
		}
		line += " " + word
	}
	return b.String() + line
}

const headerIntro = `
#ifdef __cplusplus
extern "C" {
#endif

/* Each function returns 0, or the kind of what went wrong: then *error says
   more (unless error is null), and the places for the result are as before.
   The kinds are
%s.

   An array is a pointer, row-major, and its dimensions; of an array of tuples
   there is a pointer for each component. It may be null if a dimension is 0.
   Arrays that come in are only read. Arrays that come out are new: free each
   pointer with pc_release. With a workspace they belong to it, and are there until
   its next call: do not free them, nor let them go in there. Calls of one size allocate
   nothing. Calls at once need one each. It may be null. A Bool is a bool, in arrays too. A tag of a sum is
   0 for Inl and 1 for Inr: what is of the other side is not looked at, and in
   a result is 0 or null. A place for a result that is null gets nothing.
%s%s
%s */

#ifndef PC_LIBRARY_H
#define PC_LIBRARY_H

typedef struct pc_workspace pc_workspace;

void pc_release(void *array);
pc_workspace *pc_workspace_new(void); /* null if there is no memory */
void pc_workspace_free(pc_workspace *workspace);

#endif

`

const headerInto = `
   NAME_into is NAME with buffers of the caller for the arrays of its result, to which
   they are copied, and the dimensions that these have: others than those of the result
   are the fault sizes-disagree. A buffer may be an array that comes in, or null, and then
   gets nothing. After a fault buffers are as before, and there is nothing to release.
`

const headerPasses = `
   A forward pass leaves its trace in the workspace, which may not be null, with
   pointers to the arrays that came in: they must stay as they are until the reverse
   pass, which takes the trace. Any other call with the workspace drops the trace, and
   so does pc_workspace_free. The seed may be an array of that workspace. A workspace for each
   trace lets there be several.
`

// describeFace shows an entry as its user wrote it.
func describeFace(face *proc.Interface, name string, results []proc.Param) string {
	parts := make([]string, len(face.Params))
	for i, p := range face.Params {
		parts[i] = p.Name + ": " + p.Written()
	}
	out := make([]string, len(results))
	for i, r := range results {
		out[i] = r.Written()
	}
	result := strings.Join(out, ", ")
	if len(out) > 1 {
		result = "(" + result + ")"
	}
	return fmt.Sprintf("%s(%s): %s", name, strings.Join(parts, ", "), result)
}
