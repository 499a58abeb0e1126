package data_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/data/npy"
	"procad/internal/diag"
	"procad/internal/within"
	"procad/proc"
)

// parameter is one as a program writes it, of an array or of a type of types.
var parameter = regexp.MustCompile(`(\w+)(?:\[([^\]]*)\])? : (\(.*?\)|\w+)`)

var types = map[string]proc.Type{"Real": proc.Real, "Int": proc.Int, "Bool": proc.Bool, "(Real, Int)": proc.NewTuple(proc.Real, proc.Int)}

func face(params string) *proc.Interface {
	face := &proc.Interface{}
	for i, m := range parameter.FindAllStringSubmatch(params, -1) {
		p := proc.Param{Name: m[1], Type: types[m[3]], Index: i}
		if m[2] != "" {
			p.Sizes = strings.Split(m[2], ", ")
			p.Type = proc.NewArray(len(p.Sizes), p.Type)
		}
		face.Params = append(face.Params, p)
	}
	return face
}

// array is a .npy file.
func array(dtype, shape, elements string) []byte {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }\n", dtype, shape)
	b := binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(header)))
	return append(append(b, header...), elements...)
}

// A member is a file of an archive.
type member struct {
	name    string
	content []byte
	method  uint16
}

func archive(t testing.TB, members ...member) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, m := range members {
		f, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: m.method})
		require.NoError(t, err)
		_, err = f.Write(m.content)
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

func text(name, content string) *diag.Source { return &diag.Source{Name: name, Text: content} }

// several are the parameters of most tests: nothing of them is used.
const several = "m[n, d] : Real, v[n] : Real, k : Int, b[n] : Bool, p : (Real, Int)"

