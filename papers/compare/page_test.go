package compare_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/golden"
	"procad/papers/compare"
)

// page is what the tables and pictures of this package are in.
const page = "../../docs/seven.md"

// made compares what stands between two marks of the page with what it should be, or makes it so.
func made(t *testing.T, name, text string) {
	all, err := os.ReadFile(page)
	require.NoError(t, err)
	begin := fmt.Sprintf("<!-- %s: go test ./papers/compare -update -->\n", name)
	before, rest, ok := strings.Cut(string(all), begin)
	require.True(t, ok, "the page has no %q", begin)
	_, after, ok := strings.Cut(rest, "<!-- end -->\n")
	require.True(t, ok, "%s has no end", name)
	same(t, page, before+begin+text+"<!-- end -->\n"+after)
}

// same compares a file with what it should be, or makes it so.
func same(t *testing.T, file, want string) {
	if golden.Update() {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, want, string(have), "go test ./papers/compare -update rewrites %s", file)
}

// TestSentences says that what seven.md says beside its tables is what they have: the exponents, the sizes of the kernels, and how many
// systems there are.
func TestSentences(t *testing.T) {
	all, err := os.ReadFile(page)
	require.NoError(t, err)
	text := strings.Join(strings.Fields(string(all)), " ") // where lines end says nothing
	_, tables, ok := strings.Cut(text, "## What each costs")
	require.True(t, ok)
	_, exponents, ok := strings.Cut(tables, " The exponents are measured")
	require.True(t, ok)
	tables = strings.TrimSuffix(tables, exponents)
	numbers := regexp.MustCompile(`\d\.\d\d`).FindAllString(exponents, -1)
	assert.NotEmpty(t, numbers)
	for _, n := range numbers {
		assert.Contains(t, tables, "^"+n, "no table has the exponent %s", n)
	}
	for _, k := range costKernels {
		if last := k.sizes[len(k.sizes)-1]; last != 256 {
			assert.Contains(t, tables, fmt.Sprintf("%d for %s", last, k.name))
		}
	}
	names := map[string]bool{}
	for _, s := range compare.Derivations {
		name, _, _ := strings.Cut(s.Name, "-") // chad-efficient computes what chad does
		names[name] = true
		assert.Contains(t, string(all), "\n## "+name+"\n")
	}
	assert.Len(t, names, 6)
	assert.Contains(t, text, "the six systems")
	assert.Contains(t, text, fmt.Sprintf("A yes stands for %d random programs", *random))
}

// TestTable makes the table of what the systems say. That it is true is what TestExact and the tests after it show.
func TestTable(t *testing.T) {
	var b strings.Builder
	b.WriteString("| construct | " + strings.Join(compare.Names(), " | ") + " | compared |\n|---" + strings.Repeat("|---", len(compare.Names())+1) + "|\n")
	for _, c := range constructs {
		b.WriteString("| " + c.name)
		for _, name := range compare.Names() {
			switch _, no := c.refused[name]; {
			case no:
				b.WriteString(" | no")
			default:
				b.WriteString(" | yes")
			}
		}
		how := "to 1e-9"
		if c.of.tolerance == 0 {
			how = "exactly"
		}
		fmt.Fprintf(&b, " | %s |\n", how)
	}
	made(t, "constructs", b.String())
}
