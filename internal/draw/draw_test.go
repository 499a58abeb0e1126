package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

type picture interface{ Write(io.Writer) error }

func events(e []Event) func(func(Event) bool) { return slices.Values(e) }

// words is one piece of text in a picture and the room it takes.
type words struct {
	text string
	box  box
}

// svg is the picture, which must be the same when it is written again, be well-formed XML, keep its text on the paper, and let no two
// texts overlap.
func svg(t require.TestingT, p picture) string {
	var first, second bytes.Buffer
	require.NoError(t, p.Write(&first))
	require.NoError(t, p.Write(&second))
	require.Equal(t, first.String(), second.String())
	require.NotContains(t, first.String(), "NaN")
	require.NotContains(t, first.String(), "Inf")
	all, paper := texts(t, first.Bytes())
	for i, a := range all {
		require.True(t, paper.holds(a.box), "%q is not on the paper", a.text)
		for _, b := range all[:i] {
			require.False(t, a.box.meets(b.box), "%q overlaps %q", a.text, b.text)
		}
	}
	return first.String()
}

// texts are the upright texts of a picture but the seams under them, and the paper.
func texts(t require.TestingT, doc []byte) (out []words, paper box) {
	dec := xml.NewDecoder(bytes.NewReader(doc))
	turned := 0 // groups with a transformation that are open
	var groups []bool
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return out, paper
		}
		require.NoError(t, err)
		switch e := tok.(type) {
		case xml.StartElement:
			attrs := map[string]string{"font-size": "12"}
			for _, a := range e.Attr {
				_, twice := attrs[a.Name.Local]
				require.False(t, twice && a.Name.Local != "font-size", "attribute %s twice", a.Name.Local)
				attrs[a.Name.Local] = a.Value
			}
			number := func(name string) float64 {
				v, err := strconv.ParseFloat(attrs[name], 64)
				require.NoError(t, err)
				return v
			}
			switch e.Name.Local {
			case "svg":
				paper = box{0, 0, number("width"), number("height")}
			case "g":
				groups = append(groups, attrs["transform"] != "")
				if attrs["transform"] != "" {
					turned++
				}
			case "text":
				var s string
				require.NoError(t, dec.DecodeElement(&s, &e))
				if turned > 0 || attrs["aria-hidden"] != "" {
					continue
				}
				x, y, size := number("x"), number("y"), number("font-size")
				w := textWidth(s, size)
				switch attrs["text-anchor"] {
				case "middle":
					x -= w / 2
				case "end":
					x -= w
				}
				out = append(out, words{s, box{x + 0.01, y - 0.75*size, x + w - 0.01, y + 0.15*size}})
			}
		case xml.EndElement:
			if e.Name.Local == "g" {
				if groups[len(groups)-1] {
					turned--
				}
				groups = groups[:len(groups)-1]
			}
		}
	}
}

// golden compares with the picture of that name in testdata.
func golden(t *testing.T, name string, p picture) {
	got := svg(t, p)
	file := filepath.Join("testdata", name+".svg")
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	if got == string(want) {
		return
	}
	now, then := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	i := 0
	for i < min(len(now), len(then))-1 && now[i] == then[i] {
		i++
	}
	t.Errorf("%s differs from line %d on:\n%s\nwanted:\n%s", file, i+1, now[i], then[i])
}

var mixed = []Event{
	{Kind: Store, From: 0}, {Kind: Advance, From: 0, To: 3}, {Kind: Tape, From: 3, To: 4}, {Kind: Advance, From: 4, To: 6},
	{Kind: Store, From: 6, Checkpoint: 1}, {Kind: Tape, From: 6, To: 7}, {Kind: Advance, From: 7, To: 9}, {Kind: Tape, From: 9, To: 10},
	{Kind: Reverse, From: 9, To: 10}, {Kind: Restore, From: 6, Checkpoint: 1}, {Kind: Advance, From: 6, To: 7}, {Kind: Tape, From: 7, To: 9},
	{Kind: Reverse, From: 6, To: 9}, {Kind: Free, Checkpoint: 1}, {Kind: Restore, From: 0}, {Kind: Advance, From: 0, To: 4},
	{Kind: Tape, From: 4, To: 6}, {Kind: Reverse, From: 3, To: 6}, {Kind: Restore, From: 0}, {Kind: Tape, From: 0, To: 3},
	{Kind: Free}, {Kind: Reverse, From: 0, To: 3},
}