func TestSources(t *testing.T) {
	floats := func(xs ...float64) (b string) {
		for _, x := range xs {
			b += string(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
		}
		return b
	}
	stored := archive(t, member{"v.npy", array("<f8", "(2,)", floats(1, 2)), zip.Store}, member{"m.npy", array("|i1", "(2, 1)", "\x03\x04"), zip.Deflate},
		member{"d.npy", array("|u1", "()", "\x01"), zip.Store})
	broken := bytes.Replace(stored, []byte(floats(1, 2)), []byte(floats(1, 3)), 1)
	for _, c := range []struct {
		name    string
		face    string
		sources []data.Source
		want    string // values, or the first lines of messages
	}{
		{"one array each", "m[n, d] : Real, k : Int, b[n] : Bool",
			[]data.Source{data.NPY("m.npy", array("<f8", "(2, 1)", floats(1, 2)), "m"), data.NPY("k.npy", array("|i1", "()", "\xff"), "k"), data.NPY("b.npy", array("|b1", "(2,)", "\x01\x00"), "b")},
			"[[1],[2]] -1 [true,false]"},
		{"JSON and an array", "v[n] : Real, k : Int",
			[]data.Source{data.JSON(text("a.json", `{"k": 3, "n": 2}`), ""), data.NPY("v.npy", array("<f8", "(2,)", floats(1, 2)), "v")}, "[1,2] 3"},
		{"JSON of one parameter", "v[n] : Real, p : (Real, Int)",
			[]data.Source{data.JSON(text("p.json", "[1.5, 2]"), "p"), data.JSON(text("a.json", `{"v": []}`), "")}, "[] [1.5,2]"},
		{"archive", "m[n, d] : Real, v[n] : Real", []data.Source{data.NPZ("a.npz", stored, "", "")}, "[[3],[4]] [1,2]"},
		{"one of an archive", "x[_] : Real", []data.Source{data.NPZ("a.npz", stored, "v", "x")}, "[1,2]"},
		{"empty matrix", "m[n, d] : Real", []data.Source{data.NPY("m.npy", array("<f8", "(0, 3)", ""), "m")}, "[]"},
		{"table", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1,-.5e1\r\nnan,+Inf\n\n"), "m", "")}, `[[1,-5],["NaN","Infinity"]]`},
		{"table with a header", "m[n, d] : Int", []data.Source{data.CSV(text("m.csv", "\ufeffa,b\n1,2\n"), "m", "")}, "[[1,2]]"},
		{"missing values", "v[n] : Real", []data.Source{data.CSV(text("v.csv", "NA\n2\nNA"), "v", "")}, `["NaN",2,"NaN"]`},
		{"a missing Int", "v[n] : Int", []data.Source{data.CSV(text("v.csv", "v\n2\nNA"), "v", "")}, `v.csv:3:1: error: an Int is wanted here, not "NA" [wrong-type]`},
		{"semicolons", "v[n] : Real, k[n] : Int", []data.Source{data.CSV(text("t.csv", "\n\"a,b\";v;k\n0; 1.5;2\n"), "", "")}, "[1.5] [2]"},
		{"tabs", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1\t 2\n3,5\t4"), "m", "")}, `m.csv:2:1: error: a Real is wanted here, not "3,5" [wrong-type]`},
		{"an empty cell between tabs", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1\t2\t3\n4\t\t5"), "m", "")}, "m.csv:2:3: error: a cell is empty, and a Real is wanted [wrong-type]"},
		{"semicolons below commas", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "a,b\n1;2,3"), "m", "")}, `m.csv:2:1: error: a Real is wanted here, not "1;2" [wrong-type]`},
		{"Ints with points", "v[n] : Int", []data.Source{data.CSV(text("v.csv", "3.0\n-2e1"), "v", "")}, "[3,-20]"},
		{"no whole number", "v[n] : Int", []data.Source{data.CSV(text("v.csv", "3.0\n3.5"), "v", "")}, `v.csv:2:1: error: an Int is wanted here, not "3.5" [wrong-type]`},
		{"JSON of Python", "v[n] : Real, k : Int, x : Real",
			[]data.Source{data.JSON(text("a.json", `{"v": [NaN, Infinity, -Infinity, -1], "k": 3.0, "x": NaN, "other": [NaN, -Infinity]}`), "")}, `["NaN","Infinity","-Infinity",-1] 3 "NaN"`},
		{"only a header", "m[n, d] : Int", []data.Source{data.CSV(text("m.csv", "a,b"), "m", "")}, "[]"},
		{"vector", "v[n] : Real", []data.Source{data.CSV(text("v.csv", "1\n2\n3"), "v", "")}, "[1,2,3]"},
		{"value", "x : Bool", []data.Source{data.CSV(text("x.csv", "True"), "x", "")}, "true"},
		{"columns", "v[n] : Real, b[n] : Bool", []data.Source{data.CSV(text("t.csv", "b, \"v\"\ntrue, 1e400x"), "", "")},
			`t.csv:2:7: error: a Real is wanted here, not "1e400x" [wrong-type]`},
		{"a column", "v[n] : Real, b[n] : Bool", []data.Source{data.CSV(text("t.csv", "b,w\ntrue,2\nFALSE,3"), "v", "w"), data.CSV(text("t.csv", "b,w\ntrue,2\nFALSE,3"), "b", "b")}, "[2,3] [true,false]"},

		{"twice", "v[n] : Real", []data.Source{data.JSON(text("a.json", `{"v": [1]}`), ""), data.NPY("v.npy", nil, "v")}, "v.npy: error: the parameter v is given twice [given-twice]"},
		{"twice in JSON", "v[n] : Real", []data.Source{data.JSON(text("a.json", `{"v": [1]}`), ""), data.JSON(text("b.json", `{"v": [1]}`), "")}, "b.json:1:2: error: the parameter v is given twice [given-twice]"},
		{"twice in a table", "v[n] : Real", []data.Source{data.CSV(text("a.csv", "v,v"), "", "")}, "a.csv:1:3: error: the parameter v is given twice [given-twice]"},
		{"missing", "v[n] : Real", []data.Source{data.NPZ("a.npz", archive(t), "", "")}, "error: the parameter v is missing [missing-parameter]"},
		{"rank", "v[n] : Real", []data.Source{data.NPY("v.npy", array("<f8", "(1, 1)", floats(1)), "v")}, "v.npy: byte 60: error: v has 1 dimension, but this array has 2 [wrong-type]"},
		{"element", "v[n] : Int", []data.Source{data.NPY("v.npy", array("<f8", "(1,)", floats(1)), "v")}, "v.npy: byte 68: error: the elements are of dtype '<f8', which are no Ints [wrong-type]"},
		{"range", "k : Int", []data.Source{data.NPY("k.npy", array("<u8", "()", strings.Repeat("\xff", 8)), "k")}, "k.npy: byte 66: error: 18446744073709551615 is not in the range of Int, which is -2^63 … 2^63-1 [number-range]"},
		{"tuple", "p : (Real, Int)", []data.Source{data.NPY("p.npy", array("<f8", "(2,)", floats(1, 2)), "p")}, "p.npy: byte 60: error: p is a (Real, Int), and the arrays of files are of Real, Int or Bool [no-array]"},
		{"sizes", "m[n, d] : Real, v[n] : Real", []data.Source{data.NPY("v.npy", array("<f8", "(2,)", floats(1, 2)), "v"), data.CSV(text("m.csv", "1,2"), "m", "")},
			"m.csv:1:1: error: n is 1 by dimension 0 of m, but 2 by dimension 0 of v [wrong-shape]"},
		{"size of JSON", "v[n] : Real", []data.Source{data.JSON(text("a.json", `{"n": 3}`), ""), data.NPY("v.npy", array("<f8", "(2,)", floats(1, 2)), "v")},
			"v.npy: byte 60: error: n is 2 by dimension 0 of v, but 3 by the value given for it [wrong-shape]"},
		{"two sizes", "v[n] : Real", []data.Source{data.JSON(text("a.json", `{"n": 3}`), ""), data.JSON(text("b.json", `{"n": 4, "v": [1, 2, 3]}`), "")},
			"b.json:1:7: error: the size n is 4 here, but 3 elsewhere [wrong-shape]"},

		{"no archive", "k : Int", []data.Source{data.NPZ("a.npz", []byte("text"), "", "")}, "a.npz: error: this is no zip archive: not a valid zip file [bad-npz]"},
		{"no member", "k : Int", []data.Source{data.NPZ("a.npz", stored, "w", "k")}, `a.npz: error: there is no array "w" in this file [bad-npz]`},
		{"in an archive", "k : Int", []data.Source{data.NPZ("a.npz", archive(t, member{"k.npy", []byte("text"), zip.Deflate}), "", "")}, `a.npz/k.npy: byte 0: error: a .npy file begins with \x93NUMPY [bad-npy]`},
		{"checksum", "m[n, d] : Real, v[n] : Real", []data.Source{data.NPZ("a.npz", broken, "", "")}, "a.npz/v.npy: error: this member of the archive cannot be read: its checksum is another [bad-npz]"},
		{"method", "k : Int", []data.Source{data.NPZ("a.npz", unknownMethod(t), "", "")}, "a.npz/k.npy: error: this member of the archive cannot be read: unsupported compression algorithm [bad-npz]"},
		{"lie in an archive", "k : Int", []data.Source{data.NPZ("a.npz", lying(t), "", "")}, "a.npz/k.npy: error: this member of the archive cannot be read: it cannot have 4294967280 bytes [bad-npz]"},
		{"size in an archive", "v[n] : Real", []data.Source{data.NPZ("a.npz", archive(t, member{"n.npy", array("<f8", "()", floats(1)), zip.Store}), "", "")}, "a.npz/n.npy: byte 66: error: the elements are of dtype '<f8', which are no Ints [wrong-type]"},

		{"empty table", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", ""), "m", "")}, "m.csv:1:1: error: the table is empty [bad-csv]"},
		{"ragged", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "a,b\n1,2\n1,2,3"), "m", "")}, "m.csv:3:1: error: this line has 3 cells, but the first has 2 [ragged-array]"},
		{"empty cell", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1,2\n1,"), "m", "")}, "m.csv:2:3: error: a cell is empty, and a Real is wanted [wrong-type]"},
		{"hexadecimal", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1\n0x1p3"), "m", "")}, `m.csv:2:1: error: a Real is wanted here, not "0x1p3" [wrong-type]`},
		{"too large", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1e999"), "m", "")}, "m.csv:1:1: error: 1e999 is too large for a Real [number-range]"},
		{"Int too large", "m[n, d] : Int", []data.Source{data.CSV(text("m.csv", "9223372036854775808"), "m", "")}, "m.csv:1:1: error: 9223372036854775808 is not in the range of Int, which is -2^63 … 2^63-1 [number-range]"},
		{"no Int", "m[n, d] : Int", []data.Source{data.CSV(text("m.csv", "1.5"), "m", "")}, `m.csv:1:1: error: an Int is wanted here, not "1.5" [wrong-type]`},
		{"quotes", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1,\"2"), "m", "")}, "m.csv:1:1: error: a quote that begins in this line does not end [bad-csv]"},
		{"more quotes", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1,\"2\"3"), "m", "")}, "m.csv:1:5: error: the quotes of this cell do not match [bad-csv]"},
		{"an open quote", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1\n\"2\n\n"), "m", "")}, "m.csv:2:1: error: a quote that begins in this line does not end [bad-csv]"},
		{"a quote", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "1,2\n1,2\"3"), "m", "")}, "m.csv:2:4: error: a quote in a cell that does not begin with one [bad-csv]"},
		{"no column", "v[n] : Real", []data.Source{data.CSV(text("m.csv", "a,b\n1,2"), "v", "c")}, `m.csv:1:1: error: there is no column "c" in this table [bad-csv]`},
		{"wide", "v[n] : Real", []data.Source{data.CSV(text("m.csv", "1,2"), "v", "")}, "m.csv:1:1: error: v is a Real[n], but this table has 2 columns [wrong-type]"},
		{"long", "x : Real", []data.Source{data.CSV(text("m.csv", "1\n2"), "x", "")}, "m.csv:1:1: error: x is a Real, but this table has 2 values [wrong-type]"},
		{"long column", "x : Real", []data.Source{data.CSV(text("m.csv", "x\n1\n2"), "", "")}, "m.csv:1:1: error: x is a Real, but this column has 2 values [wrong-type]"},
		{"matrix column", "m[n, d] : Real", []data.Source{data.CSV(text("m.csv", "m\n1"), "", "")}, "m.csv:1:1: error: m is a Real[n, d], and a column has 1 dimension [wrong-type]"},
		{"three dimensions", "m[n, d, e] : Real", []data.Source{data.CSV(text("m.csv", "1"), "m", "")}, "m.csv:1:1: error: m is a Real[n, d, e], and a table has 2 dimensions [wrong-type]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args, _, err := data.ReadFrom(face(c.face), c.sources...)
			if err != nil {
				assert.True(t, strings.HasPrefix(err.Error(), c.want), "%v", err)
				return
			}
			var got []string
			for _, v := range args.Values {
				require.NoError(t, v.Check())
				var b strings.Builder
				require.NoError(t, data.Write(&b, v))
				got = append(got, b.String())
			}
			assert.Equal(t, c.want, strings.Join(got, " "))
		})
	}
}

