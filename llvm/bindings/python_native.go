package bindings

import (
	"fmt"
	"strings"

	"procad/internal/quote"
	"procad/llvm"
	"procad/proc"
)

// PythonSources are the files in C, by name, of which native.c becomes the extension, the module
// of a package that is compiled for one interpreter.
func PythonSources(entries []llvm.Signature) map[string][]byte {
	var calls, symbols, callers strings.Builder
	for i, e := range entries {
		var kinds []leafKind
		for _, p := range e.Params {
			kinds = appendLeaves(kinds, p.Type)
		}
		ins := len(kinds)
		for _, p := range e.Results {
			kinds = appendLeaves(kinds, p.Type)
		}
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
		fmt.Fprintf(&calls, "static int call%d(void *function, word *w, void *workspace, pc_error *error) {\n    return ((int (*)(%svoid *, pc_error *))function)(%sworkspace, error);\n}\n\n", i, &types, &args)
		fmt.Fprintf(&symbols, "%s, ", quote.JSON(e.Symbol))
		fmt.Fprintf(&callers, "call%d, ", i)
	}
	text := fmt.Sprintf("%sstatic const char *const symbols[] = {%s};\nstatic caller *const callers[] = {%s};\n", &calls, &symbols, &callers)
	return map[string][]byte{"native.c": pythonFile("python/native.c"), "functions.h": []byte(text)}
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
