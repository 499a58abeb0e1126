package data

import (
	"procad/internal/diag"
	"procad/proc"
)

// A Source is something that gives values to parameters: JSON, CSV, NPY or
// NPZ makes one.
type Source interface {
	// give hands over what there is, and stops at the first error.
	give(c *collector) error
}

// Read reads a JSON object with a value for each parameter, as ReadFrom does.
func Read(src *diag.Source, face *proc.Interface) (*Args, []*diag.Error, error) {
	return ReadFrom(face, JSON(src, ""))
}

// ReadFrom reads a value for each parameter, which one of the sources has; of a
// parameter that is held too, the value has Reals. Names written as sizes of
// arrays may be given too, and are compared with the arrays. Other names are
// warned of.
func ReadFrom(face *proc.Interface, sources ...Source) (*Args, []*diag.Error, error) {
	c := &collector{checker: newChecker(), face: face, params: map[string]int{}, sizes: map[string]bool{},
		values: make([]Value, len(face.Params)), from: make([]position, len(face.Params))}
	for i, p := range face.Params {
		c.params[p.Name] = i
		sizeNames(p, c.sizes)
	}
	for _, s := range sources {
		if err := s.give(c); err != nil {
			return nil, c.warned(), err
		}
	}
	for i, p := range face.Params {
		if c.values[i].Type == nil {
			e := diag.Errorf(diag.Pos{}, CodeMissing, "the parameter %s is missing", p.Name)
			if c.object != nil {
				e = position{src: c.object}.errorf(CodeMissing, "the parameter %s is missing", p.Name)
			}
			c.report(e.Hintf("it is %s", diag.A(p.Written())))
		}
	}
	if err := c.errs.Err(); err != nil {
		return nil, c.warned(), err
	}
	if err := c.checkShapes(); err != nil {
		return nil, c.warned(), err
	}
	return &Args{Interface: face, Values: c.values}, c.warned(), nil
}

// A collector collects values of parameters from sources.
type collector struct {
	*checker
	face     *proc.Interface
	params   map[string]int
	sizes    map[string]bool
	values   []Value
	from     []position    // where each was given
	object   *diag.Source  // the first JSON object
	warnings []*diag.Error // about the first mostUnknown names
	unknowns int           // names that are nobody's
}

// claim looks for a parameter, whose value is given at a place. It is an error if
// it has one already.
func (c *collector) claim(name string, at position) (p proc.Param, ok bool, err *diag.Error) {
	i, ok := c.params[name]
	if !ok {
		return p, false, nil
	}
	p = c.face.Params[i]
	if c.from[i].src != nil {
		return p, true, c.from[i].note(at.errorf(CodeGivenTwice, "the parameter %s is given twice", name), "it is given here too")
	}
	c.from[i] = at
	return p, true, nil
}

// put hands over the value of a parameter, which begins at a place. One that
// stands for a size gives it.
func (c *collector) put(name string, v Value, at position) *diag.Error {
	c.values[c.params[name]] = v
	if c.sizes[name] && v.Type == proc.Int {
		return c.given(name, v.Int64(), at)
	}
	return nil
}

// given records a size that the data names.
func (c *collector) given(name string, n int64, at position) *diag.Error {
	if n < 0 {
		return at.errorf(CodeWrongShape, "the size %s is negative", name)
	}
	if before, ok := c.known[name]; ok && before.n != int(n) {
		e := at.errorf(CodeWrongShape, "the size %s is %d here, but %d elsewhere", name, n, before.n)
		return before.at.note(e, "%s is %d here", name, before.n)
	}
	c.known[name] = size{int(n), "the value given for it", at}
	return nil
}

// mostUnknown is how many names are warned of one by one.
const mostUnknown = 20

// unknown warns of a name that is neither a parameter nor a size.
func (c *collector) unknown(name string, at position) {
	if c.unknowns++; c.unknowns > mostUnknown {
		return
	}
	e := at.errorf(CodeUnknownName, "%q is no parameter and no size", name).Hintf("the parameters are %s", paramList(c.face))
	e.Warning = true
	c.warnings = append(c.warnings, e)
}

// warned are the warnings.
func (c *collector) warned() []*diag.Error {
	if more := c.unknowns - mostUnknown; more > 0 {
		return append(c.warnings, diag.Warningf(diag.Pos{}, CodeUnknownName, "%s more that are no parameter and no size", counted(more, "name")))
	}
	return c.warnings
}

// A jsonSource is an object with a value for each parameter, or the value of one.
type jsonSource struct {
	src   *diag.Source
	param string
}

// JSON is a source whose text is an object, parameter name → value; or the value
// of one parameter, if it is named.
func JSON(src *diag.Source, param string) Source { return &jsonSource{src, param} }

func (s *jsonSource) give(c *collector) error {
	r := newReader(s.src, c.checker)
	member := func(name string, at int) {
		p, ok, err := c.claim(name, r.position(at))
		r.peek()
		begin := r.position(r.i)
		switch {
		case err != nil:
		case ok:
			if v := r.value(p); r.err == nil {
				err = c.put(name, v, begin)
			}
		case c.sizes[name]:
			if n := r.int(); r.err == nil {
				err = c.given(name, n, begin)
			}
		default:
			c.unknown(name, r.position(at))
			r.skip(0)
		}
		if err != nil {
			r.stop(err)
		}
	}
	if s.param != "" {
		member(s.param, r.i)
	} else {
		if c.object == nil {
			c.object = s.src
		}
		r.object(member)
	}
	if r.finish(); r.err != nil {
		return r.err
	}
	return nil
}
