//go:build linux && (amd64 || arm64)

package procad

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"unsafe"

	"github.com/ebitengine/purego"

	"procad/internal/scratch"
	"procad/llvm"
	"procad/prim"
)

// callable says why native code cannot be called in this process; nil if it can.
var callable error

// A library is a shared library in this process.
type library struct{ handle uintptr }

// loads counts the libraries of this process. The loader takes a path that it has seen
// for the library that was there, so each has one of its own.
var loads atomic.Int64

// compileLibrary makes a library from the code of a module, and loads it.
func compileLibrary(ctx context.Context, c *llvm.Compiler, code *llvm.Code) (*library, error) {
	dir, err := scratch.New()
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	path := filepath.Join(dir.Path, fmt.Sprintf("library%d.so", loads.Add(1)))
	if err := c.Compile(ctx, code, path, llvm.Shared); err != nil {
		return nil, err
	}
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, err
	}
	return &library{handle}, nil
}

func (l *library) close() { purego.Dlclose(l.handle) }

// native is an entry of a library (llvm/words.go).
type native struct{ entry, release uintptr }

func (l *library) native(symbol string) (*native, error) {
	entry, err := purego.Dlsym(l.handle, symbol)
	if err != nil {
		return nil, err
	}
	release, err := purego.Dlsym(l.handle, symbol+llvm.ReleaseSuffix)
	return &native{entry, release}, err
}

// call calls the entry. A result is to be freed.
func (n *native) call(fr *frame) *prim.Fault {
	kind, _, _ := purego.SyscallN(n.entry, uintptr(unsafe.Pointer(&fr.in[0])), uintptr(unsafe.Pointer(&fr.out[0])), uintptr(unsafe.Pointer(&fr.fault)))
	if int32(kind) == 0 {
		return nil
	}
	return fr.fault.of()
}

// free frees the arrays of a result.
func (n *native) free(fr *frame) {
	purego.SyscallN(n.release, uintptr(unsafe.Pointer(&fr.out[0])))
}
