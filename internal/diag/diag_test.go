package diag

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestError(t *testing.T) {
	pos := Pos{Line: 3, Col: 7}
	for _, c := range []struct {
		want string
		err  *Error
	}{
		{"3:7: error: x is lost [lost]", Errorf(pos, "lost", "%s is lost", "x")},
		{"a.fun:3:7: error: x [c]", Errorf(pos, "c", "x").In("a.fun")},
		{`a\nb\x1b.fun:3:7: error: x`, Errorf(pos, "", "x").In("a\nb\x1b.fun")},
		{`3:7: error: assertion failed: \x1b[31m\tx [assert]`, Errorf(pos, "assert", "assertion failed: %s", "\x1b[31m\tx")},
		{"a.fun: warning: x", Warningf(Pos{}, "", "x").In("a.fun")},
		{"error: x [c]", Errorf(Pos{}, "c", "x")},
	} {
		assert.Equal(t, c.want, c.err.Error())
	}
	assert.Equal(t, "-", Pos{}.String())
}

// A position in another file than the first has the name and the text of that file.
func TestFiles(t *testing.T) {
	first, second := &Source{Name: "a.fun", Text: "one\ntwo"}, &Source{Name: "b.fun", Text: "three\nfour", Number: 1}
	here, there := Pos{Line: 2, Col: 1}, Pos{Line: 2, Col: 3, File: second}
	assert.Equal(t, "2:1", here.String())
	assert.Equal(t, "b.fun:2:3", there.String())
	assert.Equal(t, "a.fun:2:1", here.In("a.fun"))
	assert.Equal(t, "b.fun:2:3", there.In("a.fun"))
	assert.Same(t, second, FileOf([]*Source{second}, 1))
	assert.Nil(t, FileOf([]*Source{second}, 0))
	assert.Nil(t, FileOf([]*Source{second}, 2))
	var b strings.Builder
	Render(&b, first, Errorf(there, "c", "e").In("a.fun").Notef(here, "n").Notef(there, "m"))
	assert.Equal(t, "b.fun:2:3: error: e [c]\n    2 | four\n      |   ^\na.fun:2:1: note: n\n    2 | two\n      | ^\nb.fun:2:3: note: m\n    2 | four\n      |   ^\n", b.String())
}

func TestBefore(t *testing.T) {
	file := func(n int) *Source { return &Source{Number: n} }
	order := []Pos{{}, {Line: 1, Col: 1}, {Line: 1, Col: 2}, {Line: 2, Col: 1}, {Line: 1, Col: 1, File: file(1)}, {Line: 1, Col: 1, File: file(2)}}
	for i, p := range order {
		for j, q := range order {
			assert.Equal(t, i < j, p.Before(q), "%d %d", i, j)
		}
	}
}

// Word keeps every position apart from every other.
func TestWord(t *testing.T) {
	assert.Zero(t, Pos{}.Word())
	last := Pos{Line: MaxText + 1, Col: MaxText + 1, File: &Source{Number: MaxFiles - 1}}.Word()
	assert.Positive(t, last)
	assert.Equal(t, int64(1<<ColBits|(1<<ColBits-1)), Pos{Line: 1, Col: 1 << 28}.Word())
	assert.Equal(t, []int64{MaxFiles - 1, MaxText + 1, MaxText + 1}, []int64{last >> (LineBits + ColBits), last >> ColBits & (1<<LineBits - 1), last & (1<<ColBits - 1)})
}

func TestList(t *testing.T) {
	warning := Warningf(Pos{Line: 2, Col: 1}, "w", "second")
	list := List{warning, Errorf(Pos{Line: 1, Col: 9}, "e", "first")}
	list.Sort()
	assert.Equal(t, "1:9: error: first [e]\n2:1: warning: second [w]", list.Error())
	assert.Error(t, list.Err())
	assert.NoError(t, List{warning}.Err())
	assert.NoError(t, List(nil).Err())
	assert.Equal(t, list, All(fmt.Errorf("in a pass: %w", list)))
	assert.Equal(t, List{warning}, All(warning))
	assert.Nil(t, All(errors.New("other")))
	assert.ErrorIs(t, list, warning)
}

func TestRender(t *testing.T) {
	src := &Source{Name: "a.fun", Text: "first\n\tx = é + y\r\n" + strings.Repeat("é", 200) + "!" + strings.Repeat("b", 200)}
	for _, c := range []struct {
		name, want string
		src        *Source
		err        error
	}{
		{"nothing", "", src, nil},
		{"foreign", "error: no such file\n", src, errors.New("no such file")},
		{"tab", "a.fun:2:6: error: e [c]\n    2 | \tx = é + y\n      | \t    ^\nhint: h\n", src,
			Errorf(Pos{Line: 2, Col: 6}, "c", "e").In("a.fun").Hintf("h")},
		{"after wide", "a.fun:2:11: error: e [c]\n    2 | \tx = é + y\n      | \t        ^\n", src,
			Errorf(Pos{Line: 2, Col: 11}, "c", "e").In("a.fun")},
		{"note", "a.fun:1:6: error: e [c]\n    1 | first\n      |      ^\na.fun:1:1: note: n\n    1 | first\n      | ^\n", src,
			Errorf(Pos{Line: 1, Col: 6}, "c", "e").In("a.fun").Notef(Pos{Line: 1, Col: 1}, "n")},
		{"long line", "a.fun:3:401: error: e [c]\n    3 | …" + strings.Repeat("é", 25) + "!" + strings.Repeat("b", 49) + "…\n      | " +
			strings.Repeat(" ", 26) + "^\n", src, Errorf(Pos{Line: 3, Col: 401}, "c", "e").In("a.fun")},
		{"beyond the line", "a.fun:1:90: error: e [c]\n    1 | first\n      |      ^\n", src, Errorf(Pos{Line: 1, Col: 90}, "c", "e").In("a.fun")},
		{"beyond the text", "a.fun:9:1: error: e [c]\n", src, Errorf(Pos{Line: 9, Col: 1}, "c", "e").In("a.fun")},
		{"no text", "a.fun:1:1: error: e [c]\n", nil, Errorf(Pos{Line: 1, Col: 1}, "c", "e").In("a.fun")},
		{"other file", "b.fun:1:1: error: e [c]\n", src, Errorf(Pos{Line: 1, Col: 1}, "c", "e").In("b.fun")},
		{"control", "1:2: error: e [c]\n    1 | ·[31m·\n      |  ^\n", &Source{Text: "\x1b[31m\xff"}, Errorf(Pos{Line: 1, Col: 2}, "c", "e")},
		{"list", "1:1: error: e [c]\n    1 | x\n      | ^\nwarning: w\n", &Source{Text: "x"}, List{Errorf(Pos{Line: 1, Col: 1}, "c", "e"), Warningf(Pos{}, "", "w")}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			Render(&b, c.src, c.err)
			assert.Equal(t, c.want, b.String())
		})
	}
}

func TestRenderAll(t *testing.T) {
	srcs := []*Source{{Name: "a.json", Text: "first"}, {Name: "b.json", Text: "second"}}
	var b strings.Builder
	RenderAll(&b, srcs, List{Errorf(Pos{Line: 1, Col: 2}, "c", "e").In("b.json").NoteInf("a.json", Pos{Line: 1, Col: 1}, "n").NoteInf("c.npy", Pos{}, "m")})
	assert.Equal(t, "b.json:1:2: error: e [c]\n    1 | second\n      |  ^\na.json:1:1: note: n\n    1 | first\n      | ^\nc.npy: note: m\n", b.String())
}