func pareto() Pareto {
	return Pareto{
		Title:  "100 iterations: peak memory against work",
		XLabel: "forward iterations / iterations", YLabel: "peak memory", YUnit: Bytes,
		Series: []Series{
			{"store", []Point{{X: 1, Y: 400 << 10, Label: "store"}}},
			{"sqrt", []Point{{X: 1.9, Y: 50 << 10, Label: "sqrt"}}},
			{"binomial(s)", []Point{
				{X: 10.3, Y: 6 << 10, Label: "s=2"}, {X: 4.16, Y: 9 << 10, Label: "s=5"}, {X: 3.22, Y: 14 << 10, Label: "s=10", Chosen: true}, {X: 2.9, Y: 30 << 10},
			}},
			{"recompute", []Point{{X: 50.5, Y: 5 << 10, Label: "recompute"}}},
		},
		Budget: &Limit{16 << 10, "budget 16 KiB"},
	}
}

func live() Live {
	return Live{
		Title: "every(2), 4 iterations: live bytes", XLabel: "time (iterations run)", YLabel: "live bytes", YUnit: Bytes,
		Time: []float64{0, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10},
		Layers: []Layer{
			{"stored states", []float64{1024, 2048, 2048, 2048, 2048, 1024, 1024, 1024, 1024, 1024, 0}},
			{"traces", []float64{0, 4096, 8192, 8192, 4096, 0, 4096, 8192, 8192, 4096, 0}},
		},
		Limits: []Limit{{10240, "predicted 10 KiB"}},
	}
}

// repetitions is the smallest r with n ≤ C(s+r, s).
func repetitions(n, s float64) float64 {
	r := 0.0
	for c := 1.0; c < n; c = c * (s + r) / r {
		r++
	}
	return r
}

func heat(xs, ys []float64, value func(x, y float64) float64) Heat {
	h := Heat{Title: "Repetitions of the optimal schedule", XLabel: "iterations n", YLabel: "checkpoints s", Label: "repetitions r", X: xs, Y: ys}
	for _, y := range ys {
		var row []float64
		for _, x := range xs {
			row = append(row, value(x, y))
		}
		h.Values = append(h.Values, row)
	}
	return h
}

func upTo(n int) (out []float64) {
	for i := range n {
		out = append(out, float64(i+1))
	}
	return out
}

func compare() Compare {
	return Compare{"Peak memory of 1,000 iterations", "peak memory", Bytes, true, []Row{
		{"store", 4e7, 4e7}, {"sqrt", 1.6e6, 1.7e6}, {"binomial(20)", 204800, 204000}, {"recompute", 49152, 49152},
	}}
}

func dots() Dots {
	return Dots{
		Title: "Time of a gradient", XLabel: "time / time of the value", Line: &Limit{1, "value"},
		Series: []string{"one", "two", "three", "four", "five", "six", "seven", "eight"},
		Rows: []DotsRow{
			{"heat", []float64{0.2, 0.5, 1.5, 3, 14, 40, 120, 900}},
			{"lse", []float64{0.3, math.NaN(), 1, 1.1, math.NaN(), 2, 30, 70}},
		},
	}
}

func curves() Curves {
	return Curves{
		Title: "f: speed-up by threads", XLabel: "threads", YLabel: "speed-up",
		X: []float64{1, 2, 4, 8, 16, 64},
		Curves: []Curve{
			{"ideal", []float64{1, 2, 4, 8, 16, 64}, -1, true},
			{"value", []float64{1, 1.9, 3.3, 4, 4.1, 3.9}, 0, false},
			{"limit of the value", []float64{2.2, 3.6, 4.2, 4.4, 4.4, 4.4}, 0, true},
			{"gradient", []float64{1, 2, 3.9, 7.5, 14, 41}, 1, false},
		},
		Notes: []string{"The gradient stays in the cache."},
	}
}

func TestPictures(t *testing.T) {
	logarithmic := heat(upTo(30), upTo(12), func(n, s float64) float64 {
		if s > n {
			return math.NaN()
		}
		return n * n / s
	})
	logarithmic.Title, logarithmic.Label = "Iterations squared by checkpoints", "n²/s"
	for name, p := range map[string]picture{
		"schedule-binomial": Schedule{"binomial(3), 10 iterations", 10, events(binomial(10, 3))},
		"schedule-sqrt":     Schedule{"every(3), 10 iterations", 10, events(blocks(10, 3))},
		"schedule-mixed":    Schedule{"states and traces mixed, 10 iterations", 10, events(mixed)},
		"schedule-none":     Schedule{"binomial(3), 0 iterations", 0, events(nil)},
		"pareto":            pareto(),
		"live":              live(),
		"heat":              heat([]float64{10, 100, 1000, 10000}, []float64{3, 5, 10, 20}, repetitions),
		"heat-logarithmic":  logarithmic,
		"compare":           compare(),
		"dots":              dots(),
		"curves":            curves(),
	} {
		t.Run(name, func(t *testing.T) { golden(t, name, p) })
	}
}

