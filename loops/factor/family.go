package factor

import "procad/proc"

// family is what is known of the result of a function of a family. Dimensions
// and items of stacks are what matters.
func (k *knowledge) family(s *proc.Call) *value {
	name, _, ok := s.Func.Family()
	if !ok {
		return nil
	}
	in := k.of(s.In)
	shape := func(v *value) *value {
		if v == nil {
			return nil
		}
		return &value{dims: v.dims}
	}
	switch name {
	case "zero": // zero a = (0, a)
		if _, array := s.In.Type.(*proc.ArrayType); array {
			return &value{parts: []*value{shape(in), shape(in)}}
		}
	case "zeros", "copy": // [s] ()
		return shape(k.views[s.Zone[0]].value)
	case "blank": // of dimensions
		v := &value{}
		for i := range s.Out.Type.(*proc.ArrayType).Rank {
			d := in
			if in != nil && in.parts != nil {
				d = in.part(i)
			}
			v.dims = append(v.dims, d.termOf())
		}
		return v
	case "empty":
		return &value{item: &value{never: true}}
	case "push": // (k, t)
		if stack := in.part(0); stack != nil && stack.item != nil {
			return &value{item: join(stack.item, in.part(1))}
		}
	case "pop": // (k, t)
		if in != nil && in.item != nil {
			return &value{parts: []*value{in, in.item}}
		}
	case "swap": // (a, i, x) ↦ (a, a[i])
		return &value{parts: []*value{shape(in.part(0)), nil}}
	case "set": // (a, i, x) ↦ a
		return shape(in.part(0))
	}
	return nil
}
