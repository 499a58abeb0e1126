package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"procad/llvm/engine"
)

// A Task is something that is timed once in every round.
type Task struct {
	Name string
	Time func(context.Context) (engine.Timing, error)
}

// A Record is what the rounds of a task gave: of every figure the median of the
// rounds, but the shortest time of all and the most memory.
type Record struct {
	engine.Timing
	Rounds  int `json:"rounds"`
	medians []float64
}

// InIteration times every task in every round, one after the other. When the deadline
// of ctx passes, the rounds that are complete count, if there is one.
func InIteration(ctx context.Context, rounds int, tasks []Task) ([]*Record, error) {
	timings := make([][]engine.Timing, len(tasks))
	for done := range rounds {
		round, err := once(ctx, tasks)
		if err != nil {
			if done > 0 && errors.Is(ctx.Err(), context.DeadlineExceeded) {
				break
			}
			return nil, err
		}
		for k, t := range round {
			timings[k] = append(timings[k], t)
		}
	}
	records := make([]*Record, len(tasks))
	for k := range tasks {
		records[k] = recordOf(timings[k])
	}
	return records, nil
}

// once is a round.
func once(ctx context.Context, tasks []Task) ([]engine.Timing, error) {
	timings := make([]engine.Timing, len(tasks))
	for k, task := range tasks {
		t, err := task.Time(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", task.Name, err)
		}
		timings[k] = t
	}
	return timings, ctx.Err()
}

func recordOf(ts []engine.Timing) *Record {
	list := func(part func(engine.Timing) float64) []float64 {
		out := make([]float64, len(ts))
		for i, t := range ts {
			out[i] = part(t)
		}
		return out
	}
	r := &Record{Rounds: len(ts), medians: list(func(t engine.Timing) float64 { return t.Median })}
	r.Median = Median(r.medians)
	r.Quarter = Median(list(func(t engine.Timing) float64 { return t.Quarter }))
	r.ThreeQuarters = Median(list(func(t engine.Timing) float64 { return t.ThreeQuarters }))
	r.Max = Median(list(func(t engine.Timing) float64 { return t.Max }))
	r.Min = slices.Min(list(func(t engine.Timing) float64 { return t.Min }))
	for _, t := range ts {
		r.Runs = t.Runs
		r.Peak = max(r.Peak, t.Peak)
	}
	return r
}

// Spread is half the distance of the quartiles, as a part of the median.
func (r *Record) Spread() float64 {
	if r.Median == 0 {
		return 0
	}
	return (r.ThreeQuarters - r.Quarter) / 2 / r.Median
}

// Ratio is how long a takes in units of b: the median of the ratios in each round.
func Ratio(a, b *Record) float64 {
	ratios := make([]float64, min(len(a.medians), len(b.medians)))
	for i := range ratios {
		ratios[i] = a.medians[i] / b.medians[i]
	}
	return Median(ratios)
}

// Median is the middle of a list that is not empty, the upper one of two.
func Median(xs []float64) float64 {
	xs = slices.Clone(xs)
	slices.Sort(xs)
	return xs[len(xs)/2]
}
