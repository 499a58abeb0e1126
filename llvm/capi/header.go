package capi

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"procad/internal/quote"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/toolchain"
	"procad/prim"
	"procad/proc"
)

// Header is the text of a C header for the entries, compiled for a machine. Batch is as in Options.
func Header(lookup abi.Lookup, entries []abi.Entry, machine *toolchain.Machine, batch bool) (text string, err error) {
	l := NewLibrary(abi.NewLayouts(), Options{Batch: batch})
	defer abort.Catch(&err)
	var body strings.Builder
	into := ""
	l.structs.reserve(entries)
	for _, e := range entries {
		arrays, err := l.declaration(&body, lookup, e)
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
	b.WriteString(toolchain.RuntimeFile("error.h"))
	passes := ""
	if slices.ContainsFunc(entries, func(e abi.Entry) bool { return e.Pass != abi.NoPass }) {
		passes = headerPasses
	}
	if batch && slices.ContainsFunc(entries, func(e abi.Entry) bool { return e.Pass == abi.NoPass }) {
		passes += headerBatch
	}
	example, err := l.example(lookup, entries)
	if err != nil {
		return "", err
	}
	structs := ""
	if len(l.structs.list) > 0 {
		structs = headerStructs
	}
	fmt.Fprintf(&b, headerIntro, kinds(), structs, into, passes, example, compiledFor(machine))
	b.WriteString(l.structs.text())
	b.WriteString(body.String())
	b.WriteString("#ifdef __cplusplus\n}\n#endif\n\n#endif\n")
	return b.String(), nil
}

// headerGuard is the macro of a header: those of headers that declare something else differ.
func headerGuard(entries []abi.Entry, declarations string) string {
	name := "ENTRIES"
	if len(entries) > 0 {
		name = strings.ToUpper(entries[0].Symbol)
	}
	sum := sha256.Sum256([]byte(declarations))
	return fmt.Sprintf("PROCAD_%s_%X_H", name, sum[:4])
}

// declaration writes the declarations of an entry in C, and says whether there are arrays in
// its result.
func (l *Library) declaration(b *strings.Builder, lookup abi.Lookup, e abi.Entry) (arrays bool, err error) {
	d, err := definitionOf(lookup, e)
	if err != nil {
		return false, err
	}
	f, err := l.Function(e, d)
	if err != nil {
		return false, err
	}
	comment := describeFace(e.Interface(d), cmp.Or(e.Name, e.Func.Given()), e.ResultParts(d))
	if e.Memory != 0 {
		comment += fmt.Sprintf(", with at most %d bytes of memory", e.Memory)
	}
	b.WriteString(quote.CComment(comment) + "\n")
	if e.Comment != "" && e.Kind == "value" {
		for line := range strings.SplitSeq(e.Comment, "\n") {
			b.WriteString(quote.CComment(line) + "\n")
		}
	}
	declare(b, e.Symbol, declared(f.Args(false)))
	if arrays = f.GivesArrays(); arrays {
		declare(b, f.IntoName(), declared(f.Args(true)))
	}
	if l.Options.Batch && e.Pass == abi.NoPass {
		declare(b, f.BatchName(), append(append([]string{"int64_t count,"}, declared(f.BatchArgs())...), "int64_t *done,"))
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
func compiledFor(m *toolchain.Machine) string {
	text := "The functions are compiled for the CPU " + m.CPU + "."
	if names := m.Features(); len(names) > 0 {
		text += fmt.Sprintf(" On a CPU without one of the features %s, each function only returns %d.", strings.Join(names, ", "), prim.UnsupportedCPU)
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

/* Each function returns 0, or the kind of a run-time error. After an error, *error has the
   message and the place in the source, and no result is written. error may be null. The kinds are
%s.

   An argument that is an array is a pointer to its elements, row by row, and its dimensions. The
   pointer may be null if a dimension is 0. An array of tuples is an array for each component.
   A Bool is a bool, in arrays too. A sum is a tag, 0 for Inl and 1 for Inr, and both sides.
   Functions ignore the side that the tag does not name. In a result this side is 0 or null.

   Functions only read the arrays of an argument. An array of a result is new memory: free it with
   pc_release. With a workspace, the arrays of a result belong to the workspace and are valid until
   its next call. Do not free them, and do not pass them to that call. Calls of the same size then
   allocate nothing. Calls at the same time need different workspaces. workspace may be null.
   The pointer for a result may be null: then this result is not written.

   In code of procad build --parallel, threads share costly loops. pc_threads(n) lets n threads do so
   in calls to come, and returns n. pc_threads(0) returns how many do so: as many as PROCAD_THREADS or
   OMP_NUM_THREADS says, or else one. Results do not depend on it. Only one call at a time has several
   threads.
%s%s%s%s
%s */

#ifndef PC_LIBRARY_H
#define PC_LIBRARY_H

typedef struct pc_workspace pc_workspace;

void pc_release(void *array);
pc_workspace *pc_workspace_new(void); /* null if there is no memory */
void pc_workspace_free(pc_workspace *workspace);
int pc_threads(int n); /* see above */

#endif

`

const headerStructs = `
   A record is a struct with its fields. A declared sum is a struct with a tag, and a field for each
   constructor that has arguments. Functions ignore the fields of the constructors that the tag does
   not name. In a result these fields are 0 or null.

   An array in a struct is a pointer and its dimensions. A struct NAME_array is an array of NAME, field
   by field. For an array of a declared sum, after_C has an element for each element of the array:
   0 for the constructor C, and 1 for the constructors after C. A value of a recursive type is the
   index of a node, and the arrays of all nodes.

   A tangent, a gradient and a seed have the struct of their value. Functions ignore the fields that
   contain no Real. In a result these fields are 0 or null.
`

const headerInto = `
   NAME_into is the function NAME with buffers of the caller. It copies the arrays of its result into
   them. The dimensions of a buffer must be those of the result: otherwise the call returns
   sizes-disagree. A buffer may be an array argument of the same call, except in a forward pass. A
   buffer may also be null: then this array is not written. After a run-time error the buffers are
   unchanged.
`

const headerBatch = `
   NAME_batch runs NAME, or NAME_into if there is one, for count problems, in order. Each argument has
   an element for each problem: a number becomes an array of numbers, a struct an array of structs,
   and an array gets one more dimension in front. NAME_count is the number of these elements: count,
   or 1 if all problems share the argument. Results go to arrays of the caller with count elements.
   *done becomes the number of problems that are solved. done may be null. A run-time error of a
   problem ends the call. Then *done is the index of this problem, and the results before it are valid.
   In code of procad build --parallel threads share costly problems, if no array for results has
   memory that another array of the call has too. Then results after this problem may be written.
`

const headerPasses = `
   A forward pass leaves its trace in the workspace, which must not be null. The trace has pointers to
   the array arguments: do not change these arrays before the reverse pass. The reverse pass consumes
   the trace. Any other call with this workspace discards the trace, and so does pc_workspace_free. The
   seed may be an array of this workspace. Several traces need several workspaces.
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
