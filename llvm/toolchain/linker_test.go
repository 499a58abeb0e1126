package toolchain

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/cache"
	"procad/internal/clangs"
)

func TestLinkerOf(t *testing.T) {
	l := &linking{objects: []string{"/w/a.o", "/w/b.o"}, out: "/w/x y.so"}
	tests := []struct {
		name, text string
		want       *linker
	}{
		{"one command", "clang version 14\nTarget: t\n \"/usr/bin/ld\" \"-z\" \"-o\" \"/w/x y.so\" \"crt.o\" \"/w/a.o\" \"/w/b.o\" \"-lm\"\n",
			&linker{"/usr/bin/ld", []string{"-z", "-o"}, []string{"crt.o"}, []string{"-lm"}}},
		{"quoted", ` "/a\"\\\$b/ld" "-o" "/w/x y.so" "/w/a.o" "/w/b.o"`,
			&linker{`/a"\$b/ld`, []string{"-o"}, []string{}, []string{}}},
		{"two commands", ` "/usr/bin/ld" "-o" "/w/x y.so" "/w/a.o" "/w/b.o"` + "\n" + ` "/usr/bin/dsymutil" "/w/x y.so"`, nil},
		{"objects apart", ` "/usr/bin/ld" "-o" "/w/x y.so" "/w/a.o" "-z" "/w/b.o"`, nil},
		{"objects first", ` "/usr/bin/ld" "/w/a.o" "/w/b.o" "-o" "/w/x y.so"`, nil},
		{"no objects", ` "/usr/bin/ld" "-o" "/w/x y.so"`, nil},
		{"another output", ` "/usr/bin/ld" "-o" "/w/y.so" "/w/a.o" "/w/b.o"`, nil},
		{"no path", ` "ld" "-o" "/w/x y.so" "/w/a.o" "/w/b.o"`, nil},
		{"no end of a quote", ` "/usr/bin/ld" "-o" "/w/x y.so" "/w/a.o" "/w/b.o`, nil},
		{"a backslash at the end", ` "/usr/bin/ld" "-o" "/w/x y.so" "/w/a.o" "/w/b.o\`, nil},
		{"no quotes", ` "/usr/bin/ld" -o /w/x y.so /w/a.o /w/b.o`, nil},
		{"nothing", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, linkerOf(test.text, l))
		})
	}
}

// What is linked directly is what clang links, byte for byte. Where the command that is kept fails,
// clang links, and is asked again the next time.
func TestLinkWith(t *testing.T) {
	clangs.Each(t, func(t *testing.T) {
		Forget() // what other tests have linked with
		dir := t.TempDir()
		c := &Compiler{Cache: cache.Open(t.TempDir(), cache.Most)}
		b, err := c.newBuild(context.Background(), Executable)
		require.NoError(t, err)
		b.in(dir)
		source, object := filepath.Join(dir, "p.c"), filepath.Join(dir, "p.o")
		require.NoError(t, os.WriteFile(source, []byte("#include <math.h>\nint main(int n, char **v) { return sin(n) > 2; }\n"), 0o644))
		require.NoError(t, b.run(b.ctx, b.clang, "-c", source, "-o", object))
		link := &linking{b.flags(), []string{object}, filepath.Join(dir, "p"), []string{"-lm"}}
		require.NoError(t, b.run(b.ctx, b.clang, link.args()...))
		want, err := os.ReadFile(link.out)
		require.NoError(t, err)
		linked := func() {
			require.NoError(t, os.Remove(link.out))
			require.NoError(t, b.linkWith(link))
			got, err := os.ReadFile(link.out)
			require.NoError(t, err)
			assert.Equal(t, want, got)
		}

		key := b.linkerKey(link)
		linked()
		kept := b.knownLinker(key)
		require.NotNil(t, kept, "clang gives no command")
		linked()
		linkers.Delete(key)
		require.Equal(t, kept, b.knownLinker(key), "in the store")

		b.keepLinker(key, &linker{Name: kept.Name, Before: []string{"--no-such-flag", "-o"}})
		linked()
		require.Nil(t, b.knownLinker(key))

		missing := &linking{b.flags(), []string{filepath.Join(dir, "missing.o")}, link.out, nil}
		assert.ErrorContains(t, b.linkWith(missing), "missing.o")
	})
}
