package run

import "procad/llvm/loopir"

// par runs  par f(n, x):  f(c, x) for c = 0 … n-1, one after the other. It demands what lets others run them at the same time: no
// call reads or sets an element that another one sets or adds to.
func (f *frame) par(op *loopir.Op) error {
	callee, args := f.prog.Lookup(op.Func), f.leaves(op.Args)
	n := f.int(op.Args[0])
	if n < 0 {
		return f.broken("%d calls at the same time", n)
	}
	w := &watch{met: map[element]visit{}}
	f.watches = append(f.watches, w)
	defer func() { f.watches = f.watches[:len(f.watches)-1] }()
	for k := range n {
		if f.backwards {
			k = n - 1 - k
		}
		w.call = k
		args[0] = leaf{word: uint64(k)}
		if _, err := f.call(callee, args, f.pos()); err != nil {
			return err
		}
	}
	return nil
}

// A watch is what the calls of a Par have done with memory.
type watch struct {
	call int64 // the one that runs
	met  map[element]visit
}

// An element is one of a memory.
type element struct {
	of *memory
	at int
}

// A visit says which call did something with an element, and whether it was set or added to.
type visit struct {
	call int64
	set  bool
}

// visit notes that the calls which run do something with elements, from one on.
func (f *frame) visit(of *memory, at, n int, sets bool) error {
	for _, w := range f.watches {
		for k := range n {
			e := element{of, at + k}
			last, met := w.met[e]
			switch {
			case met && last.call != w.call && (sets || last.set):
				return f.broken("calls %d and %d do something with element %d, which may be at the same time", last.call, w.call, e.at)
			case !met || sets:
				w.met[e] = visit{w.call, sets}
			}
		}
	}
	return nil
}
