package toolchain

import (
	"context"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"procad/internal/cache"
	"procad/internal/scratch"
)

// An Extension is a shared library for Python that is made of two texts in C, for every CPU of the family.
type Extension struct {
	Common  []byte // what all extensions have in common, which is compiled once
	Table   []byte // the functions of this one
	Headers string // the folder of Python's
}

// configurations are the headers that differ between the versions of an interpreter.
var configurations = []string{"patchlevel.h", "pyconfig.h"}

// Extension makes an extension, out.
func (c *Compiler) Extension(ctx context.Context, e *Extension, out string) error {
	b, err := c.newBuild(ctx, Shared)
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	dir, err := scratch.New()
	if err != nil {
		return err
	}
	defer dir.Close()
	b.in(dir.Path)
	from := [][]byte{e.Common, []byte(e.Headers)}
	for _, name := range configurations {
		// One that is not there is not included either.
		text, _ := os.ReadFile(filepath.Join(e.Headers, name))
		from = append(from, text)
	}
	key := cache.KeyOf("extension", append(from, b.machine.id)...)
	flags := []string{"-std=gnu11", "-fPIC", "-fvisibility=hidden", "-I", e.Headers}
	jobs := []job{
		{file: "native.c", text: e.Common, flags: append([]string{"-O2"}, flags...), stored: &key},
		{file: "functions.c", text: e.Table, flags: append([]string{"-O1"}, flags...)},
	}
	g, ctx := errgroup.WithContext(ctx)
	var objects []string
	for _, j := range jobs {
		objects = append(objects, b.object(j))
		g.Go(func() error { return b.translate(ctx, j, nil) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	return b.linkWith(&linking{[]string{"-shared"}, objects, out, []string{"-ldl"}})
}
