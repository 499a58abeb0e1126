package toolchain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"

	"procad/internal/scratch"
)

// A Program is an executable that runs until it is closed.
type Program struct {
	file *os.File
	dir  *scratch.Dir // nil if the file needs no folder
}

// Program makes an executable from the code of a module.
func (c *Compiler) Program(ctx context.Context, code *Code) (*Program, error) {
	return c.program(ctx, code, Executable)
}

func (c *Compiler) program(ctx context.Context, code *Code, kind Kind) (*Program, error) {
	b, err := c.build(ctx, code, kind)
	if err != nil {
		return nil, err
	}
	if f := b.store().Open(b.key); f != nil {
		return &Program{file: f}, nil
	}
	dir, err := scratch.New()
	if err != nil {
		return nil, err
	}
	p := &Program{dir: dir}
	exe := filepath.Join(dir.Path, "program")
	if err = b.make(dir.Path, exe); err == nil {
		p.file, err = os.Open(exe)
	}
	if err != nil {
		dir.Close()
		return nil, err
	}
	if runsOpenFiles {
		dir.Close()
		p.dir = nil
	}
	return p, nil
}

// runsOpenFiles says that an open file can be run, also one that has no name any more.
const runsOpenFiles = goruntime.GOOS == "linux"

// Path is where the program can be run.
func (p *Program) Path() string {
	if runsOpenFiles {
		return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), p.file.Fd())
	}
	return p.file.Name()
}

// Close forgets the program.
func (p *Program) Close() {
	p.file.Close()
	if p.dir != nil {
		p.dir.Close()
	}
}
