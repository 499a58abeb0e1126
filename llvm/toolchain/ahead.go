package toolchain

import (
	"context"
	"fmt"
	goruntime "runtime"
	"sync"

	"procad/internal/cache"
	"procad/internal/scratch"
)

// An Ahead is what clang compiles while a program is still read, derived and written, with the
// processors that leaves: the runtime, and texts in Code.Unoptimised as soon as they are there.
type Ahead struct {
	*build  // nil where there is no clang, or no processor for it
	stop    context.CancelFunc
	running sync.WaitGroup
	folder  *scratch.Dir       // nil as long as nothing is made
	stored  bool               // the store has the product, as far as the first text tells
	texts   int                // so far
	begun   map[string]*object // by the file of the job
}

// An object is one that clang makes.
type object struct {
	path string
	made chan error // has an item when it is there, or cannot be made
}

// Ahead begins with the runtime, unless that is in the store. Close has to follow.
func (c *Compiler) Ahead(kind Kind) *Ahead {
	if goruntime.GOMAXPROCS(0) == 1 {
		return &Ahead{}
	}
	ctx, stop := context.WithCancel(context.Background())
	b, err := c.newBuild(ctx, kind)
	if err != nil {
		stop()
		return &Ahead{} // Compile says so
	}
	a := &Ahead{build: b, stop: stop, begun: map[string]*object{}}
	b.slots <- struct{}{} // for what writes the module
	for _, j := range b.runtime() {
		if !b.store().Has(*j.stored) {
			a.begin(j)
		}
	}
	return a
}

// Generate makes code by a function, which begin tells of each text in Code.Unoptimised as soon as it
// is there. Compile and Program then use what is made ahead of the code.
func (a *Ahead) Generate(ctx context.Context, generate func(begin func(text []byte)) (*Code, error)) (*Code, error) {
	if a.build == nil {
		return generate(nil)
	}
	context.AfterFunc(ctx, a.stop)
	code, err := generate(a.text)
	<-a.slots
	if code != nil {
		code.ahead = a
	}
	return code, err
}

// Close ends all that runs, and forgets what was made.
func (a *Ahead) Close() {
	if a.build == nil {
		return
	}
	a.stop()
	a.running.Wait()
	if a.folder != nil {
		a.folder.Close()
	}
	a.build = nil
}

func (a *Ahead) begin(j job) {
	if a.folder == nil {
		folder, err := scratch.New()
		if err != nil {
			return // Compile says so
		}
		a.folder = folder
		a.in(folder.Path)
	}
	o := &object{path: a.object(j), made: make(chan error, 1)}
	a.begun[j.file] = o
	a.running.Go(func() {
		select {
		case a.slots <- struct{}{}:
			o.made <- a.compile(a.ctx, j)
			<-a.slots
		case <-a.ctx.Done():
			o.made <- a.ctx.Err()
		}
	})
}

// text begins to compile a text, unless the store has what comes of it.
func (a *Ahead) text(text []byte) {
	if a.texts == 0 {
		a.stored = a.store().Has(a.firstKey(text))
	}
	if !a.stored {
		a.begin(a.unoptimisedJob(a.texts, text))
	}
	a.texts++
}

// firstKey is the key of the note that a product is stored of which this is the first text
// that is only translated.
func (b *build) firstKey(text []byte) cache.Key { return b.keyOf("product "+string(b.kind), text) }

// unoptimisedJob is the job for the k-th text that is only translated.
func (b *build) unoptimisedJob(k int, text []byte) job {
	return job{file: fmt.Sprintf("unoptimised%d.ll", k), text: text, flags: b.unoptimisedFlags(b.machine)}
}
