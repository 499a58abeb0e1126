package toolchain

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"path/filepath"
	"sync"

	"procad/internal/scratch"
)

//go:embed runtime/*.c runtime/*.h
var sources embed.FS

// RuntimeFile is the text of a file of the runtime.
func RuntimeFile(name string) string {
	text, err := sources.ReadFile("runtime/" + name)
	if err != nil {
		panic(err) // the name is a constant of this package
	}
	return string(text)
}

// sourcesSum tells the sources of the runtime from those of other versions.
var sourcesSum = sync.OnceValue(func() []byte {
	h := sha256.New()
	files, err := sources.ReadDir("runtime")
	if err != nil {
		panic(err) // they are part of procad
	}
	for _, f := range files {
		fmt.Fprintf(h, "%q %q\n", f.Name(), RuntimeFile(f.Name()))
	}
	return h.Sum(nil)
})

// A unit is files of the runtime that clang reads in one run: to start it and to
// read the headers takes it as long as to translate a file. The names in them differ.
type unit struct {
	name   string
	files  []string // those that ask for features of the C library come first
	oldest bool     // for the oldest CPU, since it runs before the CPU is known
}

// The units of the runtime: what libraries consist of, and executables.
var (
	baseUnit  = unit{"base", []string{"memory", "special", "failure", "undefined", "parallel", "batch"}, false}
	mainUnit  = unit{"program", []string{"main", "value", "words", "json_scan", "json_read", "npz_read", "npz_write", "json_write", "trace"}, false}
	bandUnit  = unit{"reading", []string{"bandwidth"}, false}
	traceUnit = unit{"printing", []string{"json_write", "trace"}, false}
	loadUnit  = unit{"library", []string{"load"}, true}
	startUnit = unit{"executable", []string{"load", "start"}, true}
)

func units(kind Kind) []unit {
	switch kind {
	case Executable:
		return []unit{startUnit, baseUnit, mainUnit}
	case bandwidth:
		return []unit{startUnit, baseUnit, bandUnit}
	}
	return []unit{loadUnit, baseUnit}
}

func (u unit) text() []byte {
	var text bytes.Buffer
	for _, f := range u.files {
		fmt.Fprintf(&text, "#include \"%s.c\"\n", f)
	}
	return text.Bytes()
}

// writeSources puts the sources of the runtime into a folder, with what code for a machine needs.
func writeSources(dir string, m *Machine) error {
	files, err := sources.ReadDir("runtime")
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := scratch.WriteFile(filepath.Join(dir, f.Name()), []byte(RuntimeFile(f.Name()))); err != nil {
			return err
		}
	}
	version := fmt.Sprintf("#define PC_RUNTIME UINT64_C(0x%x)\n", sourcesSum()[:8])
	if err := scratch.WriteFile(filepath.Join(dir, "version.h"), []byte(version)); err != nil {
		return err
	}
	return scratch.WriteFile(filepath.Join(dir, "needs.h"), []byte(needs(m)))
}