// unknownMethod is an archive with a method of compression that nothing has.
func unknownMethod(t *testing.T) []byte {
	b := archive(t, member{"k.npy", nil, zip.Deflate})
	i := bytes.Index(b, []byte("PK\x01\x02"))
	b[i+10] = 99
	return b
}

// lying is an archive that says of a member that it is large.
func lying(t *testing.T) []byte {
	b := archive(t, member{"k.npy", array("|i1", "()", "\x01"), zip.Deflate})
	i := bytes.Index(b, []byte("PK\x01\x02"))
	copy(b[i+24:], "\xf0\xff\xff\xff")
	return b
}

// Values of files are the same in JSON, with the sizes that empty arrays leave open.
func TestFields(t *testing.T) {
	face := face("m[n, d] : Real, k : Int")
	args, _, err := data.ReadFrom(face, data.NPY("m.npy", array("<f8", "(0, 3)", ""), "m"), data.JSON(text("k.json", "7"), "k"))
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, data.WriteObject(&b, args.Fields()))
	assert.Equal(t, `{"m": [], "k": 7, "n": 0, "d": 3}`, b.String())
	back, _, err := data.Read(text("all.json", b.String()), face)
	require.NoError(t, err)
	assert.Equal(t, args.Values[0].Array(), back.Values[0].Array())
	assert.Equal(t, args.Values[1].Words, back.Values[1].Words)
}

