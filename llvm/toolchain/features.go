package toolchain

import (
	"fmt"
	"strings"
)

// A feature is a part of the instruction set of x86-64 that not every CPU has:
// clang says that it uses it by a macro, a CPU says that it has it by a bit of
// CPUID, and the operating system keeps its registers if the bits of XCR0 say so.
type feature struct {
	macro, name string
	leaf, sub   uint32
	register    int // 0 eax, 1 ebx, 2 ecx, 3 edx
	bit         int
	state       uint32
}

// What registers the operating system has to keep: those of AVX, and of AVX-512 too.
const (
	vectorState = 0x06
	widestState = 0xe6
)

// features are those that clang uses of itself, by the names of /proc/cpuinfo.
var features = []feature{
	{"SSE3", "pni", 1, 0, 2, 0, 0},
	{"SSSE3", "ssse3", 1, 0, 2, 9, 0},
	{"SSE4_1", "sse4_1", 1, 0, 2, 19, 0},
	{"SSE4_2", "sse4_2", 1, 0, 2, 20, 0},
	{"SSE4A", "sse4a", 0x80000001, 0, 2, 6, 0},
	{"POPCNT", "popcnt", 1, 0, 2, 23, 0},
	{"MOVBE", "movbe", 1, 0, 2, 22, 0},
	{"LZCNT", "abm", 0x80000001, 0, 2, 5, 0},
	{"BMI", "bmi1", 7, 0, 1, 3, 0},
	{"BMI2", "bmi2", 7, 0, 1, 8, 0},
	{"ADX", "adx", 7, 0, 1, 19, 0},
	{"TBM", "tbm", 0x80000001, 0, 2, 21, 0},
	{"AVX", "avx", 1, 0, 2, 28, vectorState},
	{"F16C", "f16c", 1, 0, 2, 29, vectorState},
	{"FMA", "fma", 1, 0, 2, 12, vectorState},
	{"FMA4", "fma4", 0x80000001, 0, 2, 16, vectorState},
	{"XOP", "xop", 0x80000001, 0, 2, 11, vectorState},
	{"AVX2", "avx2", 7, 0, 1, 5, vectorState},
	{"AVXVNNI", "avx_vnni", 7, 1, 0, 4, vectorState},
	{"AVXIFMA", "avx_ifma", 7, 1, 0, 23, vectorState},
	{"GFNI", "gfni", 7, 0, 2, 8, 0},
	{"VAES", "vaes", 7, 0, 2, 9, vectorState},
	{"VPCLMULQDQ", "vpclmulqdq", 7, 0, 2, 10, vectorState},
	{"AVX512F", "avx512f", 7, 0, 1, 16, widestState},
	{"AVX512CD", "avx512cd", 7, 0, 1, 28, widestState},
	{"AVX512DQ", "avx512dq", 7, 0, 1, 17, widestState},
	{"AVX512BW", "avx512bw", 7, 0, 1, 30, widestState},
	{"AVX512VL", "avx512vl", 7, 0, 1, 31, widestState},
	{"AVX512ER", "avx512er", 7, 0, 1, 27, widestState},
	{"AVX512PF", "avx512pf", 7, 0, 1, 26, widestState},
	{"AVX512IFMA", "avx512ifma", 7, 0, 1, 21, widestState},
	{"AVX512VBMI", "avx512vbmi", 7, 0, 2, 1, widestState},
	{"AVX512VBMI2", "avx512_vbmi2", 7, 0, 2, 6, widestState},
	{"AVX512VNNI", "avx512_vnni", 7, 0, 2, 11, widestState},
	{"AVX512BITALG", "avx512_bitalg", 7, 0, 2, 12, widestState},
	{"AVX512VPOPCNTDQ", "avx512_vpopcntdq", 7, 0, 2, 14, widestState},
	{"AVX512VP2INTERSECT", "avx512_vp2intersect", 7, 0, 3, 8, widestState},
	{"AVX512FP16", "avx512_fp16", 7, 0, 3, 23, widestState},
	{"AVX512BF16", "avx512_bf16", 7, 1, 0, 5, widestState},
}

// levels are the names of sets of features, the largest first, each by what it
// has first of its own.
var levels = []struct{ name, has string }{
	{"x86-64-v4", "AVX512F AVX512CD AVX512DQ AVX512BW AVX512VL"},
	{"x86-64-v3", "AVX2 BMI BMI2 F16C FMA LZCNT MOVBE"},
	{"x86-64-v2", "SSE3 SSSE3 SSE4_1 SSE4_2 POPCNT"},
	{oldestX86, ""},
}

// oldestX86 is the CPU whose code every x86-64 runs.
const oldestX86 = "x86-64"

// level is the largest set that macros say is there, with the smaller ones.
func level(macros map[string]string) string {
	name := oldestX86
	for i := len(levels) - 1; i >= 0; i-- {
		for _, macro := range strings.Fields(levels[i].has) {
			if macros["__"+macro+"__"] == "" {
				return name
			}
		}
		name = levels[i].name
	}
	return name
}

// needed lists what code for the machine needs of a CPU.
func (m *Machine) needed() []feature {
	if m.Oldest == "" {
		return nil
	}
	var list []feature
	for _, f := range features {
		if m.macros["__"+f.macro+"__"] != "" {
			list = append(list, f)
		}
	}
	return list
}

// Features are the names of what code for the machine needs of a CPU, as Linux has them.
func (m *Machine) Features() []string {
	names := []string{}
	for _, f := range m.needed() {
		names = append(names, f.name)
	}
	return names
}

// needs is the file needs.h for load.c.
func needs(m *Machine) string {
	var b strings.Builder
	fmt.Fprintf(&b, "/* What the code needs of a CPU. */\n#define PC_CPU %q\nstatic const feature needs[] = {\n", m.CPU)
	for _, f := range m.needed() {
		fmt.Fprintf(&b, "    {%q, %#x, %d, %d, %d, %#x},\n", f.name, f.leaf, f.sub, f.register, f.bit, f.state)
	}
	b.WriteString("    {0},\n};\n")
	return b.String()
}
