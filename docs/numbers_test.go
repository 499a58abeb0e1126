package docs_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// numbers are what pages say of numbers that the code has: N stands for that of a constant, or of a field.
var numbers = []struct{ page, says, file, name string }{
	{"grammar.md", "Nesting is limited to N,", "source/parse.go", "maxNesting"},
	{"grammar.md", "a chain of operators to N,", "source/parse.go", "maxHeight"},
	{"grammar.md", "a type to N parts", "source/unify.go", "maxTypeSize"},
	{"grammar.md", "a file to N.", "internal/diag/error.go", "MaxText"},
	{"errors.md", "larger than a program can be, which is N.", "internal/diag/error.go", "MaxText"},
	{"grammar.md", "Calls can be nested N deep", "core/program.go", "DefaultDepth"},
	{"errors.md", "The limit is N calls", "core/program.go", "DefaultDepth"},
	{"grammar.md", "Each array has 2 to N elements", "source/recursive_type.go", "mostKept"},
	{"grammar.md", "compare up to N iterations", "internal/gradcheck/commute.go", "commuteDrawn"},
	{"checkpointing.md", "They draw N iterations", "internal/gradcheck/commute.go", "commuteDrawn"},
	{"checkpointing.md", "Of this run it looks at the first N iterations", "internal/gradcheck/commute.go", "commuteSpan"},
	{"checkpointing.md", "a state and N bytes for its p", "loops/schedule/decision.go", "CheckpointExtra"},
	{"core.md", "arrays of at most N elements", "core/inline/weight.go", "MostFew"},
	{"data.md", "They take at most N.", "internal/cache/cache.go", "Most"},
	{"errors.md", "at most N,", "llvm/engine/run.go", "MemoryLimit"},
	{"gradbench.md", "of at most N.", "internal/gradbench/serve.go", "maxLine"},
	{"optimisations.md", "the first N instructions of a module", "llvm/functions.go", "unoptimised"},
	{"optimisations.md", "more than N operations outside of loops", "llvm/functions.go", "long"},
	{"optimisations.md", "After N instructions", "llvm/functions.go", "tuned"},
	{"rationale-native.md", "The first N instructions are optimised too", "llvm/functions.go", "unoptimised"},
	{"rationale-native.md", "a module of at most N instructions", "llvm/functions.go", "tuned"},
	{"rationale-native.md", "a function with more than N operations", "llvm/functions.go", "long"},
	{"gradbench.md", "together have at most N numbers", "internal/gradbench/ba.go", "maxBundle"},
	{"procedures.md", "A trace of more than N words", "split/pack.go", "boxLimit"},
	{"rationale-derivatives.md", "Beyond N words", "split/pack.go", "boxLimit"},
	{"rationale-derivatives.md", "more than N words from traces of calls", "split/pack.go", "handLimit"},
	{"rationale-native.md", "pieces of about N operations", "llvm/loopir/passes/outline.go", "UsualPiece"},
	{"rationale-native.md", "a loop of less than N iterations", "llvm/loopir/passes/hints.go", "fewIterations"},
	{"rationale-native.md", "at least N times as many operations", "llvm/loopir/passes/inspect.go", "inspectedWork"},
	{"rationale-native.md", "at most N iterations are written out", "llvm/loopir/passes/small.go", "mostIterations"},
	{"rationale-native.md", "at most N elements in memory", "llvm/loopir/passes/lane_width.go", "mostNear"},
	{"threads.md", "into at most N chunks", "llvm/loopir/passes/threads_cost.go", "mostChunks"},
	{"threads.md", "some N additions in all", "llvm/loopir/passes/threads_cost.go", "costly"},
	{"python.md", "for the next call, at most N.", "llvm/bindings/python/native.c", "MOST_BYTES"},
	{"python.md", "at most N of them", "llvm/bindings/python/native.c", "MOST_IDLE"},
	{"python.md", "It keeps the N modules", "llvm/bindings/procad/_folder.py", "MOST"},
	{"seven.md", "delta calls as deep as Go's stack allows: N calls in each other", "papers/delta/machine.go", "deepest"},
}

// TestNumbers says that pages have the numbers of the code.
func TestNumbers(t *testing.T) {
	for _, n := range numbers {
		text, err := os.ReadFile(n.page)
		require.NoError(t, err)
		page := strings.Join(strings.Fields(string(text)), " ") // where lines end says nothing
		at := regexp.MustCompile(`\bN\b`).FindStringIndex(n.says)
		require.NotNil(t, at, n.says)
		before, after := n.says[:at[0]], n.says[at[1]:]
		said := regexp.MustCompile(regexp.QuoteMeta(before) + `([\d,]+)( [KMG]i?B)?` + regexp.QuoteMeta(after)).FindStringSubmatch(page)
		if !assert.NotNil(t, said, "%s does not say %q", n.page, n.says) {
			continue
		}
		value := numberOf(t, n.file, n.name)
		unit := map[string]int64{"": 1, " KiB": 1 << 10, " MiB": 1 << 20, " GiB": 1 << 30}[said[2]]
		require.NotZero(t, unit, "%s: %q", n.page, said[2])
		want := constant.MakeFromLiteral(strings.ReplaceAll(said[1], ",", ""), token.INT, 0)
		assert.True(t, constant.Compare(constant.BinaryOp(want, token.MUL, constant.MakeInt64(unit)), token.EQL, value), "%s: %s, and %s of %s is %s", n.page, said[0], n.name, n.file, value)
	}
}

// numberOf is the value of a constant of a file, or of a field in a literal, from its text.
func numberOf(t *testing.T, file, name string) constant.Value {
	value := func(text string) constant.Value {
		v, err := types.Eval(token.NewFileSet(), nil, token.NoPos, text)
		require.NoError(t, err, "%s of %s", name, file)
		return v.Value
	}
	if filepath.Ext(file) != ".go" {
		text, err := os.ReadFile(filepath.Join("..", file))
		require.NoError(t, err)
		is := regexp.MustCompile(`\b` + name + ` = ([^,;}\n]*)`).FindSubmatch(text)
		require.NotNil(t, is, "%s has no %s", file, name)
		return value(string(is[1]))
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", file), nil, 0)
	require.NoError(t, err)
	var text ast.Expr
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, v := range n.Names {
				if v.Name == name && i < len(n.Values) {
					text = n.Values[i]
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && key.Name == name {
				text = n.Value
			}
		}
		return true
	})
	require.NotNil(t, text, "%s has no %s", file, name)
	return value(types.ExprString(text))
}
