package loopir

// Walk calls yield for every operation of a block, those in its blocks after the one that they are in.
func (b *Block) Walk(yield func(*Op)) {
	for _, op := range b.Ops {
		yield(op)
		for _, inner := range op.Sub {
			inner.Walk(yield)
		}
	}
}

// Blocks calls yield for a block and all that are in it, in the order of the text.
func (b *Block) Blocks(yield func(*Block)) {
	yield(b)
	for _, op := range b.Ops {
		for _, inner := range op.Sub {
			inner.Blocks(yield)
		}
	}
}

// Uses calls yield for each value that the operation itself takes, what is no argument last.
func (op *Op) Uses(yield func(*Value)) {
	for _, v := range op.Args {
		yield(v)
	}
	if op.Mask != nil {
		yield(op.Mask)
	}
	if op.From != nil {
		yield(op.From)
	}
}

// AllUses calls yield for each value that the operation takes, or one in its blocks, and for what the blocks yield.
func (op *Op) AllUses(yield func(*Value)) {
	op.Uses(yield)
	for _, b := range op.Sub {
		b.AllUses(yield)
	}
}

// AllUses calls yield for each value that the operations of a block take, with those in their blocks, and for what it yields.
func (b *Block) AllUses(yield func(*Value)) {
	for _, op := range b.Ops {
		op.AllUses(yield)
	}
	for _, v := range b.Yield {
		yield(v)
	}
}

// Renumber gives the values IDs without gaps, in the order of the text. Constants that nobody uses are gone.
func (f *Func) Renumber() {
	f.Values = 0
	number := func(v *Value) {
		v.ID = f.Values
		f.Values++
	}
	old := f.consts
	f.consts = nil
	use := func(v *Value) {
		if v.Origin != Constant && v.Origin != Undefined {
			return
		}
		if c := (constant{v.Type, v.Origin, v.Bits}); old[c] == v {
			delete(old, c)
			if f.consts == nil {
				f.consts = map[constant]*Value{}
			}
			f.consts[c] = v
			number(v)
		}
	}
	f.Body.Blocks(func(b *Block) {
		for _, v := range b.Params {
			number(v)
		}
		for _, op := range b.Ops {
			op.Uses(use)
			for _, v := range op.Outs {
				number(v)
			}
		}
		for _, v := range b.Yield {
			use(v)
		}
	})
}
