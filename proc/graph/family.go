package graph

import "procad/proc"

// family is what is known of the result of a function of a family. Dimensions
// and items of stacks are what matters.
func (k *invariance) family(s *proc.Call, in *Known, zone []*View) *Known {
	name, _, ok := s.Func.Family()
	if !ok {
		return nil
	}
	switch name {
	case "zero": // zero a = (0, a)
		if _, array := s.In.Type.(*proc.ArrayType); array {
			return &Known{Parts: []*Known{in.shape(), in.shape()}}
		}
	case "zeros", "copy": // [s] ()
		return zone[0].Known.shape()
	case "blank": // of dimensions
		v := &Known{}
		for i := range s.Out.Type.(*proc.ArrayType).Rank {
			d := in
			if in != nil && in.Parts != nil {
				d = in.part(i)
			}
			v.Dims = append(v.Dims, d.term())
		}
		return v
	case "empty":
		return &Known{Item: &Known{never: true}}
	case "push": // (k, t)
		if stack := in.part(0); stack != nil && stack.Item != nil {
			return &Known{Item: join(stack.Item, in.part(1))}
		}
	case "pop": // (k, t)
		if in != nil && in.Item != nil {
			return &Known{Parts: []*Known{in, in.Item}}
		}
	case "swap": // (a, i, x) ↦ (a, a[i])
		return &Known{Parts: []*Known{in.part(0).shape(), nil}}
	case "set": // (a, i, x) ↦ a
		return in.part(0).shape()
	}
	return nil
}
