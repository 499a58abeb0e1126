package capi

// An Arg is an argument in C: for one leaf, or a pointer to a struct for some that follow each other.
type Arg struct {
	Name   string
	Box    *Box
	Leaves []Param
	Role   Role
	First  int // the place of the first leaf
}

// called is its name.
func (a Arg) called() string { return a.Name }

// cArgs are the arguments for leaves.
func cArgs(list []Param, roles []Role) (args []Arg) {
	for i, p := range list {
		if last := len(args) - 1; p.Box != nil && last >= 0 && args[last].Box == p.Box {
			args[last].Leaves = append(args[last].Leaves, p)
			continue
		}
		a := Arg{p.Name, p.Box, []Param{p}, roles[i], i}
		if p.Box != nil {
			a.Name = p.Box.name
		}
		args = append(args, a)
	}
	return args
}

// cType is how an argument is declared. Whoever wants a result gives the address of a struct.
func (a Arg) cType() string {
	switch {
	case a.Box == nil:
		return a.Leaves[0].cType(a.Role)
	case a.Role == ArgumentRole:
		return "const " + a.Box.of.name + " *"
	}
	return a.Box.of.name + " *"
}

// A Role is what a parameter is for.
type Role int

const (
	ArgumentRole Role = iota // a value, or an array that is read
	PlaceRole                // where a leaf of the result goes, of an array the address of its buffer
	BufferRole               // of a result: the caller's buffer of an array, or a dimension that this has
	fieldRole                // of a struct
)

// roles are those of the parameters of an entry: with a caller's buffers, or places for those
// that a call has made.
func roles(list []Param, outs int, into bool) []Role {
	all := make([]Role, len(list))
	for i, p := range list[outs:] {
		all[outs+i] = PlaceRole
		if into && (p.Array != nil || p.Size) {
			all[outs+i] = BufferRole
		}
	}
	return all
}
