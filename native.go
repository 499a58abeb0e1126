//go:build linux && (amd64 || arm64)

package procad

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"

	"procad/internal/diag"
	"procad/internal/scratch"
	"procad/llvm/toolchain"
	"procad/prim"
)

// callable says why native code cannot be called in this process; nil if it can.
var callable error

// native is a shared library of entries (llvm/export/words.go).
type native struct {
	library, newWorkspace, freeWorkspace uintptr

	imports []*diag.Source // of the program
}

// loads counts the libraries of this process. The loader takes a path that it has seen
// for the library that was there, so each has one of its own.
var loads atomic.Int64

// load makes a library from the code of a module, loads it, and finds its passes there.
func load(ctx context.Context, c *toolchain.Compiler, code *toolchain.Code, imports []*diag.Source, passes []*pass) (n *native, err error) {
	dir, err := scratch.New()
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	path := filepath.Join(dir.Path, fmt.Sprintf("library%d.so", loads.Add(1)))
	if err := c.Compile(ctx, code, path, toolchain.Shared); err != nil {
		return nil, err
	}
	n = &native{imports: imports}
	if n.library, err = purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL); err != nil {
		return nil, err
	}
	symbols := map[string]*uintptr{"pc_workspace_new": &n.newWorkspace, "pc_workspace_free": &n.freeWorkspace}
	for _, s := range passes {
		symbols[s.entry.Symbol] = &s.address
	}
	for name, to := range symbols {
		if *to, err = purego.Dlsym(n.library, name); err != nil {
			n.close()
			return nil, err
		}
	}
	return n, nil
}

func (n *native) close() { purego.Dlclose(n.library) }

// errNoWorkspace: not even the memory that a call begins with is there.
var errNoWorkspace = &prim.RuntimeError{Kind: prim.OutOfMemory}

// call calls an entry. The arrays of its result are in the frame's workspace.
func (n *native) call(entry uintptr, fr *frame) error {
	if fr.workspace == 0 {
		if fr.workspace, _, _ = purego.SyscallN(n.newWorkspace); fr.workspace == 0 {
			return errNoWorkspace
		}
	}
	kind, _, _ := purego.SyscallN(entry, uintptr(unsafe.Pointer(&fr.in[0])), uintptr(unsafe.Pointer(&fr.out[0])), fr.workspace, uintptr(unsafe.Pointer(&fr.failure)))
	if int32(kind) != 0 {
		return fr.failure.of(n.imports)
	}
	return nil
}

// free frees the workspace of a frame that no call uses any more.
func (n *native) free(fr *frame) {
	if fr.workspace != 0 {
		purego.SyscallN(n.freeWorkspace, fr.workspace)
	}
}
