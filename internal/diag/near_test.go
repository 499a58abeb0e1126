package diag

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNear(t *testing.T) {
	densities := []string{"mean", "normalCdf", "normalLogpdf", "lognormalLogpdf", "studentLogpdf"}
	flags := []string{"--fn", "--go", "--grad", "--in", "--wrt", "--checkpoint"}
	for _, c := range []struct {
		name       string
		candidates []string
		want, near string // of DidYouMean, of Near
	}{
		{"mena", densities, "mean", "mean"},
		{"normal_lpdf", densities, "normalLogpdf", "normalLogpdf"},
		{"normal_logpdf", densities, "normalLogpdf", "normalLogpdf"},
		{"NORMALCDF", densities, "normalCdf", "normalCdf"},
		{"lognormal", densities, "", "lognormalLogpdf"},
		{"means_of_groups", densities, "", "mean"},
		{"sd", densities, "", ""},
		{"logit", densities, "", ""},
		{"--gradient", flags, "", "--grad"},
		{"--grd", flags, "--grad", "--grad"},
		{"--check", flags, "", "--checkpoint"},
		{"--O3", flags, "", ""},
		{"--data", flags, "", ""},
		{"--input", flags, "", ""}, // --in has too few letters
		{"", flags, "", ""},
	} {
		hint := func(mean string) string {
			if mean == "" {
				return ""
			}
			return "did you mean " + mean + "?"
		}
		assert.Equal(t, hint(c.want), DidYouMean(c.name, c.candidates), c.name)
		assert.Equal(t, hint(c.near), Near(c.name, c.candidates), c.name)
	}
}