func TestLargeSchedules(t *testing.T) {
	for name, c := range map[string]struct {
		n      int
		events []Event
	}{
		"binomial":      {1000, binomial(1000, 20)},
		"bisect":        {100_000, bisected(100_000)},
		"sqrt":          {1_000_000, blocks(1_000_000, 1000)},
		"recompute":     {2000, recomputed(2000)},
		"store":         {1_000_000_000, taped(1_000_000_000)},
		"every state":   {20_000, blocks(20_000, 1)},
		"just detailed": {225, binomial(225, 15)},
	} {
		got := svg(t, Schedule{name, c.n, events(c.events)})
		assert.Less(t, len(got), 100_000, name)
	}
}

func TestLargeData(t *testing.T) {
	l := Live{Title: "noise", Layers: []Layer{{Name: "a"}, {Name: "b"}}}
	for i := range 200_000 {
		l.Time = append(l.Time, float64(i))
		l.Layers[0].Values = append(l.Layers[0].Values, float64(i%97))
		l.Layers[1].Values = append(l.Layers[1].Values, float64(i*31%89))
	}
	l.Layers[0].Values[77_777] = 5000
	got := svg(t, l)
	assert.Less(t, len(got), 100_000)
	assert.Contains(t, got, "peak 5,0", "the peak is not lost")

	p := Pareto{Series: []Series{{Name: "many"}}}
	for i := range 20_000 {
		p.Series[0].Points = append(p.Series[0].Points, Point{X: 1 + float64(i), Y: 1e9 / (1 + float64(i)), Label: strconv.Itoa(i)})
	}
	assert.Less(t, len(svg(t, p)), 200_000)

	h := heat(upTo(700), upTo(500), func(x, y float64) float64 { return math.Mod(x*y, 97) })
	got = svg(t, h)
	assert.Less(t, len(got), 2_000_000)
	assert.Contains(t, got, "one column of 5 is drawn")
	assert.Contains(t, got, "one row of 5 is drawn")
}