// archives lets NumPy write archives that Go reads, and read one that Go writes.
const archives = `
import numpy as np
v, k = np.array([1, -0.0, np.nan, np.inf]), np.int32(-3)
np.savez('stored.npz', v=v, k=k, n=4)
np.savez_compressed('deflated.npz', v=v, k=k, n=4)
z = np.load('written.npz')
assert z.files == ['v', 'k', 'b.0', 'b.1'] and z['v'].tobytes() == v.tobytes()
assert z['k'] == 5 and z['k'].dtype == np.dtype('<i8') and z['b.0'] == True and z['b.1'] == False and z['b.0'].shape == ()
`

func TestNumPyArchives(t *testing.T) {
	python := ""
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if python == "" && exec.Command(name, "-c", "import numpy").Run() == nil {
			python = name
		}
	}
	if python == "" {
		clangs.Missing(t, "there is no python3 with NumPy")
	}
	dir := t.TempDir()
	want := []float64{1, math.Copysign(0, -1), math.Float64frombits(0x7ff8000000000000), math.Inf(1)}
	var b bytes.Buffer
	require.NoError(t, data.WriteNPZ(&b, []data.Field{{Name: "v", Value: data.Reals(want)}, {Name: "k", Value: data.Int(5)}, {Name: "b", Value: data.Tuple(data.Bool(true), data.Bool(false))}}))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "written.npz"), b.Bytes(), 0o600))
	cmd := exec.Command(python, "-c", archives)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, name := range []string{"stored.npz", "deflated.npz"} {
		file, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		args, warnings, err := data.ReadFrom(face("v[n] : Real, k : Int"), data.NPZ(name, file, "", ""))
		require.NoError(t, err)
		assert.Empty(t, warnings)
		assert.Equal(t, []data.Value{data.Reals(want), data.Int(-3)}, args.Values)
	}
}

