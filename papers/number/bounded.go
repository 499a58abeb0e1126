package number

import (
	"fmt"
	"runtime/debug"
	"runtime/metrics"

	"github.com/dustin/go-humanize"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
)

// Within is a domain whose primitives end a run, with an *Exhausted, that has more than so many bytes in use.
func Within(limit int64, d Domain) *Bounded {
	return &Bounded{Domain: d, Limit: limit, sample: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
}

// A Bounded domain is one of Within.
type Bounded struct {
	Domain
	Limit  int64
	sample []metrics.Sample
	count  int
}

// An Exhausted is the end of a run that needs more memory than it may use.
type Exhausted struct{ Limit int64 }

func (e *Exhausted) Error() string {
	return fmt.Sprintf("more than %s of memory are in use", humanize.IBytes(uint64(e.Limit)))
}

// between is how many primitives run before the next look at the memory.
const between = 64

func (b *Bounded) Prim(pos diag.Pos, op core.Op, args ...eval.Value) eval.Value {
	if b.count++; b.count%between == 0 {
		// The collector keeps what is in use and what is garbage within the limit together. It would run all the
		// time for the last bytes.
		if metrics.Read(b.sample); int64(b.sample[0].Value.Uint64()) > b.Limit/8*7 {
			panic(Interrupt{&Exhausted{b.Limit}})
		}
	}
	return b.Domain.Prim(pos, op, args...)
}

// Collecting has the collector keep to the limit until the function that it returns is called.
func (b *Bounded) Collecting() (end func()) {
	before := debug.SetMemoryLimit(b.Limit)
	return func() { debug.SetMemoryLimit(before) }
}
