package gradbench

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
)

// An input of ba has one camera, one point, one weight and one observed place, of which
// n, m, p and p copies are the data of the kernel. Its outputs are brief in the same way.

// maxBundle is how many numbers the data and the Jacobian of bundle adjustment may have.
const maxBundle = 1 << 27

// What a camera, a point and a place have, and a row of the Jacobian.
const (
	cameraSize = 11
	pointSize  = 3
	placeSize  = 2
	rowSize    = cameraSize + pointSize + 1
)

// observation is the form of an input.
var observation = &proc.Interface{Params: []proc.Param{
	{Name: "n", Type: proc.Int}, {Name: "m", Type: proc.Int}, {Name: "p", Type: proc.Int},
	{Name: "cam", Type: proc.NewArray(1, proc.Real), Sizes: []string{fmt.Sprint(cameraSize)}},
	{Name: "x", Type: proc.NewArray(1, proc.Real), Sizes: []string{fmt.Sprint(pointSize)}},
	{Name: "w", Type: proc.Real},
	{Name: "feat", Type: proc.NewArray(1, proc.Real), Sizes: []string{fmt.Sprint(placeSize)}},
}}

// readObservations makes the copies. Observation i is of point i mod m in camera i mod n.
func readObservations(input *diag.Source, face *proc.Interface) (*data.Args, error) {
	one, err := readObject(input, observation)
	if err != nil {
		return nil, err
	}
	var count [3]int64
	room := int64(maxBundle)
	for i, words := range []int64{cameraSize, pointSize, 2*placeSize + 1 + 2*(2*rowSize+1)} {
		count[i] = one.Values[i].Int64()
		if count[i] < 1 {
			return nil, fmt.Errorf("%s is %d, and not at least 1", observation.Params[i].Name, count[i])
		}
		if count[i] > room/words {
			return nil, fmt.Errorf("%s is %d: the data and the Jacobian would have more than %d numbers", observation.Params[i].Name, count[i], maxBundle)
		}
		room -= count[i] * words
	}
	n, m, p := int(count[0]), int(count[1]), int(count[2])
	obs := make([]int64, 0, 2*p)
	for i := range count[2] {
		obs = append(obs, i%count[0], i%count[1])
	}
	copies := func(v data.Value, n int) []float64 { return slices.Repeat(v.Floats(), n) }
	values := map[string]data.Value{
		"cams": data.Reals(copies(one.Values[3], n), n, cameraSize),
		"pts":  data.Reals(copies(one.Values[4], m), m, pointSize),
		"w":    data.Reals(slices.Repeat([]float64{one.Values[5].Float()}, p), p),
		"feat": data.Reals(copies(one.Values[6], p), p, placeSize),
		"obs":  data.Ints(obs, p, 2),
	}
	args := &data.Args{Interface: face}
	for _, param := range face.Params {
		args.Values = append(args.Values, values[param.Name])
	}
	return args, nil
}

// writeResiduals writes the residuals of one observation, which are those of all, and
// how many there are.
func writeResiduals(w io.Writer, value data.Value, _ []pipeline.Part) error {
	images, weights := value.Part(0).Floats(), value.Part(1).Floats()
	text, err := json.Marshal(map[string]any{
		"reproj_error": map[string]any{"elements": []data.JSONReal{data.JSONReal(images[0]), data.JSONReal(images[1])}, "repeated": len(weights)},
		"w_err":        map[string]any{"element": data.JSONReal(weights[0]), "repeated": len(weights)},
	})
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// writeJacobian writes the rows of the first observation and the last entry of all. The
// beginnings of rows are as many as the entries, if there are.
func writeJacobian(w io.Writer, value data.Value, _ []pipeline.Part) error {
	var fields []data.Field
	for i, name := range []string{"rows", "cols"} {
		var brief []int64
		for _, word := range briefly(value.Part(i).Array().Leaves[0]) {
			brief = append(brief, int64(word))
		}
		fields = append(fields, data.Field{Name: name, Value: data.Ints(brief, len(brief))})
	}
	brief := briefly(value.Part(2).Floats())
	return data.WriteObject(w, append(fields, data.Field{Name: "vals", Value: data.Reals(brief, len(brief))}))
}

// briefly are as many elements as two rows have, and the last.
func briefly[T any](list []T) []T {
	return append(slices.Clone(list[:min(2*rowSize, len(list))]), list[len(list)-1])
}
