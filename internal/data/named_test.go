package data_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/form"
	"procad/proc"
)

// point is { u: Real, k: Int }, and only { x: point }.
var (
	point     = &form.Form{Fields: []string{"u", "k"}, Parts: []*form.Form{nil, nil}}
	pointType = proc.NewTuple(proc.Real, proc.Int)
	only      = &form.Form{Fields: []string{"x"}, Parts: []*form.Form{point}}

	// path is { v: Real[_], p: point }[_].
	path = &form.Form{
		Fields: []string{"v", "p"}, Parts: []*form.Form{nil, {Fields: []string{"u", "k"}, Parts: []*form.Form{nil, nil}}},
		Each: 1, Item: &form.Form{Fields: []string{"v", "p"}, Parts: []*form.Form{nil, point}},
	}
	pathType = proc.NewTuple(proc.NewArray(2, proc.Real), proc.NewTuple(proc.NewArray(1, proc.Real), proc.NewArray(1, proc.Int)))
)

// Records are objects, whose members are in any order, and are written in that of the fields.
func TestRecords(t *testing.T) {
	for _, c := range []struct {
		form             *form.Form
		of               proc.Type
		text, want, fail string
	}{
		{point, pointType, `{"k": 3, "u": 1.5}`, `{"u":1.5,"k":3}`, ""},
		{only, pointType, `{"x": {"k": 3, "u": 1.5}}`, `{"x":{"u":1.5,"k":3}}`, ""},
		{&form.Form{Elem: point}, proc.NewArray(1, pointType), `[{"k": 3, "u": 1}, {"u": 2, "k": 4}]`, `[{"u":1,"k":3},{"u":2,"k":4}]`, ""},
		{&form.Form{Elem: point}, proc.NewArray(1, pointType), `{"shape": [1], "data": [{"k": 3, "u": 1}]}`, `[{"u":1,"k":3}]`, ""},
		{&form.Form{Parts: []*form.Form{nil, point}}, proc.NewTuple(proc.Int, pointType), `[1, {"k": 3, "u": 1}]`, `[1,{"u":1,"k":3}]`, ""},
		{&form.Form{Elem: &form.Form{Fields: []string{"x"}, Parts: []*form.Form{nil}}}, proc.NewArray(2, proc.Real), `[[{"x": 1}], [{"x": 2}]]`, `[[{"x":1}],[{"x":2}]]`, ""},
		{path, pathType, `[{"v": [1, 2], "p": {"u": 3, "k": 4}}, {"p": {"k": 5, "u": 6}, "v": [7, 8]}]`, `[{"v":[1,2],"p":{"u":3,"k":4}},{"v":[7,8],"p":{"u":6,"k":5}}]`, ""},
		{path, pathType, `[{"v": [], "p": {"u": 3, "k": 4}}]`, `[{"v":[],"p":{"u":3,"k":4}}]`, ""},
		{path, pathType, `[{"v": [1, 2], "p": {"u": 3, "k": 4}}, {"p": {"k": 5, "u": 6}, "v": [7]}]`, "", "an array in this element has size 1, but that in those before it has size 2"},
		{path, pathType, `[{"v": [1, 2]}]`, "", `the field "p" is missing`},
		{path, pathType, `{"v": [[1, 2]], "p": {"u": [3], "k": [4]}}`, "", "a list of elements is wanted here, not an object"},
		{path, pathType, `[]`, "", "is empty, and nothing tells its dimension 1"},
		{point, pointType, `[1.5, 3]`, "", `a record {"u": …, "k": …} is wanted here, not a list`},
		{point, pointType, `{"u": 1}`, "", `the field "k" is missing`},
		{point, pointType, `{"u": 1, "kk": 2}`, "", `there is no field "kk" here`},
		{point, pointType, `{"u": 1, "k": 2, "u": 3}`, "", `"u" is given twice`},
		{point, pointType, `{"u": 1, "k": 2.5}`, "", "an Int is wanted here"},
	} {
		face := &proc.Interface{Params: []proc.Param{{Name: "p", Type: c.of, Form: c.form, Index: -1}}}
		args, _, err := data.Read(&diag.Source{Name: "x.json", Text: `{"p": ` + c.text + `}`}, face)
		if c.fail != "" {
			require.Error(t, err, c.text)
			assert.Contains(t, err.Error(), c.fail, c.text)
			continue
		}
		require.NoError(t, err, c.text)
		var b strings.Builder
		require.NoError(t, data.Write(&b, args.Values[0]))
		assert.Equal(t, c.want, b.String())
	}
}

// shape is Circle(Real) | Box(Real, Int) | Point | Only(only).
var (
	shape = &form.Form{
		Cons:  []form.Con{{Name: "Circle", Args: 1}, {Name: "Box", Args: 2}, {Name: "Point"}, {Name: "Only", Args: 1}},
		Parts: []*form.Form{nil, nil, nil, only},
	}
	shapeType = proc.NewSum(proc.Real, proc.NewSum(pointType, proc.NewSum(proc.Unit, pointType)))
)

