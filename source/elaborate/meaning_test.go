package elaborate_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/internal/reference"
)

// TestMeaning gives expressions the values that a person knows, since all engines have the same core program.
func TestMeaning(t *testing.T) {
	for _, c := range []struct {
		text string
		want int64
	}{
		{"if 2 == 2 then 1 else 0", 1}, {"if 2 != 2 then 1 else 0", 0}, {"if 2 != 3 then 1 else 0", 1},
		{"if 2.0 == 2.0 then 1 else 0", 1}, {"if 2.0 != 2.0 then 1 else 0", 0},
		{"if (1 < 2) != (2 < 1) then 1 else 0", 1}, {"if (1 < 2) == (2 < 1) then 1 else 0", 0},
		{"if 1 < 2 then 1 else 0", 1}, {"if 2 < 2 then 1 else 0", 0}, {"if 2 <= 2 then 1 else 0", 1},
		{"if 1 > 2 then 1 else 0", 0}, {"if 3 > 2 then 1 else 0", 1}, {"if 2 >= 3 then 1 else 0", 0},
		{"if not (1 < 2) then 1 else 0", 0}, {"if 1 < 2 && 2 < 1 then 1 else 0", 0}, {"if 1 < 2 || 2 < 1 then 1 else 0", 1},
		{"7 div 2", 3}, {"-7 div 2", -4}, {"-7 mod 2", 1}, {"7 - 2 - 1", 4}, {"2 + 3 * 4", 14}, {"int(7.0 / 2)", 3}, {"int(-2.0^2)", -4},
	} {
		s, err := load("meaning.fun", "def main(k: Int): Int = "+c.text, `{"k": 0}`, "main")
		require.NoError(t, err, c.text)
		d := s.core.Lookup("main")
		got, err := eval.Run(d, reference.Args(d, s.args), reference.Steps)
		require.NoError(t, err, c.text)
		assert.Equal(t, eval.Value(c.want), got, c.text)
	}
}
