package decimal

import (
	"strconv"
	"strings"
)

// longest is how many digits an integer of 64 bits may have.
const longest = 19

// Whole is a decimal number without point and exponent, which ParseInt of strconv reads: 30 of 3e1 and of
// 30.0. It is false of a number that is not whole, such as 3.5. One that is far out of the range of an int64
// stays out of it, in few digits.
func Whole(text string) (digits string, ok bool) {
	sign := ""
	if text != "" && (text[0] == '-' || text[0] == '+') {
		sign, text = strings.TrimPrefix(text[:1], "+"), text[1:]
	}
	mantissa, exponent := text, 0
	if e := strings.IndexAny(text, "eE"); e >= 0 {
		mantissa = text[:e]
		exponent, _ = strconv.Atoi(text[e+1:]) // the nearest int where it is out of range
		const most = 1 << 40                   // beyond every number of digits
		exponent = max(-most, min(exponent, most))
	}
	before, after, _ := strings.Cut(mantissa, ".")
	all := before + after
	significant := strings.TrimLeft(all, "0")
	// The number is 0.significant · 10^point.
	point := len(before) - (len(all) - len(significant)) + exponent
	significant = strings.TrimRight(significant, "0")
	switch {
	case significant == "":
		return "0", true
	case len(significant) > point:
		return "", false
	}
	return sign + significant + strings.Repeat("0", min(point, max(longest, len(significant))+1)-len(significant)), true
}
