package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"procad/internal/draw"
	"procad/internal/measure"
	"procad/llvm/toolchain"
)

const benchThreads = `--threads 1,2,4 measures the program with each number of threads, in interleaved rounds.
It prints how many times as fast it is as with the first, by the least times. limit is
what the bandwidth of memory allows: the least time with the first number of threads,
over the time in which memory gives the bytes that the call moves beyond the cache.
These are

  the arrays of parameters and results, and the trace    less what the cache holds
  the trace once more, for the reverse pass              less what the cache holds

Nothing else is counted: no other arrays that a call makes, no states of checkpoints,
no copies of chunks, and no trace of which only a bound is known. A trace counts as no
more than the memory that the call has in use. The bandwidth is that of reading an
array of four times the cache, at least 16 MiB, with each number of threads. A call
that moves nothing beyond the cache has no limit. --cache says how much the cache
holds, where the system is wrong: a virtual machine may have a part of what it sees.
--format svg draws the speed-ups, the ideal and the limits.`

// scaling rejects flags that are for several numbers of threads.
func (f *benchFlags) scaling(cmd *cobra.Command) error {
	flag := "--cache"
	switch {
	case len(f.threads.ns) > 1:
		return nil
	case f.report.format == formatSVG:
		flag = "--format svg"
	case f.cache == "":
		return nil
	}
	return &usageError{cmd, flag + " is for several numbers of threads, such as --threads 1,2,4"}
}

// cacheSize is how many bytes the cache holds, 0 if that is not known.
func (f *benchFlags) cacheSize(cmd *cobra.Command) (int64, error) {
	if f.cache == "" {
		return measure.LastCache(os.DirFS("/sys/devices/system/cpu")), nil
	}
	n, err := parseAmount("--cache", f.cache)
	if err != nil {
		return 0, &usageError{cmd, err.Error()}
	}
	return n, nil
}

// A scaling is what more threads gain, and what the bandwidth of memory allows.
type scaling struct {
	Threads    []int     `json:"threads"`
	Cache      int64     `json:"cache_bytes,omitempty"`      // 0 if it is not known
	Bandwidth  []float64 `json:"bytes_per_second,omitempty"` // with each number of threads, if anything is beyond the cache
	Unmeasured string    `json:"not_measured,omitempty"`     // why the bandwidth is not, although it may limit
	Value      speedUp   `json:"value"`
	Derivative *speedUp  `json:"derivative,omitempty"`
}

// A speedUp is how many times as fast something is as with the first number of threads.
type speedUp struct {
	Label  string    `json:"of"`
	Moved  int64     `json:"bytes_beyond_cache"`
	Times  []float64 `json:"speed_up"`
	Limits []float64 `json:"limit,omitempty"` // what the bandwidth allows
	least  float64   // the time with the first number of threads, in nanoseconds
}

// A traffic is the bytes that a call touches.
type traffic struct{ arrays, trace int64 }

// beyond is how many of them it moves beyond a cache: what is touched can be there from the run before, and the trace from the
// forward pass.
func (t traffic) beyond(cache int64) int64 {
	return max(t.arrays+t.trace-cache, 0) + max(t.trace-cache, 0)
}

// scalingOf is what subjects gain, which are one program with each number of threads.
func scalingOf(threads []int, subjects []*measured, value, derivative traffic, cache int64) *scaling {
	s := &scaling{Threads: threads, Cache: cache, Value: speedUp{Label: "value", least: subjects[0].Value.Min}}
	for _, m := range subjects {
		s.Value.Times = append(s.Value.Times, s.Value.least/m.Value.Min)
	}
	if first := subjects[0]; first.Derivative != nil {
		s.Derivative = &speedUp{Label: first.label(), least: first.Derivative.Min}
		for _, m := range subjects {
			s.Derivative.Times = append(s.Derivative.Times, s.Derivative.least/m.Derivative.Min)
		}
	}
	if cache == 0 {
		s.Unmeasured = "the size of the cache is not known; --cache says it"
		return s
	}
	s.Value.Moved = value.beyond(cache)
	if s.Derivative != nil {
		s.Derivative.Moved = derivative.beyond(cache)
	}
	return s
}

// parts are value and derivative.
func (s *scaling) parts() []*speedUp {
	if s.Derivative == nil {
		return []*speedUp{&s.Value}
	}
	return []*speedUp{&s.Value, s.Derivative}
}

// limited says that something moves bytes beyond the cache.
func (s *scaling) limited() bool {
	return slices.ContainsFunc(s.parts(), func(p *speedUp) bool { return p.Moved > 0 })
}

