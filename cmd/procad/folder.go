package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"procad/internal/quote"
	"procad/llvm/capi"
	"procad/llvm/toolchain"
)

// A packaging says how a folder becomes a package for a language, with a library in it.
type packaging struct {
	misnamed func(name string) (why string) // "" for a name that a package can have
	made     func(file string) bool         // a file that packages have
	library  string                         // the file of the library
	words    bool                           // its entries take words
	leaves   bool                           // its entries have parameters for leaves, and no structs
	files    func(name, source string, signatures []capi.Signature) (map[string][]byte, error)
	// more says which files of code the package has, by name, for a compiled library. If it is nil, that is all.
	more func(s *scratch, compiler toolchain.Compiler, signatures []capi.Signature, library string) (map[string]string, error)
}

// buildFolder makes a folder that is a package.
func (a *app) buildFolder(cmd *cobra.Command, n *nativeFlags, file, output string, p *packaging) error {
	name := filepath.Base(output)
	if why := p.misnamed(name); why != "" {
		return &usageError{cmd, fmt.Sprintf("-o %s: %s %s", quote.Line(output), quote.Line(name), why)}
	}
	compiler, err := n.compiler(cmd, a.without.set, n.strict)
	if err != nil {
		return err
	}
	a.progress.say("compiling")
	ahead := compiler.Ahead(toolchain.Shared)
	defer ahead.Close()
	m, err := a.module(cmd, n, file, false)
	if err != nil {
		return err
	}
	m.options.Words, m.options.Leaves, m.options.Batch = p.words, p.leaves, p.leaves
	signatures, err := capi.Signatures(m.unit.Library.Def, m.entries)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	files, err := p.files(name, m.options.File, signatures)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	if err := replaceable(output, p.made); err != nil {
		return err
	}
	s := newScratch()
	defer s.Close()
	if err := m.options.Tune(s.context, &compiler); err != nil {
		return err
	}
	code, err := m.generate(s, ahead)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	return replaceFolder(output, func(folder string) error {
		for _, file := range slices.Sorted(maps.Keys(files)) {
			text := files[file]
			err := writeFile(folder, output, file, 0o666, func(w io.Writer) error {
				_, err := w.Write(text)
				return err
			})
			if err != nil {
				return err
			}
		}
		dir, err := s.directory()
		if err != nil {
			return err
		}
		product := filepath.Join(dir, "product")
		if err := compiler.Compile(s.context, code, product, toolchain.Shared); err != nil {
			return &inSource{m.unit.Source, s.interrupted(err)}
		}
		more := map[string]string{p.library: product}
		if p.more != nil {
			if more, err = p.more(s, compiler, signatures, product); err != nil {
				return err
			}
		}
		for _, file := range slices.Sorted(maps.Keys(more)) {
			made := more[file]
			if err := writeFile(folder, output, file, 0o777, func(w io.Writer) error { return copyFile(w, made) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// replaceable says that nothing is lost where a folder is made anew: there is none, or one
// with such files only.
func replaceable(folder string, made func(file string) bool) error {
	info, err := os.Lstat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is no folder", quote.Line(folder))
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, f := range list {
		if !made(f.Name()) {
			return fmt.Errorf("%s: has %s in it, which procad has not made: name another folder", quote.Line(folder), quote.Line(f.Name()))
		}
	}
	return nil
}

// replaceFolder fills a new folder next to the old one, and then renames both.
func replaceFolder(folder string, fill func(folder string) error) error {
	suffix := fmt.Sprintf(".%08x.tmp", rand.Uint32())
	fresh, old := folder+suffix, folder+".old"+suffix
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return notMadeIn(folder, err)
	}
	defer os.RemoveAll(fresh)
	if err := fill(fresh); err != nil {
		return err
	}
	if err := keepModes(fresh, folder); err != nil {
		return err
	}
	moved := os.Rename(folder, old)
	if moved != nil && !errors.Is(moved, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", quote.Line(folder), reason(moved))
	}
	if err := os.Rename(fresh, folder); err != nil {
		if moved == nil {
			os.Rename(old, folder)
		}
		return fmt.Errorf("%s: %w", quote.Line(folder), reason(err))
	}
	return os.RemoveAll(old)
}
