//go:build !(linux && (amd64 || arm64))

package procad

import (
	"context"
	"fmt"
	"runtime"

	"procad/internal/diag"
	"procad/llvm/toolchain"
)

// callable says why native code cannot be called in this process.
var callable = fmt.Errorf("a process on %s/%s cannot load it: it can on linux/amd64 and linux/arm64", runtime.GOOS, runtime.GOARCH)

type native struct{}

func load(context.Context, *toolchain.Compiler, *toolchain.Code, []*diag.Source, []*pass) (*native, error) {
	return nil, callable
}

func (*native) call(uintptr, *frame) error { return callable }

func (*native) free(*frame) {}

func (*native) close() {}
