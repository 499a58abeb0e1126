package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// patience is how long a command runs before it shows what it does.
const patience = 2 * time.Second

// showing are the commands that show it.
var showing = []string{"run", "grad", "gradcheck", "build"}

// A progress is a line on a terminal that says what a command does, and for how long. It is there while nothing else is
// written, and begins late: a command that is quick shows none. A nil progress shows nothing.
type progress struct {
	to    io.Writer
	after time.Duration
	does  atomic.Pointer[string]

	mu    sync.Mutex
	since time.Time
	timer *time.Timer // nil while the command does not run
	lines *mpb.Progress
	line  *mpb.Bar // nil while none is shown
}

// onTerminal is a progress on standard error, and what is to be written there instead: nil and the same if it
// is no terminal.
func onTerminal(stderr io.Writer) (*progress, io.Writer) {
	f, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil, stderr
	}
	p := &progress{to: f, after: patience}
	return p, p
}

// shown has a command show what it does.
func (p *progress) shown(cmd *cobra.Command) {
	if p == nil || !slices.Contains(showing, cmd.Name()) {
		return
	}
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p.begin()
		defer p.end()
		return run(cmd, args)
	}
}

// begin shows the line some time from now.
func (p *progress) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.since = time.Now()
	p.timer = time.AfterFunc(p.after, p.show)
}

// say says what the command does from now on.
func (p *progress) say(format string, args ...any) {
	if p != nil {
		text := fmt.Sprintf(format, args...)
		p.does.Store(&text)
	}
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil || p.line != nil {
		return
	}
	since := p.since
	p.lines = mpb.New(mpb.WithOutput(p.to), mpb.WithAutoRefresh())
	p.line = p.lines.New(0, mpb.SpinnerStyle().PositionLeft(), mpb.BarRemoveOnComplete(), mpb.BarWidth(2), mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
		text := "working"
		if does := p.does.Load(); does != nil {
			text = *does
		}
		return fmt.Sprintf(" %s, %s", text, time.Since(since).Round(time.Second))
	})))
}

// hide removes the line, which p.mu guards.
func (p *progress) hide() {
	if p.line != nil {
		p.line.Abort(true)
		p.lines.Wait()
		p.line = nil
	}
}

// end removes the line for good.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	p.hide()
}

// Write writes a message in the place of the line, which comes again some time later.
func (p *progress) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hide()
	if p.timer != nil {
		p.timer.Reset(p.after)
	}
	return p.to.Write(text)
}

// steps is a bar on a terminal, and nothing elsewhere. step advances it, and done removes it.
func (p *progress) steps(n int) (step, done func()) {
	var to io.Writer
	if p != nil {
		to = p.to
	}
	all := mpb.New(mpb.WithOutput(to))
	bar := all.AddBar(int64(n), mpb.BarRemoveOnComplete(), mpb.AppendDecorators(decor.Percentage()))
	return bar.Increment, sync.OnceFunc(func() {
		bar.Abort(true)
		all.Wait()
	})
}
