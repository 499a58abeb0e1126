package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"procad/internal/draw"
)

// files are the chart, and the pages with what the figures say in them, by name; root is the folder of the project.
func (t *table) files(root string) (map[string]string, error) {
	chart, err := t.chart()
	if err != nil {
		return nil, err
	}
	all := map[string]string{"docs/pictures/table.svg": chart}
	for name, blocks := range map[string]map[string]string{
		"docs/performance.md": {"measured": t.measured(), "losses": t.losses(), "elsewhere": t.elsewhere(), "how": t.how()},
		"README.md":           {"summary": t.summary()},
	} {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		page := string(text)
		for block, written := range blocks {
			if page, err = replaced(page, block, written); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		all[name] = page
	}
	return all, nil
}

// replaced is a page whose block, between two comments, is the text.
func replaced(page, block, text string) (string, error) {
	between := regexp.MustCompile(`(?s)(<!-- sh scripts/table writes: ` + block + " -->\n).*?(<!-- end -->)")
	if len(between.FindAllString(page, -1)) != 1 {
		return "", fmt.Errorf("there is no block %s", block)
	}
	return between.ReplaceAllStringFunc(page, func(old string) string {
		parts := between.FindStringSubmatch(old)
		return parts[1] + text + parts[2]
	}), nil
}

// chart is the picture.
func (t *table) chart() (string, error) {
	d := draw.Dots{
		Title: "Values and gradients of eleven kernels", XLabel: "time, in units of the value by plain C (less is better)",
		Line: &draw.Limit{Value: 1, Label: "value, plain C"},
	}
	var shown []column
	for _, c := range columns {
		if c.legend != "" {
			shown = append(shown, c)
			d.Series = append(d.Series, c.legend)
		}
	}
	for _, f := range t.Kernels {
		row := draw.DotsRow{Name: f.Name}
		for _, c := range shown {
			row.Values = append(row.Values, f.ratio(c.key))
		}
		d.Rows = append(d.Rows, row)
	}
	var out bytes.Buffer
	err := d.Write(&out)
	return out.String(), err
}

// number writes a ratio to two digits, or as a whole number.
func number(v float64) string {
	switch {
	case v >= 9.95:
		return draw.Number.Format(math.Round(v))
	case v >= 0.995:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	return strconv.FormatFloat(v, 'f', 2, 64)
}

// measured is the table of all figures.
func (t *table) measured() string {
	var b strings.Builder
	b.WriteString("| kernel | sizes |")
	for _, c := range columns {
		fmt.Fprintf(&b, " %s |", c.name)
	}
	b.WriteString("\n|" + strings.Repeat("---|", len(columns)+2) + "\n")
	for _, f := range t.Kernels {
		fmt.Fprintf(&b, "| %s | %s | %s |", f.Name, f.Sizes, draw.Seconds.Format(f.Times["c"]/1e9))
		for _, c := range columns[1:] {
			fmt.Fprintf(&b, " %s |", number(f.ratio(c.key)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// how says what was measured with what.
func (t *table) how() string {
	command := "by itself"
	if t.Priority != "" {
		command = "with `" + t.Priority + "`"
	}
	return fmt.Sprintf("The processor is an %s. Each program was run %s. C, ADOL-C and procad are\ncompiled by %s. ADOL-C is %s, and PyTorch %s.\n",
		t.CPU, command, t.Clang, t.ADOLC, t.Torch)
}

// elsewhere is the table of what others reached.
func (t *table) elsewhere() string {
	var b strings.Builder
	b.WriteString("| kernel | ∇ best tool | ∇ expert | tuned by hand | ∇ tuned by hand | procad here | ∇ procad here |\n")
	b.WriteString("|" + strings.Repeat("---|", 7) + "\n")
	for _, o := range others {
		for _, f := range t.Kernels {
			if f.Name == o.kernel {
				fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", o.kernel, number(o.tool), number(o.expert), number(o.tuned), number(o.tunedGradient),
					number(f.ratio("value")), number(f.ratio("gradient")))
			}
		}
	}
	return b.String()
}

// losses is the table of the kernels whose loops would store much.
func (t *table) losses() string {
	var b strings.Builder
	b.WriteString("| kernel | ∇ | memory | ∇ with `--checkpoint store` | memory |\n|---|---|---|---|---|\n")
	for _, f := range t.Kernels {
		if slices.Contains(checkpointed, f.Name) {
			bytes := func(key string) string { return draw.Bytes.Format(float64(f.Memory[key])) }
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", f.Name, number(f.ratio("gradient")), bytes("gradient"), number(f.ratio("store")), bytes("store"))
		}
	}
	return b.String()
}

// much is from how many times plain C's value on a gradient has to be explained.
const much = 4

// summary is what README says of the figures.
func (t *table) summary() string {
	of := func(key string) string {
		all := t.of(key)
		return fmt.Sprintf("%s to %s (median %s)", number(all[0]), number(all[len(all)-1]), number(all[len(all)/2]))
	}
	text := fmt.Sprintf("The unit is the time of the value in plain C. Over %d kernels, the value takes %s with procad,\nand the gradient %s. With ADOL-C the gradient takes %s, and with PyTorch\n%s.",
		len(t.Kernels), of("value"), of("gradient"), of("adolc"), of("torch"))
	var slow []string
	for _, f := range t.Kernels {
		if f.ratio("gradient") > much {
			slow = append(slow, f.Name)
		}
	}
	if len(slow) > 0 {
		text += fmt.Sprintf(" With procad it takes more than %d units for %s: [why](docs/performance.md).", much, strings.Join(slow, ", "))
	}
	return text + "\n"
}
