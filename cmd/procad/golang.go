package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"procad/internal/quote"
	"procad/llvm/bindings"
	"procad/llvm/capi"
)

// buildGo makes a folder that is a package for Go.
func (a *app) buildGo(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	if !bindings.GoArch(runtime.GOOS, runtime.GOARCH) {
		return errors.New("packages for Go are made on linux/amd64 and linux/arm64, for the same")
	}
	err := a.buildFolder(cmd, n, file, output, &packaging{
		misnamed: bindings.GoName, made: bindings.InGoPackage, library: bindings.GoLibrary, words: true,
		files: func(name, source string, signatures []capi.Signature) (map[string][]byte, error) {
			return bindings.Go(name, source, runtime.GOARCH, signatures, n.threads)
		},
	})
	if err == nil {
		a.noteModule(output)
	}
	return err
}

// noteModule says what a package for Go lacks to be imported: a module around it, which has purego.
func (a *app) noteModule(folder string) {
	const get = "go get " + bindings.GoNeeds
	folder, err := filepath.Abs(folder)
	if err != nil {
		return
	}
	for dir := filepath.Dir(folder); ; dir = filepath.Dir(dir) {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		switch {
		case err == nil && !bytes.Contains(text, []byte(bindings.GoNeeds+" ")):
			fmt.Fprintf(a.stderr, "note: the package needs %s, which %s does not name: run %s there\n", bindings.GoNeeds, quote.Line(filepath.Join(dir, "go.mod")), get)
		case err == nil || !errors.Is(err, fs.ErrNotExist):
		case dir != filepath.Dir(dir):
			continue
		default:
			fmt.Fprintf(a.stderr, "note: no folder around the package has a go.mod: run go mod init example and then %s in the one that it is in; a program there imports example/%s\n",
				get, quote.Line(filepath.Base(folder)))
		}
		return
	}
}
