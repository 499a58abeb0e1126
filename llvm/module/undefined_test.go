package module

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/llvm/abi"
	"procad/llvm/toolchain"
)

// TestUndefined runs one instruction each with operands for which it is defined, and for which it is not.
func TestUndefined(t *testing.T) {
	clangs.Need(t, new(toolchain.Compiler).Find)
	wrap := func(flags *[]enum.OverflowFlag) {
		*flags = []enum.OverflowFlag{enum.OverflowFlagNSW, enum.OverflowFlagNUW}
	}
	cases := []struct {
		name        string
		write       func(b *ir.Block, x, y value.Value)
		fine, wrong [2]int64
		report      string
	}{
		{"add", func(b *ir.Block, x, y value.Value) { i := b.NewAdd(x, y); wrap(&i.OverflowFlags) },
			[2]int64{3, 4}, [2]int64{1<<63 - 1, 1}, "integer overflow: 9223372036854775807 + 1"},
		{"sub", func(b *ir.Block, x, y value.Value) { i := b.NewSub(x, y); wrap(&i.OverflowFlags) },
			[2]int64{4, 3}, [2]int64{3, 4}, "integer overflow: 3 - 4"},
		{"mul", func(b *ir.Block, x, y value.Value) { i := b.NewMul(x, y); wrap(&i.OverflowFlags) },
			[2]int64{4, 3}, [2]int64{1 << 62, 2}, "integer overflow: 4611686018427387904 * 2"},
		{"wraps", func(b *ir.Block, x, y value.Value) { b.NewAdd(x, y) }, [2]int64{1<<63 - 1, 1}, [2]int64{}, ""},
		{"lanes", func(b *ir.Block, x, y value.Value) {
			v := b.NewInsertElement(constant.NewUndef(types.NewVector(2, types.I64)), x, constant.NewInt(types.I32, 0))
			w := b.NewInsertElement(v, y, constant.NewInt(types.I32, 1))
			i := b.NewMul(w, w)
			wrap(&i.OverflowFlags)
		}, [2]int64{4, 3}, [2]int64{4, 1 << 62}, "integer overflow"},
		{"udiv", func(b *ir.Block, x, y value.Value) { b.NewUDiv(x, y) }, [2]int64{7, 2}, [2]int64{7, 0}, "division by zero: 7 / 0"},
		{"urem", func(b *ir.Block, x, y value.Value) { b.NewURem(x, y) }, [2]int64{7, 2}, [2]int64{7, 0}, "division by zero: 7 / 0"},
		{"sdiv", func(b *ir.Block, x, y value.Value) { b.NewSDiv(x, y) }, [2]int64{7, -1}, [2]int64{-1 << 63, -1}, "division of -9223372036854775808 by -1"},
		{"srem", func(b *ir.Block, x, y value.Value) { b.NewSRem(x, y) }, [2]int64{7, -1}, [2]int64{7, 0}, "division of 7 by 0"},
		{"shl", func(b *ir.Block, x, y value.Value) { b.NewShl(x, y) }, [2]int64{7, 63}, [2]int64{7, 64}, "shift by 64 bits"},
		{"lshr", func(b *ir.Block, x, y value.Value) { b.NewLShr(x, y) }, [2]int64{7, 63}, [2]int64{7, 64}, "shift by 64 bits"},
		{"ashr", func(b *ir.Block, x, y value.Value) { b.NewAShr(x, y) }, [2]int64{7, 63}, [2]int64{7, 64}, "shift by 64 bits"},
		{"fptosi", func(b *ir.Block, x, y value.Value) {
			b.NewFPToSI(b.NewFMul(b.NewSIToFP(x, types.Double), b.NewSIToFP(y, types.Double)), types.I64)
		},
			[2]int64{1 << 62, -2}, [2]int64{1 << 62, 2}, "is not in the range"},
		{"fcmp", func(b *ir.Block, x, y value.Value) {
			i := b.NewFCmp(enum.FPredOGT, b.NewBitCast(x, types.Double), b.NewBitCast(y, types.Double))
			i.FastMathFlags = []enum.FastMathFlag{enum.FastMathFlagNNaN}
		}, [2]int64{0, 0}, [2]int64{0, -1}, "a NaN"},
		{"select", func(b *ir.Block, x, y value.Value) {
			i := b.NewSelect(constant.True, b.NewBitCast(x, types.Double), b.NewBitCast(y, types.Double))
			i.FastMathFlags = []enum.FastMathFlag{enum.FastMathFlagNNaN}
		}, [2]int64{0, 0}, [2]int64{-1, 0}, "a NaN"},
		{"load", func(b *ir.Block, x, y value.Value) {
			p := b.NewAlloca(types.NewArray(4, types.I64))
			b.NewLoad(types.I64, b.NewIntToPtr(b.NewAdd(b.NewPtrToInt(p, types.I64), x), types.NewPointer(types.I64)))
		}, [2]int64{8, 0}, [2]int64{4, 0}, "misaligned address"},
		{"store", func(b *ir.Block, x, y value.Value) {
			p := b.NewAlloca(types.NewArray(4, types.I64))
			p.Align = 16
			b.NewStore(y, b.NewIntToPtr(b.NewAdd(b.NewPtrToInt(p, types.I64), x), types.NewPointer(types.I64))).Align = 16
		}, [2]int64{0, 0}, [2]int64{8, 0}, "requires 16 byte alignment"},
		{"extractelement", func(b *ir.Block, x, y value.Value) {
			b.NewExtractElement(constant.NewZeroInitializer(types.NewVector(4, types.I64)), x)
		}, [2]int64{3, 0}, [2]int64{4, 0}, "lane 4 of 4"},
		{"unreachable", func(b *ir.Block, x, y value.Value) {
			bad, good := b.Parent.NewBlock("bad"), b.Parent.NewBlock("good")
			b.NewCondBr(b.NewICmp(enum.IPredEQ, x, y), bad, good)
			bad.NewUnreachable()
			good.NewRet(nil)
		}, [2]int64{1, 2}, [2]int64{1, 1}, "unreachable code"},
	}
	dir := t.TempDir()
	var text bytes.Buffer
	m := New(&text, abi.NewLayouts(), Options{Sanitize: "undefined"})
	m.Runtime.used = nil // of the runtime only the checks are here
	main := "#include <stdint.h>\n#include <stdlib.h>\n"
	calls := ""
	for k, c := range cases {
		x, y := ir.NewParam("x", types.I64), ir.NewParam("y", types.I64)
		f := ir.NewFunc("try_"+c.name, types.Void, x, y)
		b := f.NewBlock("entry")
		c.write(b, x, y)
		if b.Term == nil {
			b.NewRet(nil)
		}
		m.Print(f)
		main += fmt.Sprintf("void try_%s(int64_t x, int64_t y);\n", c.name)
		calls += fmt.Sprintf("\tcase %d: try_%s(atoll(argv[2]), atoll(argv[3])); break;\n", k, c.name)
	}
	m.Declarations()
	m.Metadata(1)
	require.NoError(t, m.Flush())
	main += "int main(int argc, char **argv) {\n\tswitch (atoi(argv[1])) {\n" + calls + "\t}\n\treturn argc < 0;\n}\n"
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	for _, name := range []string{"runtime.h", "error.h"} {
		write(name, toolchain.RuntimeFile(name))
	}
	clang, err := new(toolchain.Compiler).Find()
	require.NoError(t, err)
	out := filepath.Join(dir, "out")
	build := exec.Command(clang, "-O0", "-Wno-override-module", "-fsanitize=undefined", "-o", out,
		write("code.ll", text.String()), write("undefined.c", toolchain.RuntimeFile("undefined.c")), write("main.c", main))
	if report, err := build.CombinedOutput(); err != nil {
		if bytes.Contains(report, []byte("ubsan")) {
			clangs.Missing(t, "this clang has no sanitizers")
		}
		t.Fatal(string(report))
	}
	for k, c := range cases {
		run := func(in [2]int64) (string, error) {
			report, err := exec.Command(out, fmt.Sprint(k), fmt.Sprint(in[0]), fmt.Sprint(in[1])).CombinedOutput()
			return string(report), err
		}
		report, err := run(c.fine)
		assert.NoError(t, err, "%s: %s", c.name, report)
		if c.report != "" {
			report, err = run(c.wrong)
			assert.Error(t, err, c.name)
			assert.Contains(t, report, "try_"+c.name+": runtime error: ")
			assert.Contains(t, report, c.report)
		}
	}
}
