package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// realData are data of ../shared/data for the kernels of testdata/variants.
var realData = map[string]string{"gmm": "gmm_d2_k5", "lstm": "lstm_l2_c1024", "llsq": "llsq_n16_m128", "lse": "lse_n2500"}

// TestVariants demands of kernels that are written differently that value and
// gradient are those of the kernel, by the interpreter and natively, on small
// data and on real ones where there are.
//
//	variant x = kernel x, and so their vjp        to 1e-11 of the largest number
func TestVariants(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1}
	small := map[string]string{}
	for _, p := range written(t) {
		small[p.fn] = p.data
	}
	for _, file := range golden.Files(t, "../../testdata/variants/*.fun") {
		t.Run(golden.Name(file), func(t *testing.T) {
			kernel, _, _ := strings.Cut(golden.Name(file), "_")
			variant, standard := loadFile(t, file), loadFile(t, "../../testdata/kernels/"+kernel+".fun")
			meaning := interp.New(standard.Library.Def)
			sameAs(t, small[kernel], kernel, standard, variant, meaning, interp.New(variant.Library.Def))
			native := &engine.Engine{Lookup: variant.Library.Def, Compiler: compiler, Options: llvm.Options{File: file}}
			defer native.Close()
			clangs.Need(t, compiler.Find)
			require.NoError(t, native.Prepare(proc.MustParseFunc(kernel), deriv.VJP.Of(proc.MustParseFunc(kernel))))
			sameAs(t, small[kernel], kernel, standard, variant, meaning, native)
			if text, err := os.ReadFile(fmt.Sprintf("../../../shared/data/%s.json", realData[kernel])); err == nil {
				sameAs(t, string(text), kernel, standard, variant, meaning, native)
			}
		})
	}
}

// sameAs compares value and gradient of a function of two programs, each run by an engine.
func sameAs(t *testing.T, json, fn string, standard, variant *pipeline.Unit, of, by pipeline.Engine) {
	want, bars := valueAndBars(t, json, fn, standard, of)
	got, bars2 := valueAndBars(t, json, fn, variant, by)
	assert.True(t, near(want, got), "the values differ")
	for i, b := range bars {
		assert.Equal(t, b.Name, bars2[i].Name)
		assert.True(t, near(b.Value, bars2[i].Value), "the cotangents of %s differ", b.Name)
	}
}

// valueAndBars are the value, and the cotangents of the parameters at a random one of the value.
func valueAndBars(t *testing.T, json, fn string, u *pipeline.Unit, e pipeline.Engine) (data.Value, []pipeline.Part) {
	d, err := u.Entry(fn)
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: json}, face)
	require.NoError(t, err)
	y, err := u.Run(e, d, args)
	require.NoError(t, err)
	_, g, err := u.VJP(e, d, args, tangent(y, floats(rand.New(rand.NewPCG(1, 2)))))
	require.NoError(t, err)
	var bars []pipeline.Part
	for _, p := range face.Params {
		if !deriv.Discrete(p.Type) {
			bars = append(bars, pipeline.Part{Name: p.Name, Value: g.Of(p)})
		}
	}
	return y, bars
}