// Names that are nobody's are warned of.
func TestUnknownNames(t *testing.T) {
	names := face("k : Int")
	for _, s := range []data.Source{
		data.NPZ("a.npz", archive(t, member{"k.npy", array("|u1", "()", "\x01"), zip.Store}, member{"w.npy", nil, zip.Store}), "", ""),
		data.CSV(text("a.csv", "w,k\n,1"), "", ""),
	} {
		_, warnings, err := data.ReadFrom(names, s)
		require.NoError(t, err)
		require.Len(t, warnings, 1)
		assert.Contains(t, warnings[0].Error(), `warning: "w" is no parameter and no size [unknown-name]`)
	}
}

// Of many such names, and of many columns, the first are listed.
func TestManyUnknownNames(t *testing.T) {
	var object, table strings.Builder
	object.WriteString(`{"k": 1`)
	table.WriteString("k")
	for i := range 200_000 {
		fmt.Fprintf(&object, `, "x%d": 0`, i)
		fmt.Fprintf(&table, ",x%d", i)
	}
	object.WriteString("}")
	table.WriteString("\n1" + strings.Repeat(",", 200_000))
	names := face("k : Int")
	for _, s := range []data.Source{data.JSON(text("a.json", object.String()), ""), data.CSV(text("a.csv", table.String()), "", "")} {
		_, warnings, err := data.ReadFrom(names, s)
		require.NoError(t, err)
		require.Len(t, warnings, 21)
		assert.Contains(t, warnings[19].Error(), `"x19" is no parameter`)
		assert.EqualError(t, warnings[20], "warning: 199980 names more that are no parameter and no size [unknown-name]")
	}
}

// Arrays that are written are read back bit for bit.
func TestArraysRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		elem := rapid.SampledFrom([]proc.Type{proc.Real, proc.Int, proc.Bool}).Draw(t, "element")
		rank := rapid.IntRange(0, 3).Draw(t, "rank")
		v := data.Value{Type: elem}
		p := proc.Param{Name: "x", Index: -1}
		n, dims := 1, make([]int, rank)
		for k := range dims {
			dims[k] = rapid.IntRange(0, 3).Draw(t, "dimension")
			n *= dims[k]
		}
		words := make([]uint64, n)
		for i := range words {
			if words[i] = rapid.Uint64().Draw(t, "word"); elem == proc.Bool {
				words[i] %= 2
			}
		}
		if rank == 0 {
			v.Words = words
		} else {
			v = data.Value{Type: proc.NewArray(rank, elem), Objects: []data.Object{&data.Array{Dims: dims, Leaves: [][]uint64{words}}}}
		}
		p.Type = v.Type
		var single, several bytes.Buffer
		require.NoError(t, data.WriteNPY(&single, data.Field{Name: "x", Value: v}))
		require.NoError(t, data.WriteNPZ(&several, []data.Field{{Name: "u", Value: data.Unit()}, {Name: "x", Value: v}}))
		for _, s := range []data.Source{data.NPY("x.npy", single.Bytes(), "x"), data.NPZ("x.npz", several.Bytes(), "", "")} {
			args, warnings, err := data.ReadFrom(&proc.Interface{Params: []proc.Param{p}}, s)
			require.NoError(t, err)
			require.Empty(t, warnings)
			require.Equal(t, v, args.Values[0])
		}
	})
}