func TestWhatCannotBeDrawn(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	point := func(x, y float64) Pareto { return Pareto{Series: []Series{{"a", []Point{{X: x, Y: y}}}}} }
	one := func(time, value float64) Live {
		return Live{Time: []float64{time}, Layers: []Layer{{"a", []float64{value}}}}
	}
	for _, c := range []struct {
		picture picture
		want    string
	}{
		{Pareto{}, "nothing to draw: no points"},
		{Pareto{Series: []Series{{Name: "a"}}}, "nothing to draw: no points"},
		{point(nan, 1), `x of point 1 of series "a" is NaN: only finite numbers can be drawn`},
		{point(1, inf), `y of point 1 of series "a" is +Inf: only finite numbers can be drawn`},
		{point(0, 1), "nothing to draw: a logarithmic axis has no 0, where all points are"},
		{point(1e-101, 1), `x of point 1 of series "a" is 1e-101: a logarithmic axis takes numbers from 1e-100 to 1e100`},
		{point(1, -2), `y of point 1 of series "a" is -2: a logarithmic axis takes numbers from 1e-100 to 1e100`},
		{Pareto{Series: point(1, 1).Series, Budget: &Limit{Value: nan}}, "the budget is NaN: only finite numbers can be drawn"},
		{Pareto{XUnit: "kg"}, `unit "kg" is not known: use "bytes", "seconds" or none`},
		{Live{}, "nothing to draw: no times or no layers"},
		{one(nan, 1), "time 1 is NaN: only finite numbers can be drawn"},
		{one(1, inf), `value 1 of layer "a" is +Inf: only finite numbers can be drawn`},
		{one(1, -1), `value 1 of layer "a" is -1: memory is not negative`},
		{Live{Time: []float64{1}, Layers: []Layer{{Name: "a"}}}, `layer "a" has 0 values for 1 times`},
		{Live{Time: []float64{2, 1}, Layers: []Layer{{"a", []float64{1, 1}}}}, "time 2 is 1, before the time 2 ahead of it"},
		{Heat{}, "nothing to draw: no values"},
		{Heat{X: []float64{1}, Y: []float64{1}, Values: [][]float64{{nan}}}, "nothing to draw: no values"},
		{Heat{X: []float64{1}, Y: []float64{1}, Values: [][]float64{{inf}}}, "value 1 of row 1 is +Inf: only finite numbers can be drawn"},
		{Heat{X: []float64{1}, Values: [][]float64{{1}}}, "1 rows of values for 0 values of y"},
		{Heat{X: []float64{1}, Y: []float64{1}, Values: [][]float64{{1, 2}}}, "row 1 has 2 values for 1 values of x"},
		{Heat{X: []float64{nan}, Y: []float64{1}, Values: [][]float64{{1}}}, "a value of x or y is NaN: only finite numbers can be drawn"},
		{Compare{}, "nothing to draw: no rows"},
		{Compare{Rows: make([]Row, 201)}, "201 rows: a picture takes at most 200"},
		{Dots{Series: []string{"s"}}, "nothing to draw: no rows or no series"},
		{Dots{Series: []string{"s"}, Rows: make([]DotsRow, 201)}, "201 rows: a picture takes at most 200"},
		{Dots{Series: []string{"s"}, Rows: []DotsRow{{"a", nil}}}, `row "a" has 0 values for 1 series`},
		{Dots{Series: []string{"s"}, Rows: []DotsRow{{"a", []float64{nan}}}}, "nothing to draw: no values"},
		{Dots{Series: []string{"s"}, Rows: []DotsRow{{"a", []float64{0}}}}, "s of a is 0: a logarithmic axis takes numbers from 1e-100 to 1e100"},
		{Dots{Series: []string{"s"}, Rows: []DotsRow{{"a", []float64{1}}}, Line: &Limit{nan, "C"}}, "C is NaN: only finite numbers can be drawn"},
		{Curves{X: []float64{1}}, "nothing to draw: no values or no curves"},
		{Curves{X: []float64{0}, Curves: make([]Curve, 1)}, "x 1 is 0: a logarithmic axis takes numbers from 1e-100 to 1e100"},
		{Curves{X: []float64{2, 1}, Curves: make([]Curve, 1)}, "the values of x do not rise"},
		{Curves{X: []float64{1}, Curves: []Curve{{"a", nil, 0, false}}}, `curve "a" has 0 values for 1 of x`},
		{Curves{X: []float64{1}, Curves: []Curve{{"a", []float64{nan}, 0, false}}}, `value 1 of curve "a" is NaN: only finite numbers can be drawn`},
		{Curves{X: []float64{1}, Curves: []Curve{{"a", []float64{1}, -1, false}}}, `curve "a" has no series, whose marks it would have`},
		{Compare{Log: true, Rows: []Row{{"a", 1, 0}}}, "the measurement of a is 0: a logarithmic axis takes numbers from 1e-100 to 1e100"},
	} {
		var out bytes.Buffer
		require.EqualError(t, c.picture.Write(&out), c.want)
		assert.Zero(t, out.Len(), "nothing is written")
	}
}

func TestErrorsOfTheWriterAreReported(t *testing.T) {
	r, w := io.Pipe()
	require.NoError(t, r.CloseWithError(io.ErrNoProgress))
	require.ErrorIs(t, pareto().Write(w), io.ErrNoProgress)
}

