package data_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/form"
	"procad/proc"
)

// tree is Leaf(Real) | Node(tree, { l: tree, x: Real }), whose values are (Int, nodes).
var (
	treeNode = &form.Form{Name: "Tree", Cons: []form.Con{{Name: "Leaf", Args: 1}, {Name: "Node", Args: 2}}}
	tree     = &form.Form{Heaps: []*form.Form{treeNode}, Parts: []*form.Form{{Ref: treeNode}, {Elem: treeNode}}}
	nodeType = proc.NewSum(proc.Real, proc.NewTuple(proc.Int, proc.NewTuple(proc.Int, proc.Real)))
	treeType = proc.NewTuple(proc.Int, proc.NewArray(1, nodeType))
)

func init() {
	ref := &form.Form{Ref: treeNode}
	treeNode.Parts = []*form.Form{nil, {Parts: []*form.Form{ref, {Fields: []string{"l", "x"}, Parts: []*form.Form{ref, nil}}}}}
}

func readTree(text string) (data.Value, error) {
	face := &proc.Interface{Params: []proc.Param{{Name: "t", Type: treeType, Form: tree, Index: -1}}}
	args, _, err := data.Read(&diag.Source{Name: "x.json", Text: `{"t": ` + text + `}`}, face)
	if err != nil {
		return data.Value{}, err
	}
	return args.Values[0], nil
}

// Values of recursive types are read into arrays of nodes, in the order of the text but for the fields of records, and written again.
func TestTrees(t *testing.T) {
	for _, c := range []struct{ text, want, fail string }{
		{`{"Leaf": 1.5}`, `{"Leaf":1.5}`, ""},
		{`{"Node": [{"Leaf": 1}, {"l": {"Leaf": 2}, "x": 3}]}`, `{"Node":[{"Leaf":1},{"l":{"Leaf":2},"x":3}]}`, ""},
		{`{"Node": [{"Node": [{"Leaf": 1}, {"x": 0, "l": {"Leaf": -2}}]}, {"x": 3, "l": {"Leaf": 4}}]}`,
			`{"Node":[{"Node":[{"Leaf":1},{"l":{"Leaf":-2},"x":0}]},{"l":{"Leaf":4},"x":3}]}`, ""},
		{`{"Node": [{"Leaf": 1}, {"l": {"Leef": 2}, "x": 3}]}`, "", `x.json:1:37: error: a value of this type is {"Leaf": …} or {"Node": […, …]}`},
		{`{"Node": [{"Leaf": 1}, {"l": {"Leef": 2}, "x": 3}]}`, "", `in t.Node[1].l`},
		{`{"Node": [{"Leaf": 1}, {"l": {"Node": [{"Leaf": 1}, {"l": {"Leaf": true}, "x": 3}]}, "x": 3}]}`, "", `in t.Node[1].l.Node[1].l`},
		{`{"Node": [{"Leaf": 1}]}`, "", "this list has length 1, but here are 2 parts"},
		{`{"Node": [{"Leaf": 1}, {"l": {"Leaf": 2}}]}`, "", `the field "x" is missing`},
		{`{"Node": [{"Leaf": 1}, {"l": 3, "x": 2}]}`, "", "is wanted here, not a number"},
		{`{"Node": [{"Leaf": 1, {"l": 3, "x": 2}]}`, "", "a comma or ] is wanted here"},
		{`{"Node": [{"Leaf": 1}`, "", "this does not end"},
		{`{"Leaf": 1, "Leaf": 2}`, "", `"Leaf" is given twice`},
		{`"Leaf"`, "", "a value of this type is"},
		{`[]`, "", "is wanted here, not a list"},
	} {
		v, err := readTree(c.text)
		if c.fail != "" {
			if assert.Error(t, err, c.text) {
				text := err.Error()
				for _, n := range diag.All(err)[0].Notes {
					text += "\n" + n.Msg
				}
				assert.Contains(t, text, c.fail, c.text)
			}
			continue
		}
		require.NoError(t, err, c.text)
		var b strings.Builder
		require.NoError(t, data.Write(&b, v))
		assert.Equal(t, c.want, b.String())
	}
}

// TestTangentOfTree says that a tangent, in which there are no numbers of nodes, is written as the value is.
func TestTangentOfTree(t *testing.T) {
	v, err := readTree(`{"Node": [{"Leaf": 1}, {"l": {"Leaf": 2}, "x": 3}]}`)
	require.NoError(t, err)
	z := data.ZeroTangent(v)
	z.Form, z.At = v.Form, &v
	var b strings.Builder
	require.NoError(t, data.Write(&b, z))
	assert.Equal(t, `{"Node":[{"Leaf":0},{"l":{"Leaf":0},"x":0}]}`, b.String())
}

// TestDeepTree reads and writes a value that is deeper than what nests in a text otherwise.
func TestDeepTree(t *testing.T) {
	const n = 300_000
	text := strings.Repeat(`{"Node":[{"Leaf":1},{"l":`, n) + `{"Leaf":2}` + strings.Repeat(`,"x":3}]}`, n)
	v, err := readTree(text)
	require.NoError(t, err)
	assert.Equal(t, 2*n+1, v.Part(1).Array().Len())
	var b strings.Builder
	require.NoError(t, data.Write(&b, v))
	assert.Equal(t, len(text), b.Len())
	assert.True(t, text == b.String())
}
