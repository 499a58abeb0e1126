package diag

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestError(t *testing.T) {
	pos := Pos{3, 7}
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

func TestList(t *testing.T) {
	warning := Warningf(Pos{2, 1}, "w", "second")
	list := List{warning, Errorf(Pos{1, 9}, "e", "first")}
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
			Errorf(Pos{2, 6}, "c", "e").In("a.fun").Hintf("h")},
		{"after wide", "a.fun:2:11: error: e [c]\n    2 | \tx = é + y\n      | \t        ^\n", src,
			Errorf(Pos{2, 11}, "c", "e").In("a.fun")},
		{"note", "a.fun:1:6: error: e [c]\n    1 | first\n      |      ^\na.fun:1:1: note: n\n    1 | first\n      | ^\n", src,
			Errorf(Pos{1, 6}, "c", "e").In("a.fun").Notef(Pos{1, 1}, "n")},
		{"long line", "a.fun:3:401: error: e [c]\n    3 | …" + strings.Repeat("é", 25) + "!" + strings.Repeat("b", 49) + "…\n      | " +
			strings.Repeat(" ", 26) + "^\n", src, Errorf(Pos{3, 401}, "c", "e").In("a.fun")},
		{"beyond the line", "a.fun:1:90: error: e [c]\n    1 | first\n      |      ^\n", src, Errorf(Pos{1, 90}, "c", "e").In("a.fun")},
		{"beyond the text", "a.fun:9:1: error: e [c]\n", src, Errorf(Pos{9, 1}, "c", "e").In("a.fun")},
		{"no text", "a.fun:1:1: error: e [c]\n", nil, Errorf(Pos{1, 1}, "c", "e").In("a.fun")},
		{"other file", "b.fun:1:1: error: e [c]\n", src, Errorf(Pos{1, 1}, "c", "e").In("b.fun")},
		{"control", "1:2: error: e [c]\n    1 | ·[31m·\n      |  ^\n", &Source{Text: "\x1b[31m\xff"}, Errorf(Pos{1, 2}, "c", "e")},
		{"list", "1:1: error: e [c]\n    1 | x\n      | ^\nwarning: w\n", &Source{Text: "x"}, List{Errorf(Pos{1, 1}, "c", "e"), Warningf(Pos{}, "", "w")}},
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
	RenderAll(&b, srcs, List{Errorf(Pos{1, 2}, "c", "e").In("b.json").NoteInf("a.json", Pos{1, 1}, "n").NoteInf("c.npy", Pos{}, "m")})
	assert.Equal(t, "b.json:1:2: error: e [c]\n    1 | second\n      |  ^\na.json:1:1: note: n\n    1 | first\n      | ^\nc.npy: note: m\n", b.String())
}