func TestDegenerate(t *testing.T) {
	one := Pareto{Series: []Series{{"a", []Point{{X: 3, Y: 3, Label: "a"}}}}}
	same := Pareto{Series: []Series{{Name: "a"}}, YUnit: Bytes, Budget: &Limit{1 << 20, "just so"}}
	for i := range 20 {
		same.Series[0].Points = append(same.Series[0].Points, Point{X: 2, Y: 1 << 20, Label: fmt.Sprint("plan ", i)})
	}
	huge := Pareto{YUnit: Bytes, XUnit: Seconds, Series: []Series{{"a", []Point{{X: 1e-100, Y: 1e-100, Label: "low"}, {X: 1e100, Y: 1e100, Label: "high"}}}}}
	h := heat([]float64{1}, []float64{1}, func(_, _ float64) float64 { return 0.5 })
	zeros := live()
	zeros.Layers = []Layer{{"none", make([]float64, len(zeros.Time))}}
	for name, p := range map[string]picture{
		"one point": one, "equal points": same, "huge ranges": huge, "one cell": h, "no memory": zeros,
		"one value":      Curves{X: []float64{4}, Curves: []Curve{{"a", []float64{7}, 0, false}, {"b", []float64{7}, 0, true}}},
		"equal values":   Curves{X: []float64{2, 2}, Curves: []Curve{{"a", []float64{1, 1}, 3, false}}},
		"one time":       Live{Time: []float64{3}, Layers: []Layer{{"a", []float64{7}}}},
		"huge times":     Live{Time: []float64{-1e300, 1e300}, Layers: []Layer{{"a", []float64{1e300, 0}}}, YUnit: Bytes},
		"equal cells":    heat(upTo(3), upTo(3), func(_, _ float64) float64 { return 7 }),
		"wide cells":     heat(upTo(9), upTo(9), func(x, y float64) float64 { return math.Pow(10, 30*(x-y)) }),
		"zeros":          Compare{Rows: []Row{{"a", 0, 0}, {"b", 0, 1}}},
		"negative":       Compare{Rows: []Row{{"a", -5, -4}}},
		"one iteration":  Schedule{"", 1, events(binomial(1, 1))},
		"two iterations": Schedule{"", 2, events(binomial(2, 2))},
	} {
		assert.NotPanics(t, func() { svg(t, p) }, name)
	}
}

// TestZero draws what is not at 0, and names the rest.
func TestZero(t *testing.T) {
	p := pareto()
	whole := svg(t, p)
	assert.NotContains(t, whole, "Not drawn")
	p.Series = append([]Series{{"none", []Point{{X: 1, Y: 0, Label: "none(3)"}, {X: 0, Y: 2}}}}, p.Series...)
	got := svg(t, p)
	assert.Contains(t, got, "Not drawn, since a logarithmic axis has no 0: none(3), none.")
	assert.NotContains(t, got, ">none<")
	assert.Equal(t, strings.Count(whole, "<path"), strings.Count(got, "<path"))
}

func TestTextIsEscaped(t *testing.T) {
	evil := "a<b>&\"'\x00\x1f]]>\ufffe\n</text>é漢"
	p := pareto()
	p.Title, p.XLabel, p.Series[0].Name, p.Series[0].Points[0].Label, p.Budget.Label = evil, evil, evil, evil, evil
	got := svg(t, p)
	assert.Contains(t, got, "a&lt;b&gt;&amp;\"'\ufffd\ufffd]]&gt;\ufffd &lt;/text&gt;é漢")
	svg(t, Compare{Title: strings.Repeat(evil, 100), XLabel: strings.Repeat("long ", 100), Rows: []Row{{strings.Repeat("name", 100), 1, 2}}})
}

// Any points make a picture whose labels do not overlap.
func TestAnyPareto(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Pareto{Title: "any", XLabel: "x", YLabel: "y", YUnit: rapid.SampledFrom([]Unit{Number, Bytes, Seconds}).Draw(t, "unit")}
		spread := rapid.Float64Range(0, 12).Draw(t, "spread")
		number := func() float64 { return math.Pow(10, rapid.Float64Range(0, 1).Draw(t, "v")*spread) }
		for i := range rapid.IntRange(1, 9).Draw(t, "series") {
			s := Series{Name: fmt.Sprint("strategy ", i)}
			for k := range rapid.IntRange(1, 12).Draw(t, "points") {
				s.Points = append(s.Points, Point{X: number(), Y: number(), Label: fmt.Sprint("label ", k), Chosen: k == 5})
			}
			p.Series = append(p.Series, s)
		}
		if rapid.Bool().Draw(t, "budget") {
			p.Budget = &Limit{number(), "budget"}
		}
		svg(t, p)
	})
}

// Any optimal schedule can be drawn, and the number of its advances is in the legend.
func TestAnySchedule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 120).Draw(t, "n")
		s := rapid.IntRange(1, n).Draw(t, "s")
		got := svg(t, Schedule{"any", n, events(binomial(n, s))})
		// A(n, s) = r·n − C(s+r, r−1)
		r := repetitions(float64(n), float64(s))
		advances := r * float64(n)
		c := 1.0
		for i := range int(r) - 1 {
			c = c * (float64(s) + r - float64(i)) / float64(i+1)
		}
		require.Contains(t, got, fmt.Sprintf(">advance (%s)<", thousands(int64(math.Round(advances-c)))))
	})
}
