package draw

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSpansAcrossWords(t *testing.T) {
	r := newRaster(200, 2)
	for _, x := range []int{3, 66, 127, 128, 199} {
		r.set(x, 1, x, 1)
	}
	assert.Equal(t, []span{{1, 3, 4}, {1, 66, 67}, {1, 127, 129}, {1, 199, 200}}, r.spans())
}

// Of bars within two rows of each other the longest is drawn; every state that is not drawn is counted.
func TestApart(t *testing.T) {
	chosen, left := apart(map[span]int{
		{10, 0, 50}:  1,
		{11, 0, 40}:  4, // too near
		{12, 0, 45}:  1, // too near
		{13, 0, 30}:  3, // of equal bars one is drawn
		{11, 60, 70}: 1, // beside
	}, 100, 20)
	assert.Equal(t, []span{{10, 0, 50}, {13, 0, 30}, {11, 60, 70}}, chosen)
	assert.Equal(t, 4+1+2, left)
}

// Every pixel's width shows the largest sum that holds anywhere in it.
func TestColumns(t *testing.T) {
	l := Live{Layers: []Layer{{Name: "a"}}}
	for i := range 3000 {
		l.Time = append(l.Time, float64(i)+0.5*float64(i%2))
		l.Layers[0].Values = append(l.Layers[0].Values, float64(i*7919%1009))
	}
	for i := 1000; i < 2000; i++ { // a gap: one value for all of its pixels
		l.Time[i] = 2000
	}
	s := scale{lo: -0.3, hi: 2999.7, p0: 50, p1: 350} // no time is on the edge of a pixel
	steps := l.columns(s)
	require.LessOrEqual(t, len(steps), 301)
	for _, step := range steps {
		want := 0.0
		for i := range l.Time {
			from, to := s.at(l.Time[i]), math.Inf(1)
			if i+1 < len(l.Time) {
				to = s.at(l.Time[i+1])
			}
			if from < step.x+1 && to > step.x {
				want = max(want, l.Layers[0].Values[i])
			}
		}
		require.Equal(t, want, l.Layers[0].Values[step.i], "from %v on", step.x)
	}
}

func TestSparse(t *testing.T) {
	labels := func(ticks []tick) string {
		var out []string
		for _, k := range ticks {
			out = append(out, k.label)
		}
		return strings.Join(out, " ")
	}
	assert.Equal(t, "5 10 15 20 25 30", labels(sparse(upTo(32), 8, true)))
	assert.Equal(t, "2 4 6 8", labels(sparse(upTo(8), 11, false)))
	assert.Equal(t, "1 2 3", labels(sparse(upTo(3), 200, true)))
	assert.Equal(t, "3 20", labels(sparse([]float64{3, 10, 20, 30}, 10, false)))
	thinned, k, l := heat(upTo(700), upTo(4), func(x, _ float64) float64 { return x }).thin()
	assert.Equal(t, []int{5, 1}, []int{k, l})
	assert.Equal(t, []float64{5, 10, 15}, thinned.X[:3])
	assert.Equal(t, []float64{5, 10, 15}, thinned.Values[3][:3])
}

func TestLabelsOfAnAxisKeepApart(t *testing.T) {
	f := frame{x: axis{scale: scale{lo: 0, hi: 60}}, y: axis{scale: scale{lo: 0, hi: 1}}}
	for i := range 61 {
		f.x.ticks = append(f.x.ticks, tick{float64(i), "label"})
	}
	f.layout(100)
	n := float64(strings.Count(f.body.String(), ">label<"))
	assert.Greater(t, n, 5.0)
	assert.Less(t, n*(textWidth("label", tickSize)+6), width)
}

func TestZeroOnALogarithm(t *testing.T) {
	h := heat(upTo(20), upTo(20), func(x, y float64) float64 { return (x - 1) * y })
	assert.Contains(t, svg(t, h), "Zero, which a logarithm does not reach")
	h = heat(upTo(20), upTo(20), func(x, y float64) float64 { return x * y })
	assert.NotContains(t, svg(t, h), "Zero, which")
}

func TestAtTheBudgetIsWithin(t *testing.T) {
	p := Pareto{Series: []Series{{"a", []Point{{X: 1, Y: 1024}}}}, Budget: &Limit{Value: 1024}}
	assert.NotContains(t, svg(t, p), "over the budget")
	p.Budget.Value = 1023
	assert.Contains(t, svg(t, p), "over the budget")
}

func TestEqualLimits(t *testing.T) {
	l := live()
	l.Limits = append(l.Limits, Limit{10240, "budget 10 KiB"}, Limit{10240, "the same again"})
	svg(t, l)
}