// Values of named sums have the name of the constructor, and are nested sums.
func TestNamedSums(t *testing.T) {
	unit := &form.Form{Cons: []form.Con{{Name: "One"}}, Parts: []*form.Form{nil}}
	side := &form.Form{Cons: []form.Con{{Name: "Left"}, {Name: "Right"}}, Parts: []*form.Form{nil, nil}}
	for _, c := range []struct {
		form             *form.Form
		of               proc.Type
		text, want, fail string
		words            []uint64
	}{
		{shape, shapeType, `{"Circle": 1.5}`, `{"Circle":1.5}`, "", nil},
		{shape, shapeType, `{"Box": [1.5, 2]}`, `{"Box":[1.5,2]}`, "", nil},
		{shape, shapeType, `"Point"`, `"Point"`, "", []uint64{1, 0, 1, 0, 0, 0, 0, 0}},
		{shape, shapeType, `{"Only": {"x": {"k": 3, "u": 1.5}}}`, `{"Only":{"x":{"u":1.5,"k":3}}}`, "", nil},
		{side, proc.Bool, `"Right"`, `"Right"`, "", []uint64{1}},
		{&form.Form{Cons: shape.Cons[:1], Parts: shape.Parts[:1]}, proc.Real, `{"Circle": 2}`, `{"Circle":2}`, "", nil},
		{&form.Form{Parts: []*form.Form{unit, unit}}, proc.Bool, `{"Inr": "One"}`, `{"Inr":"One"}`, "", nil},
		{&form.Form{Parts: []*form.Form{unit, nil}}, proc.Bool, `{"Inl": "One"}`, `{"Inl":"One"}`, "", nil},
		{&form.Form{Parts: []*form.Form{unit, unit}}, proc.Bool, "true", "", `{"Inl": …} or {"Inr": …}`, nil},
		{nil, proc.Bool, "true", "true", "", nil},
		{shape, shapeType, `{"Circle": 1, "Box": [1, 2]}`, "", `is {"Circle": …}, {"Box": [… , …]}, "Point" or {"Only": …}`, nil},
		{shape, shapeType, `{}`, "", `a value of this type is {"Circle": …}`, nil},
		{shape, shapeType, `"Circle"`, "", `a value of this type is {"Circle": …}`, nil},
		{shape, shapeType, `{"Point": null}`, "", `a value of this type is {"Circle": …}`, nil},
		{shape, shapeType, `{"Inl": 1}`, "", `a value of this type is {"Circle": …}`, nil},
		{shape, shapeType, `{"Box": [1]}`, "", `this list has length 1`, nil},
		{shape, shapeType, `3`, "", `"Point" or {"Only": …} is wanted here`, nil},
	} {
		face := &proc.Interface{Params: []proc.Param{{Name: "p", Type: c.of, Form: c.form, Index: -1}}}
		args, _, err := data.Read(&diag.Source{Name: "x.json", Text: `{"p": ` + c.text + `}`}, face)
		if c.fail != "" {
			require.Error(t, err, c.text)
			assert.Contains(t, err.Error(), strings.ReplaceAll(c.fail, "… ,", "…,"), c.text)
			continue
		}
		require.NoError(t, err, c.text)
		require.NoError(t, args.Values[0].Check())
		if c.words != nil {
			assert.Equal(t, c.words, args.Values[0].Words)
		}
		var b strings.Builder
		require.NoError(t, data.Write(&b, args.Values[0]))
		assert.Equal(t, c.want, b.String())
	}
}

// A cotangent is written like the value, where it has the parts.
func TestNamedCotangents(t *testing.T) {
	for text, want := range map[string]string{
		`{"Circle": 1.5}`:    `{"Circle":0}`,
		`{"Box": [1.5, 2]}`:  `{"Box":[0,null]}`,
		`"Point"`:            `null`, // neither has what follows one
		`{"Third": [1, 2]}`:  `null`,
		`{"Fourth": [1, 2]}`: `null`,
	} {
		f := &form.Form{
			Cons: append(shape.Cons[:3:3], form.Con{Name: "Third", Args: 2}, form.Con{Name: "Fourth", Args: 2}), Parts: make([]*form.Form, 5),
		}
		ints := proc.NewTuple(proc.Int, proc.Int)
		of := proc.NewSum(proc.Real, proc.NewSum(pointType, proc.NewSum(proc.Unit, proc.NewSum(ints, ints))))
		face := &proc.Interface{Params: []proc.Param{{Name: "p", Type: of, Form: f, Index: -1}}}
		args, _, err := data.Read(&diag.Source{Name: "x.json", Text: `{"p": ` + text + `}`}, face)
		require.NoError(t, err, text)
		z := data.ZeroTangent(args.Values[0])
		z.Form = f
		var b strings.Builder
		require.NoError(t, data.Write(&b, z))
		assert.Equal(t, want, b.String(), text)
	}
}

// The Reals of records are called after their fields.
func TestNamesOfFields(t *testing.T) {
	face := &proc.Interface{Params: []proc.Param{{Name: "p", Type: pointType, Form: only}, {Name: "v", Type: proc.NewArray(1, pointType), Form: &form.Form{Elem: point}}}}
	args, _, err := data.Read(&diag.Source{Text: `{"p": {"x": {"k": 3, "u": 1.5}}, "v": [{"k": 3, "u": 1}]}`}, face)
	require.NoError(t, err)
	var all []string
	for i, v := range args.Values {
		all = slices.AppendSeq(all, data.RealNames(face.Params[i].Name, v))
	}
	assert.Equal(t, []string{"p.x.u", "v[0].u"}, all)
}
