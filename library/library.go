package library

import (
	"embed"
	"strings"
)

//go:embed *.fun
var files embed.FS

// extension is that of files of programs.
const extension = ".fun"

// Modules are the names of the modules, in alphabetical order.
func Modules() []string {
	entries, err := files.ReadDir(".")
	if err != nil {
		panic(err) // the folder is in the binary
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), extension)
	}
	return names
}

// Text is the text of a module; ok is false if there is none of this name.
func Text(module string) (text string, ok bool) {
	b, err := files.ReadFile(module + extension)
	return string(b), err == nil
}

// File is what messages call the file of a module.
func File(module string) string { return "library/" + module + extension }
