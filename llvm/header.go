package llvm

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"procad/internal/quote"
	"procad/prim"
	"procad/proc"
)

// Header is the text of a C header for the entries, compiled for a machine. Batch is as in Options.
func Header(lookup Lookup, entries []Entry, machine *Machine, batch bool) (text string, err error) {
	m := newModule(nil, lookup, Options{Batch: batch})
	defer recoverEmit(&err)
	var body strings.Builder
	into := ""
	m.structs.reserve(entries)
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
	if batch && slices.ContainsFunc(entries, func(e Entry) bool { return e.Pass == NoPass }) {
		passes += headerBatch
	}
	example, err := m.example(entries)
	if err != nil {
		return "", err
	}
	structs := ""
	if len(m.structs.list) > 0 {
		structs = headerStructs
	}
	fmt.Fprintf(&b, headerIntro, kinds(), structs, into, passes, example, compiledFor(machine))
	b.WriteString(m.structs.text())
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
	if e.Comment != "" && e.Kind == "value" {
		for line := range strings.SplitSeq(e.Comment, "\n") {
			b.WriteString(quote.CComment(line) + "\n")
		}
	}
	declare(b, e.Symbol, declared(cArgs(list, roles(list, outs, false))))
	if arrays = anyArray(list[outs:]); arrays {
		declare(b, intoSymbol(e), declared(cArgs(list, roles(list, outs, true))))
	}
	if m.opts.Batch && e.Pass == NoPass {
		declare(b, batchSymbol(e), append(append([]string{"int64_t count,"}, declared(batchArgs(cArgs(list, roles(list, outs, arrays))))...), "int64_t *done,"))
	}
	b.WriteString("\n")
	return arrays, nil
}

// declared are the declarations of arguments.
func declared[T interface {
	cType() string
	called() string
}](args []T) (words []string) {
	for _, a := range args {
		words = append(words, a.cType()+a.called()+",")
	}
	return words
}

// declare writes a declaration.
func declare(b *strings.Builder, symbol string, words []string) {
	line := "int " + symbol + "("
	for _, word := range append(words, "pc_workspace *workspace,", "pc_error *error);") {
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

// kinds lists the numbers and the codes of run-time errors.
func kinds() string {
	var words []string
	for k := prim.RuntimeErrorKind(1); (&prim.RuntimeError{Kind: k}).Code() != ""; k++ {
		words = append(words, fmt.Sprintf("%d %s", k, (&prim.RuntimeError{Kind: k}).Code()))
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
%s%s%s%s
%s */

#ifndef PC_LIBRARY_H
#define PC_LIBRARY_H

typedef struct pc_workspace pc_workspace;

void pc_release(void *array);
pc_workspace *pc_workspace_new(void); /* null if there is no memory */
void pc_workspace_free(pc_workspace *workspace);

#endif

`

const headerStructs = `
   A record is a struct with its fields, a declared sum one with a tag and a field for what
   each constructor carries: what is of others is not looked at, and in a result is 0 or null.
   An array in a struct is a pointer and its dimensions. A struct NAME_array is an array of
   NAME: a pointer for each leaf of its elements, with 0 in after_C for constructor C and 1 for a later
   one. A value of a recursive type is the number of a node, and such arrays of all nodes. Tangents have the structs of their values; what in
   these is not Real is not looked at, and in a result is 0 or null.
`

const headerInto = `
   NAME_into is NAME with buffers of the caller for the arrays of its result, to which
   they are copied, and the dimensions that these have: others than those of the result
   are the run-time error sizes-disagree. A buffer may be an array that comes in, or null, and then
   gets nothing. After a run-time error buffers are as before, and there is nothing to release.
`

const headerBatch = `
   NAME_batch is NAME (or NAME_into, if there is one) for count problems. A number or a struct that comes in is an
   array of them, an array one with a dimension more in front; NAME_count is how many there are, one
   for each problem, or 1, which goes to all. Results are in arrays of the caller with count elements, arrays with
   a dimension more in front. The problems are solved in order. *done is how many are; done may be null.
   After a run-time error of one, those before it are done, and *error says what is wrong with it.
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
