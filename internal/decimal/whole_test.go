package decimal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/decimal"
)

func TestWhole(t *testing.T) {
	for text, want := range map[string]string{
		"3": "3", "3.0": "3", "-3.00": "-3", "+7": "7", "0": "0", "-0.0": "0", "0e9999999999999999999": "0", "007": "7",
		"1e3": "1000", "1.5e1": "15", "30e-1": "3", "0.003e3": "3", "1200E-2": "12", "9223372036854775807.0": "9223372036854775807",
		"9007199254740993": "9007199254740993", "1e19": "10000000000000000000", "12345678901234567890123": "12345678901234567890123",
		"1e18446744073709551616": "10000000000000000000", "1e400": "10000000000000000000",
		"3.5": "", "1e-1": "", "25e-1": "", "0.1": "", "1e-9999999999999999999": "", "1e-400": "", "-0.5": "",
	} {
		digits, ok := decimal.Whole(text)
		assert.Equal(t, want != "", ok, text)
		if ok && len(want) >= 20 { // out of range, in however many digits
			assert.GreaterOrEqual(t, len(digits), 20, text)
			assert.Less(t, len(digits), 40, text)
			continue
		}
		assert.Equal(t, want, digits, text)
	}
}
