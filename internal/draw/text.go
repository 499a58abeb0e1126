package draw

import "strings"

const (
	titleSize  = 17.0
	axisSize   = 13.0
	tickSize   = 12.0
	noteSize   = 11.0
	lineHeight = 1.3 // of a line of text, times its size
)

// textWidth is an upper estimate of the width of s: the fonts asked for differ, and the widest of them counts.
func textWidth(s string, size float64) float64 {
	em := 0.0
	for _, r := range s {
		switch {
		case strings.ContainsRune("iljI.,:;'|!", r):
			em += 0.32
		case strings.ContainsRune("ftr()[]/- ·", r):
			em += 0.41
		case strings.ContainsRune("mwMW%=<>≤≥×→±", r):
			em += 0.88
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z':
			em += 0.62
		case strings.ContainsRune("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", r):
			em += 0.43
		case r < 0x1100:
			em += 0.72
		default: // the wide scripts of East Asia, and pictures
			em++
		}
	}
	return em * size
}

// wrap breaks s at its spaces into lines no wider than width; a word that is wider is shortened.
func wrap(s string, size, width float64) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		word = shorten(word, size, width)
		if line != "" && textWidth(line+" "+word, size) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// shorten cuts s so that it is no wider than width.
func shorten(s string, size, width float64) string {
	if textWidth(s, size) <= width {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && textWidth(string(runes)+"…", size) > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
