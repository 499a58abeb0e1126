package loopir

import "fmt"

// structured are the types of operations with blocks.
func structured(op *Op) ([]Type, error) {
	switch op.Kind {
	case For:
		return forLoop(op)
	case While:
		return whileLoop(op)
	}
	if len(op.Args) != 1 || op.Args[0].Type != BoolType || len(op.Sub) != 2 || len(op.Sub[0].Params)+len(op.Sub[1].Params) > 0 {
		return nil, fmt.Errorf("if takes a bool, and two blocks without parameters")
	}
	ts := typesOf(op.Sub[0].Yield)
	return ts, sameTypes("the second block yields", op.Sub[1].Yield, ts)
}

// forLoop is
//
//	n : int    x : τ …    Γ, i : int, s : τ … ⊢ b yields τ …
//	─────────────────────────────────────────────────────────
//	Γ ⊢ for i < n (s = x …) { b } : τ …
//
// and the same from l : int.
func forLoop(op *Op) ([]Type, error) {
	if len(op.Args) == 0 || op.Args[0].Type != IntType || len(op.Sub) != 1 || len(op.Sub[0].Params) == 0 || op.Sub[0].Params[0].Type != IntType {
		return nil, fmt.Errorf("for takes an int, and a block with the number of the iteration")
	}
	if op.From != nil && op.From.Type != IntType {
		return nil, fmt.Errorf("for begins with an int")
	}
	ts := typesOf(op.Args[1:])
	if err := sameTypes("the block takes", op.Sub[0].Params[1:], ts); err != nil {
		return nil, err
	}
	return ts, sameTypes("the block yields", op.Sub[0].Yield, ts)
}

// whileLoop is
//
//	x : τ …    Γ, s : τ … ⊢ b yields bool, τ …
//	────────────────────────────────────────────
//	Γ ⊢ while (s = x …) { b } : τ …
func whileLoop(op *Op) ([]Type, error) {
	if len(op.Sub) != 1 {
		return nil, fmt.Errorf("while takes a block")
	}
	ts := typesOf(op.Args)
	if err := sameTypes("the block takes", op.Sub[0].Params, ts); err != nil {
		return nil, err
	}
	return ts, sameTypes("the block yields", op.Sub[0].Yield, append([]Type{BoolType}, ts...))
}

func typesOf(vs []*Value) []Type {
	ts := make([]Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type
	}
	return ts
}

// sameTypes says what is wrong with values that are to have certain types.
func sameTypes(what string, vs []*Value, ts []Type) error {
	if len(vs) != len(ts) {
		return fmt.Errorf("%s %d values, not %d", what, len(vs), len(ts))
	}
	for i, v := range vs {
		if v.Type != ts[i] {
			return fmt.Errorf("%s a %s, not a %s, at place %d", what, v.Type, ts[i], i)
		}
	}
	return nil
}

// claimed says what is wrong with the arguments of a Check: a test is of numbers of one type, or of vectors of such.
func claimed(op *Op) error {
	if op.Claim == nil || len(op.Args) < tests[op.Claim.Test].args {
		return fmt.Errorf("check takes what it demands")
	}
	of := map[Test]Elem{Holds: Bool, InInt: Real}
	for i, v := range op.Args {
		want := Int
		if e, ok := of[op.Claim.Test]; ok && i == 0 {
			want = e
		}
		if v.Type.Elem != want || v.Type.Lanes() == 0 {
			return fmt.Errorf("check does not take a %s", v.Type)
		}
	}
	return nil
}

// counted says what is wrong with the arguments of a Count or a Level: the first is the number of a counter.
func counted(op *Op) error {
	if at := op.Args[0]; at.Origin != Constant || !ints(op.Args, false) || int64(at.Bits) < 0 {
		return fmt.Errorf("%s takes the number of a counter, and an Int", op.Kind)
	}
	return nil
}
