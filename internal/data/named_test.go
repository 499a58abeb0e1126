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
