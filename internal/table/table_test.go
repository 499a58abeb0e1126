package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/golden"
	"procad/internal/sample"
)

const root = "../.."

// TestPagesHaveFigures says that the chart, the table and README have the figures of the data file.
func TestPagesHaveFigures(t *testing.T) {
	figures, err := readTable(filepath.Join(root, dataFile))
	require.NoError(t, err)
	made, err := figures.files(root)
	require.NoError(t, err)
	require.Len(t, made, 3)
	for name, want := range made {
		file := filepath.Join(root, filepath.FromSlash(name))
		if golden.Update() {
			require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		}
		have, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, want, string(have), "sh scripts/table write rewrites %s", name)
	}
}

// TestTableIsWhole says that the table has every kernel that sh scripts/bench compares, in its order.
func TestTableIsWhole(t *testing.T) {
	figures, err := readTable(filepath.Join(root, dataFile))
	require.NoError(t, err)
	var have, want []string
	for _, f := range figures.Kernels {
		have = append(have, f.Name)
	}
	for _, k := range sample.Kernels {
		want = append(want, k.Name)
	}
	assert.Equal(t, want, have)
	for _, o := range others {
		assert.Contains(t, have, o.kernel)
	}
}

// TestAgree says that programs which compute something else are not compared.
func TestAgree(t *testing.T) {
	all := func(value, entry float64, more ...float64) map[string]*answer {
		return map[string]*answer{
			"c": {value: 2}, "value": {value: value},
			"strictGradient": {value: math.NaN(), gradient: []float64{1, -4}}, "torch": {value: 2, gradient: append([]float64{1, entry}, more...)},
		}
	}
	assert.NoError(t, agree(all(2+1e-9, -4+1e-7)))
	assert.ErrorContains(t, agree(all(2.001, -4)), "the value is 2 by plain C, and 2.001 by value")
	assert.ErrorContains(t, agree(all(2, -4.1)), "entry 1 of the gradient is -4, and -4.1 by torch")
	assert.ErrorContains(t, agree(all(2, math.NaN())), "entry 1")
	assert.ErrorContains(t, agree(all(2, -4, 3)), "2 entries, and 3 by torch")
}

// TestMissingTime says that a data file with a figure less is refused.
func TestMissingTime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table.json")
	require.NoError(t, (&table{Kernels: []figure{{Name: "lse", Times: map[string]float64{"c": 1}}}}).write(file))
	_, err := readTable(file)
	assert.ErrorContains(t, err, "lse has no time of fast")
}

// TestLeast says that of two runs with the same data the shorter times count.
func TestLeast(t *testing.T) {
	f := figure{Sizes: "n = 2", Times: map[string]float64{"c": 3, "value": 1}}
	f.least(figure{Sizes: "n = 2", Times: map[string]float64{"c": 2, "value": 5, "torch": 9}})
	assert.Equal(t, map[string]float64{"c": 2, "value": 1, "torch": 9}, f.Times)
	f.least(figure{Sizes: "n = 1", Times: map[string]float64{"c": 1}})
	assert.Equal(t, 2.0, f.Times["c"])
}

func TestNumber(t *testing.T) {
	for v, want := range map[float64]string{0.244: "0.24", 0.999: "1.0", 1.26: "1.3", 9.96: "10", 14.4: "14", 99.6: "100", 312.4: "312", 59802: "59,802"} {
		assert.Equal(t, want, number(v))
	}
}
