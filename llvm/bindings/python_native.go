package bindings

import (
	"fmt"
	"strings"

	"procad/internal/quote"
	"procad/llvm/abi"
	"procad/llvm/capi"
	"procad/proc"
)

// PythonSources are the texts in C of the extension, the module of a package that is compiled for one interpreter: what all
// packages have in common, and the table of the functions of this one.
func PythonSources(entries []capi.Signature) (common, table []byte) {
	var calls, rows strings.Builder
	count := 0
	write := func(symbol string, kinds []leafKind, ins int) {
		var types, args strings.Builder
		for k, kind := range kinds {
			if k < ins {
				fmt.Fprintf(&types, "%s, ", kind.ctype)
				fmt.Fprintf(&args, "w[%d].%s, ", k, kind.field)
			} else {
				fmt.Fprintf(&types, "%s *, ", kind.ctype)
				fmt.Fprintf(&args, "&w[%d].%s, ", k, kind.field)
			}
		}
		fmt.Fprintf(&calls, "static int call%d(void *function, word *w, void *workspace, pc_error *error) {\n    return ((int (*)(%svoid *, pc_error *))function)(%sworkspace, error);\n}\n\n", count, &types, &args)
		fmt.Fprintf(&rows, "    {%s, call%d},\n", quote.JSON(symbol), count)
		count++
	}
	for _, e := range entries {
		var given, made []leafKind
		batch := []leafKind{leafInt}
		for _, p := range e.Params {
			given, batch = appendLeaves(given, p.Type), appendBatch(batch, p.Type)
		}
		for _, p := range e.Results {
			made, batch = appendLeaves(made, p.Type), appendBatch(batch, p.Type)
		}
		write(e.Symbol, append(given, made...), len(given))
		if e.Pass == abi.NoPass {
			write(e.Symbol+"_batch", append(batch, leafInt), len(batch))
		}
	}
	header := string(pythonFile("python/native.h"))
	table = fmt.Appendf(nil, "%s\n%sconst function functions[] = {\n%s    {NULL, NULL},\n};\n", header, &calls, &rows)
	return []byte(strings.Replace(string(pythonFile("python/native.c")), "#include \"native.h\"\n", header, 1)), table
}

// A leafKind is how a leaf is passed in C, and which field of a word has it.
type leafKind struct{ ctype, field string }

var (
	leafReal    = leafKind{"double", "d"}
	leafInt     = leafKind{"int64_t", "q"}
	leafTruth   = leafKind{"bool", "t"}
	leafTag     = leafKind{"int8_t", "b"}
	leafPointer = leafKind{"void *", "p"}
)

// appendBatch appends the leaves of a type for several problems: pointers and a count in the place of a number, and a count
// before the dimensions of an array.
func appendBatch(kinds []leafKind, t proc.Type) []leafKind {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return append(kinds, leafPointer, leafInt)
	case *proc.TupleType:
		for _, e := range t.Elems {
			kinds = appendBatch(kinds, e)
		}
	case *proc.SumType:
		if kinds = append(kinds, leafPointer, leafInt); t != proc.Bool {
			return appendBatch(appendBatch(kinds, t.L), t.R)
		}
	case *proc.ArrayType:
		return append(appendLeaves(kinds, t), leafInt)
	}
	return kinds
}

// appendLeaves appends the leaves of a type, as C has them.
func appendLeaves(kinds []leafKind, t proc.Type) []leafKind {
	switch t := t.(type) {
	case proc.RealType:
		return append(kinds, leafReal)
	case proc.IntType:
		return append(kinds, leafInt)
	case *proc.TupleType:
		for _, e := range t.Elems {
			kinds = appendLeaves(kinds, e)
		}
	case *proc.SumType:
		if t == proc.Bool {
			return append(kinds, leafTruth)
		}
		return appendLeaves(appendLeaves(append(kinds, leafTag), t.L), t.R)
	case *proc.ArrayType:
		for range appendLeaves(nil, t.Elem) {
			kinds = append(kinds, leafPointer)
		}
		for range t.Rank {
			kinds = append(kinds, leafInt)
		}
	}
	return kinds
}
