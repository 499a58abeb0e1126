package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Unit is what the numbers on an axis are.
type Unit string

const (
	Number  Unit = ""        // plain numbers, counts, ratios
	Bytes   Unit = "bytes"   // written with the binary units B, KiB, MiB, …
	Seconds Unit = "seconds" // written as ns, µs, ms or s
)

var (
	binary  = []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	decimal = []string{"ns", "µs", "ms", "s"}
)

func (u Unit) check() error {
	switch u {
	case Number, Bytes, Seconds:
		return nil
	}
	return fmt.Errorf("unit %q is not known: use %q, %q or none", string(u), string(Bytes), string(Seconds))
}

// prefix is the size and the name of the unit in which v is written.
func (u Unit) prefix(v float64) (float64, string) {
	v = math.Abs(v) * (1 + 1e-9)
	switch u {
	case Bytes:
		size, i := 1.0, 0
		for ; i < len(binary)-1 && v >= 1024*size; i++ {
			size *= 1024
		}
		return size, " " + binary[i]
	case Seconds:
		size, i := 1e-9, 0
		for ; i < len(decimal)-1 && v >= 1000*size; i++ {
			size *= 1000
		}
		if v == 0 {
			size, i = 1, len(decimal)-1
		}
		return size, " " + decimal[i]
	}
	return 1, ""
}

// Format writes v with its unit, to three digits (integers in full up to a million).
func (u Unit) Format(v float64) string {
	size, name := u.prefix(v)
	if u == Bytes && v == 0 {
		return "0"
	}
	return number(v/size) + name
}

func number(v float64) string {
	a := math.Abs(v)
	switch {
	case a == 0:
		return "0"
	case a >= 999_999.5 || a < 0.001:
		exp := int(math.Floor(math.Log10(a) + 1e-9))
		mantissa := strconv.FormatFloat(v/math.Pow10(exp), 'g', 3, 64)
		power := "10" + superscript(exp)
		switch mantissa {
		case "1":
			return power
		case "-1":
			return "−" + power
		case "10": // 9.999 · 10^exp
			return "10" + superscript(exp+1)
		}
		return strings.Replace(mantissa, "-", "−", 1) + "·" + power
	case a >= 999.5 || a == math.Trunc(a):
		return thousands(int64(math.Round(v)))
	}
	return strings.Replace(strconv.FormatFloat(v, 'g', 3, 64), "-", "−", 1)
}

func superscript(n int) string {
	return strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴", "5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹").
		Replace(strconv.Itoa(n))
}

// thousands writes n with commas between its groups of three digits.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}
