package split

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// Library gives what a transformation needs to know of other functions.
type Library interface {
	// Sig is the type of any function.
	Sig(proc.Func) (proc.Sig, error)
	// Def is the definition of a function, nil if it is a primitive or a loop.
	Def(proc.Func) (*proc.Def, error)
	// Without are the disabled optimisations.
	Without() optim.Set
	// Policy is that of a loop that d calls, with the reason, where own is that of d; fuse says that
	// its reverse pass follows at once, where sums can be fused.
	Policy(d *proc.Def, loop proc.Func, own Policy, fuse bool) (Policy, string, error)
	// Useful gives the type of each variable of a definition, with Inactive for what is not useful (split/activity).
	Useful(d *proc.Def) (func(proc.Var) proc.Type, error)
	// Reads knows which arrays functions read.
	Reads() *graph.Reads
	// Plan is what the reverse of a loop does under a policy.
	Plan(loop proc.Func, p Policy) (*Plan, error)
}

// functions asks a library about functions, and keeps the first error.
type functions struct {
	lib Library
	err error
}

func (f *functions) without(n optim.Name) bool { return f.lib.Without().Has(n) }

func (f *functions) fail(err error) {
	if f.err == nil {
		f.err = err
	}
}

func (f *functions) sig(name proc.Func) proc.Sig {
	s, err := f.lib.Sig(name)
	if err != nil {
		f.fail(err)
	}
	return s
}

// definition is nil for what has none.
func (f *functions) definition(name proc.Func) *proc.Def {
	d, err := f.lib.Def(name)
	if err != nil {
		f.fail(err)
		return nil
	}
	return d
}

// discrete says that no derivative flows through a call, though arrays may come back
// through its reverse.
func (f *functions) discrete(s *proc.Call) bool {
	sig := f.sig(s.Func)
	return deriv.Discrete(sig.In) && deriv.Discrete(sig.Out) && !sig.Accumulates()
}
