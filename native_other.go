//go:build !(linux && (amd64 || arm64))

package procad

import (
	"context"
	"fmt"
	"runtime"

	"procad/llvm"
	"procad/prim"
)

// callable says why native code cannot be called in this process.
var callable = fmt.Errorf("a process on %s/%s cannot load it: it can on linux/amd64 and linux/arm64", runtime.GOOS, runtime.GOARCH)

type library struct{}

func compileLibrary(context.Context, *llvm.Compiler, *llvm.Code) (*library, error) {
	return nil, callable
}

func (*library) close() {}

func (*library) native(string) (*native, error) { return nil, callable }

type native struct{}

func (*native) call(*frame) *prim.Fault { return nil }

func (*native) free(*frame) {}
