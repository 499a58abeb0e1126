package data

import (
	"archive/zip"
	"fmt"
	"io"

	"procad/internal/data/npy"
	"procad/internal/diag"
	"procad/proc"
)

// An array of a file, row-major, with its name.
type namedArray struct {
	name  string
	kind  npy.Kind
	dims  []int
	words []uint64
}

// WriteNPY writes a number or an array of numbers as a .npy file.
func WriteNPY(w io.Writer, f Field) error {
	arrays, err := appendArrays(nil, f.Name, f.Value)
	if err != nil {
		return err
	}
	if len(arrays) != 1 {
		return diag.Errorf(diag.Pos{}, CodeNoArray, "%s is %s, which is not one array", f.Name, diag.A(proc.BriefSource(f.Value.Type))).
			Hintf("a .npz file has several")
	}
	return arrays[0].write(w)
}

// WriteNPZ writes an archive of .npy files with the names of the fields. A part of
// a tuple has its number after the name, as in p.0; so has an array of
// tuples for each part. What is () is left out.
func WriteNPZ(w io.Writer, fields []Field) error {
	archive := zip.NewWriter(w)
	var arrays []namedArray
	for _, f := range fields {
		var err error
		if arrays, err = appendArrays(arrays, f.Name, f.Value); err != nil {
			return err
		}
	}
	for _, a := range arrays {
		member, err := archive.CreateHeader(&zip.FileHeader{Name: a.name + ".npy", Method: zip.Store})
		if err != nil {
			return err
		}
		if err := a.write(member); err != nil {
			return err
		}
	}
	return archive.Close()
}

func (a *namedArray) write(w io.Writer) error {
	words := a.words
	if a.kind == npy.Bool { // the tag of true is 0
		words = make([]uint64, len(a.words))
		for i, tag := range a.words {
			words[i] = tag ^ 1
		}
	}
	return npy.Write(w, a.kind, a.dims, words)
}

// appendArrays appends the arrays that a value has.
func appendArrays(list []namedArray, name string, v Value) ([]namedArray, error) {
	if _, ok := v.Type.(*proc.TupleType); !ok {
		if l := LayoutOf(v.Type); l.Rank() > 0 {
			a := v.Array()
			return appendLeaves(list, name, l.Elem, a.Dims, a.Leaves)
		}
		leaves := make([][]uint64, len(v.Words))
		for i := range leaves {
			leaves[i] = v.Words[i : i+1]
		}
		return appendLeaves(list, name, LayoutOf(v.Type), nil, leaves)
	}
	var err error
	for i := range proc.Elems(v.Type) {
		if list, err = appendArrays(list, fmt.Sprintf("%s.%d", name, i), v.Part(i)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// appendLeaves appends an array for each leaf of elements.
func appendLeaves(list []namedArray, name string, elem *Layout, dims []int, leaves [][]uint64) ([]namedArray, error) {
	if n := numbers[elem.Type]; n != nil {
		return append(list, namedArray{name, n.kind, dims, leaves[0]}), nil
	}
	switch elem.Type.(type) {
	case proc.UnitType, *proc.TupleType:
	default:
		return nil, diag.Errorf(diag.Pos{}, CodeNoArray, "%s has parts of type %s, and the arrays of files are of Real, Int or Bool", name, proc.BriefSource(elem.Type)).
			Hintf("JSON has a form for it: -o FILE.json")
	}
	var err error
	for i, p := range elem.Parts {
		at := elem.WordAt[i]
		if list, err = appendLeaves(list, fmt.Sprintf("%s.%d", name, i), p, dims, leaves[at:at+p.Words]); err != nil {
			return nil, err
		}
	}
	return list, nil
}
