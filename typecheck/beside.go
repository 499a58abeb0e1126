package typecheck

import (
	"sync"

	"procad/proc"
)

// A Beside checks long definitions on another processor, beside what is made of them meanwhile.
// A nil one checks all definitions at once.
type Beside struct {
	running sync.WaitGroup
	checks  []*beside // in the order in which they began
}

// A beside is one check, and what it found.
type beside struct {
	err   error
	broke any // what it ended with, if not with a result
}

// long is how many statements a definition has that is worth a check beside.
const long = 5000

// Def is the function Def, with what it finds as ill says. It says nothing of a long definition
// whose callees have types: Do does.
func (b *Beside) Def(d *proc.Def, sig func(proc.Func) (proc.Sig, error), ill func(error) error) error {
	if b != nil && len(d.Body) >= long {
		known := signatures{known: map[proc.Func]signature{}, find: sig}
		if known.callees(d.Body) {
			b.begin(func() error { return illTyped(d, known.of, ill) })
			return nil
		}
		sig = known.of
	}
	return illTyped(d, sig, ill)
}

func illTyped(d *proc.Def, sig func(proc.Func) (proc.Sig, error), ill func(error) error) error {
	if err := Def(d, sig); err != nil {
		return ill(err)
	}
	return nil
}

// callees finds the types of what p calls, in the order in which the checker asks for them, and
// says whether all have one.
func (s *signatures) callees(p proc.Procedure) bool {
	typed := true
	p.Calls(func(c *proc.Call) {
		if typed {
			_, err := s.of(c.Func)
			typed = err == nil
		}
	})
	return typed
}

func (b *Beside) begin(check func() error) {
	c := &beside{}
	b.checks = append(b.checks, c)
	b.running.Go(func() {
		defer func() { c.broke = recover() }()
		c.err = check()
	})
}

// Do does some work, and waits for the checks that began in it. What is ill-typed may make work
// fail or break: then that is the error.
func (b *Beside) Do(work func() error) (err error) {
	defer func() {
		b.running.Wait()
		for _, c := range b.checks {
			if c.broke != nil {
				panic(c.broke)
			}
			if c.err != nil {
				_ = recover()
				err = c.err
				return
			}
		}
	}()
	return work()
}
