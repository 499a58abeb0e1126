// Package decimal reads decimal numbers of any length.
package decimal

import (
	"strconv"
	"strings"
)

// maxDigits is how many significant digits are kept. No more than 768 decide
// to which float64 a number is rounded, and whether any that follow are not 0.
const maxDigits = 780

// Float is the float64 nearest to a number like 12, -0.5 or 1e-3; of two that
// are equally near the even one. The error is a *strconv.NumError where there
// is none, and then x is infinite.
//
// strconv.ParseFloat alone takes digits before the point beyond its 800th for
// none: a 1 with 1,000 zeros and e-1000 would not be 1. Of shorter texts it reads the same.
func Float(text string) (x float64, err error) {
	if len(text) < maxDigits && plain(text) {
		return strconv.ParseFloat(text, 64)
	}
	sign := ""
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		sign, text = "-", rest
	}
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], text[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	point := len(whole) // the number is 0.digits · 10^point · 10^exponent
	significant := strings.TrimLeft(digits, "0")
	point -= len(digits) - len(significant)
	if significant == "" {
		return strconv.ParseFloat(sign+"0", 64)
	}
	if len(significant) > maxDigits {
		kept, dropped := significant[:maxDigits], significant[maxDigits:]
		if strings.Trim(dropped, "0") != "" {
			kept += "1"
		}
		significant = kept
	}
	return strconv.ParseFloat(sign+"0."+significant+"e"+strconv.Itoa(point+power(exponent)), 64)
}

// plain says that there are only digits, signs, points and e in a text: ParseFloat knows other forms of numbers, too.
func plain(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case '0' <= c && c <= '9', c == '.', c == '-', c == '+', c == 'e', c == 'E':
		default:
			return false
		}
	}
	return true
}

// power is the value of an exponent; one that no digits of a text can make up
// for may be any such.
func power(exponent string) int {
	const most = 1 << 40
	negative := strings.HasPrefix(exponent, "-")
	n := 0
	for _, c := range strings.TrimLeft(exponent, "+-") {
		n = min(10*n+int(c-'0'), most)
	}
	if negative {
		return -n
	}
	return n
}
