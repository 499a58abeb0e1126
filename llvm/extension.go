package llvm

import (
	"context"
	"path/filepath"
)

// Extension makes a shared library of a file in C, for every CPU of the family. Headers are
// looked for in the folder of the file, and in another one.
func (c *Compiler) Extension(ctx context.Context, source, headers, out string) error {
	clang, err := c.Find()
	if err != nil {
		return err
	}
	if out, err = filepath.Abs(out); err != nil {
		return err
	}
	b := &build{Compiler: c, ctx: ctx, clang: clang, dir: filepath.Dir(source)}
	return b.run(ctx, clang, "-std=gnu11", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-I", headers, filepath.Base(source), "-o", out, "-ldl")
}
