package docs_test

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A call is what threads.md says of a value or a gradient, in ms and MiB.
type call struct{ once, serial, chunks, loops, bytes float64 }

// A machine is what it says of the bandwidth, in MiB a ms, and of a divided loop, in ms.
type machine struct {
	bandwidth map[int]float64
	wakes     float64
}

// time is the model of the page.
func (m machine) time(c call, threads int) float64 {
	work := c.once - c.serial - c.bytes/m.bandwidth[1]
	if threads == 1 {
		return c.once
	}
	return c.serial + work*math.Ceil(c.chunks/float64(threads))/c.chunks + c.bytes/m.bandwidth[threads] + c.loops*m.wakes
}

// rowsOf are the cells of the rows of tables that begin with a word of a pattern.
func rowsOf(page, word string) (rows [][]string) {
	for _, found := range regexp.MustCompile(`(?m)^\| (`+word+`) \| (.*) \|$`).FindAllStringSubmatch(page, -1) {
		rows = append(rows, append([]string{found[1]}, strings.Split(found[2], " | ")...))
	}
	return rows
}

// number is a number of a page.
func number(t *testing.T, text string) float64 {
	x, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	require.NoError(t, err)
	return x
}

// TestSpeedUps says that the speed-ups of threads.md are those of its model, from the measurements beside them, and that the model
// and what was measured agree.
func TestSpeedUps(t *testing.T) {
	text, err := os.ReadFile("threads.md")
	require.NoError(t, err)
	page := string(text)
	wakes := regexp.MustCompile(`p = (\d+) µs`).FindStringSubmatch(page)
	require.NotNil(t, wakes)
	m := machine{map[int]float64{}, number(t, wakes[1]) / 1000}
	counts := []int{1, 2, 8, 64}
	bandwidths := rowsOf(page, `B\(n\) in GiB/s`)
	require.Len(t, bandwidths, 1)
	for k, n := range counts {
		m.bandwidth[n] = number(t, bandwidths[0][k+1]) * 1024 / 1000
	}
	calls := map[string]call{}
	for _, row := range rowsOf(page, `\w+, (?:value|gradient)`) {
		require.Len(t, row, 10)
		var cells [6]float64
		for k := range cells {
			cells[k] = number(t, row[k+1])
		}
		c := call{cells[0], cells[1], cells[2], cells[3], cells[4]}
		calls[row[0]] = c
		assert.GreaterOrEqual(t, c.once, c.serial+c.bytes/m.bandwidth[1], row[0])
		for k, n := range counts[1:] {
			assert.Equal(t, fmt.Sprintf("%.1f", c.once/m.time(c, n)), row[k+7], "%s with %d threads", row[0], n)
		}
		assert.InEpsilon(t, cells[5], c.once/m.time(c, 2), 0.15, row[0])
	}
	require.Len(t, calls, 6)
	serial := func(name string, n int) string {
		return fmt.Sprintf("%.0f %%", 100*calls[name].serial/m.time(calls[name], n))
	}
	words := strings.Join(strings.Fields(page), " ") // where lines end says nothing
	assert.Contains(t, words, "In the gradient of `plate` what is outside of divided loops takes "+serial("plate, gradient", 1)+" of the time with one thread, and "+serial("plate, gradient", 64)+" with 64.")
	gradients := rowsOf(page, `gmm|regression|plate`)
	require.Len(t, gradients, 3)
	for _, row := range gradients {
		require.Len(t, row, 5)
		for k, n := range counts {
			want := m.time(calls[row[0]+", gradient"], n) / m.time(calls[row[0]+", value"], n)
			assert.Equal(t, fmt.Sprintf("%.1f", want), row[k+1], "%s with %d threads", row[0], n)
		}
	}
	for _, product := range regexp.MustCompile(`((?:[\d,]+ · )+[\d,]+) = ([\d,]+)`).FindAllStringSubmatch(page, -1) {
		want := 1.0
		for _, factor := range strings.Split(product[1], " · ") {
			want *= number(t, factor)
		}
		assert.Equal(t, want, number(t, product[2]), product[0])
	}
}