// limit fills in the limits, for so many bytes a second with each number of threads.
func (s *scaling) limit(bandwidth []float64) {
	s.Bandwidth = bandwidth
	for _, p := range s.parts() {
		for _, b := range bandwidth {
			if p.Moved > 0 {
				p.Limits = append(p.Limits, p.least*1e-9*b/float64(p.Moved))
			}
		}
	}
}

// The array that the bandwidth is measured with is so many times as large as the cache, and large enough for all threads to
// take a part.
const (
	streamed      = 4
	leastStreamed = 16 << 20
)

// scaling measures the bandwidth, if anything is beyond the cache.
func (b *bencher) scaling(r *benchReport, threads []int, subjects []*subject, cache int64) (*scaling, error) {
	first, m := subjects[0], r.Subjects[0]
	value, derivative := traffic{arrays: first.inputs + first.results}, traffic{}
	if first.derivative != nil {
		derivative = traffic{arrays: first.inputs + first.derivative.results, trace: min(m.Trace, m.Derivative.Peak)}
	}
	s := scalingOf(threads, r.Subjects, value, derivative, cache)
	if !s.limited() {
		return s, nil
	}
	array := max(streamed*cache, leastStreamed)
	if array > memoryThere()/2 {
		s.Unmeasured = "measuring the bandwidth would take an array of " + bytesText(array)
		return s, nil
	}
	bandwidth, err := new(toolchain.Compiler).Bandwidth(b.context, array, threads)
	if err != nil {
		return nil, b.interrupted(err)
	}
	s.limit(bandwidth)
	return s, nil
}

// write prints a row for each number of threads.
func (s *scaling) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "threads\t")
	for _, p := range s.parts() {
		fmt.Fprintf(t, "%s\tlimit\t", p.Label)
	}
	if s.Bandwidth != nil {
		fmt.Fprint(t, "memory\t")
	}
	fmt.Fprintln(t)
	for i, n := range s.Threads {
		fmt.Fprintf(t, "%d\t", n)
		for _, p := range s.parts() {
			limit := "-"
			if p.Limits != nil {
				limit = fmt.Sprintf("%.2f", p.Limits[i])
			}
			fmt.Fprintf(t, "%.2f\t%s\t", p.Times[i], limit)
		}
		if s.Bandwidth != nil {
			fmt.Fprintf(t, "%s/s\t", bytesText(int64(s.Bandwidth[i])))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, s.note())
	return err
}

// note says what limits there are.
func (s *scaling) note() string {
	if s.Cache == 0 {
		return "no limit: " + s.Unmeasured
	}
	var stays, moves []string
	for _, p := range s.parts() {
		if p.Moved > 0 {
			moves = append(moves, fmt.Sprintf("%s moves %s", p.Label, bytesText(p.Moved)))
		} else {
			stays = append(stays, p.Label+" stays in it")
		}
	}
	says := fmt.Sprintf("the cache holds %s: %s", bytesText(s.Cache), strings.Join(append(stays, moves...), ", "))
	if moves != nil {
		says += " beyond it"
	}
	if s.Unmeasured != "" {
		says += "; no limit: " + s.Unmeasured
	}
	return says
}

// picture draws speed-ups and limits.
func (s *scaling) picture(function string) draw.Curves {
	c := draw.Curves{Title: function + ": speed-up by threads", XLabel: "threads", YLabel: "speed-up", Notes: []string{s.note()}}
	order := make([]int, len(s.Threads))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return s.Threads[i] - s.Threads[j] })
	sorted := func(of func(i int) float64) (list []float64) {
		for _, i := range order {
			list = append(list, of(i))
		}
		return list
	}
	c.X = sorted(func(i int) float64 { return float64(s.Threads[i]) })
	ideal := sorted(func(i int) float64 { return float64(s.Threads[i]) / float64(s.Threads[0]) })
	c.Curves = append(c.Curves, draw.Curve{Name: "ideal", Y: ideal, Series: -1, Bound: true})
	for k, p := range s.parts() {
		c.Curves = append(c.Curves, draw.Curve{Name: p.Label, Y: sorted(func(i int) float64 { return p.Times[i] }), Series: k})
		if p.Limits != nil {
			c.Curves = append(c.Curves, draw.Curve{Name: p.Label + ": limit of the memory", Y: sorted(func(i int) float64 { return p.Limits[i] }), Series: k, Bound: true})
		}
	}
	return c
}