func TestWriteArrays(t *testing.T) {
	pairs := data.Value{Type: proc.NewArray(1, proc.NewTuple(proc.Real, proc.NewTuple(proc.Unit, proc.Bool))),
		Objects: []data.Object{&data.Array{Dims: []int{2}, Leaves: [][]uint64{{1, 2}, {0, 1}}}}}
	var b bytes.Buffer
	require.NoError(t, data.WriteNPZ(&b, []data.Field{{Name: "x", Value: data.Tuple(data.Int(3), pairs)}, {Name: "y", Value: data.Unit()}}))
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
		content, err := f.Open()
		require.NoError(t, err)
		text, err := io.ReadAll(content)
		require.NoError(t, err)
		_, err = npy.Parse(text)
		require.NoError(t, err)
	}
	assert.Equal(t, []string{"x.0.npy", "x.1.0.npy", "x.1.1.1.npy"}, names)
	assert.EqualError(t, data.WriteNPY(io.Discard, data.Field{Name: "x", Value: pairs}), "error: x is a (Real, (…, …))[_], which is not one array [no-array]")
	assert.EqualError(t, data.WriteNPZ(io.Discard, []data.Field{{Name: "x", Value: data.Inl(data.Real(1), proc.Int)}}),
		"error: x has parts of type Real + Int, and the arrays of files are of Real, Int or Bool [no-array]")
}

// No archive makes reading panic.
func FuzzNpz(f *testing.F) {
	whole := array("<f8", "(2,)", strings.Repeat("\x00\x01", 8))
	f.Add(archive(f, member{"v.npy", whole, zip.Store}, member{"b.npy", array("|b1", "(2,)", "\x01\x00"), zip.Deflate}, member{"n.npy", array("|u1", "()", "\x02"), zip.Store}))
	f.Add(archive(f, member{"v.npy", whole[:40], zip.Deflate}))
	f.Add(archive(f, member{"k.npy", array("<i4", "()", "abcd"), zip.Store}, member{"p.npy", nil, zip.Store}, member{"other", nil, zip.Store}))
	face := face(several)
	f.Fuzz(func(t *testing.T, b []byte) {
		within.Limits(t, func() { readsOrSays(t, face, data.NPZ("a.npz", b, "", "")) })
	})
}

// No table makes reading panic.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"", "1,2\n3,4", "a,b\n1,-inf\n", "v,b,k\n1,true,3\n", "\ufeff\"v\",\"b\"\r\n 1e5 ,FALSE\r\n", "1,\"2", "1;2\n", "v\n\n1\n2,3"} {
		f.Add(s)
	}
	face := face(several)
	f.Fuzz(func(t *testing.T, s string) {
		within.Limits(t, func() {
			readsOrSays(t, face, data.CSV(text("a.csv", s), "", ""))
			readsOrSays(t, face, data.CSV(text("a.csv", s), "m", ""))
			readsOrSays(t, face, data.CSV(text("a.csv", s), "v", "a"))
		})
	})
}

// No JSON makes reading panic, and what is read and written is read again.
func FuzzJSON(f *testing.F) {
	for _, s := range []string{
		"", "{}", "[", "\ufeff{}", `{"m": [[1, -2.5e-3], [1e400, 0]], "d": 2}`, `{"v": ["NaN", -0.0, "-Infinity"], "b": [true, false, null]}`,
		`{"m": {"shape": [0, 3], "data": []}, "v": [], "k": -9223372036854775808, "b": [], "p": [1, 2]}`, `{"m": [], "d": -1, "v": [NaN]}`,
		`{"x": {"y": [[[null]], "\ud83d\ude00\n"]}, "x": 1}`, `{"m": {"shape": [4611686018427387904, 4], "data": []}}`, "{\"\xff\": 1}",
	} {
		f.Add(s)
	}
	face := face(several)
	f.Fuzz(func(t *testing.T, s string) {
		within.Limits(t, func() {
			readsOrSays(t, face, data.JSON(text("a.json", s), ""))
			readsOrSays(t, face, data.JSON(text("a.json", s), "m"))
			args, _, err := data.Read(text("a.json", s), face)
			if err != nil {
				return
			}
			var b strings.Builder
			require.NoError(t, data.WriteObject(&b, args.Fields()))
			again, warnings, err := data.Read(text("b.json", b.String()), face)
			require.NoError(t, err, "%s", &b)
			require.Empty(t, warnings)
			require.NoError(t, data.Differ(data.Tuple(args.Values...), data.Tuple(again.Values...), 0))
		})
	})
}

// readsOrSays demands values, or messages with places in the text.
func readsOrSays(t *testing.T, face *proc.Interface, s data.Source) {
	args, warnings, err := data.ReadFrom(face, s)
	if err == nil {
		for _, v := range args.Values {
			if err := v.Check(); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if diag.All(err) == nil {
		t.Fatalf("%v", err)
	}
	diag.RenderAll(io.Discard, nil, append(diag.All(err), warnings...))
}
