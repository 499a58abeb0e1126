package toolchain

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"procad/internal/diag"
	"procad/internal/quote"
	"procad/internal/scratch"
)

// CodeExternMissing is of a function of C that nothing defines which is linked in.
const CodeExternMissing = "extern-missing"

// linkable are the names of files that can be linked in.
var linkable = regexp.MustCompile(`\.(a|o|so(\.[0-9]+)*)$`)

// CheckLink says why a file cannot be linked in: it is no archive, object or shared library, or is not there.
func CheckLink(file string) error {
	if !linkable.MatchString(file) {
		return fmt.Errorf("%s is no .a, .o or .so", quote.Line(file))
	}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		if path, ok := errors.AsType[*os.PathError](err); ok {
			err = path.Err
		}
		return fmt.Errorf("%s: %w", quote.Line(file), err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", quote.Line(file))
	}
	return nil
}

// linked are the arguments of clang for what the code is linked with. What is shared is found again
// where it is now; what is in an archive is not for others that use a library.
func (b *build) linked() []string {
	var args []string
	if len(b.code.Externs) > 0 && b.kind == Shared && b.machine.macros["__ELF__"] != "" {
		args = append(args, "-Xlinker", "-z", "-Xlinker", "defs", "-Xlinker", "--exclude-libs", "-Xlinker", "ALL")
	}
	if b.code.Threads && b.kind == Shared && b.machine.macros["__ELF__"] != "" {
		args = append(args, "-Xlinker", "-z", "-Xlinker", "nodelete") // dlclose leaves the code where its threads are
	}
	for _, file := range b.code.Link {
		args = append(args, file)
		if filepath.Ext(file) != ".a" && filepath.Ext(file) != ".o" {
			args = append(args, "-Xlinker", "-rpath", "-Xlinker", filepath.Dir(file))
		}
	}
	return append(args, "-lm", "-pthread")
}

// linkTexts are the contents of what the code is linked with.
func (c *Code) linkTexts() (texts [][]byte, err error) {
	for _, file := range c.Link {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		texts = append(texts, []byte(file), text)
	}
	return texts, nil
}

// resolves makes sure that what an object is to be linked with defines the functions of C that it calls.
func (b *build) resolves(object string) error {
	if len(b.code.Externs) == 0 || len(b.code.Link) == 0 {
		return nil
	}
	program := filepath.Join(b.dir, "resolves.c")
	if err := scratch.WriteFile(program, []byte("int main(void) { return 0; }\n")); err != nil {
		return err
	}
	return b.run(b.ctx, b.clang, slices.Concat(b.flags(), []string{program, object, "-o", filepath.Join(b.dir, "resolves")}, b.linked())...)
}

// undefined is how linkers say that a symbol is defined nowhere.
var undefined = regexp.MustCompile("undefined (?:reference to |symbol: )[`'\"]?([A-Za-z_][A-Za-z0-9_]*)")

// missing is the message about a function of C that the linker does not find, where err is of that; err otherwise.
func (c *Code) missing(err error) error {
	failure, ok := errors.AsType[*toolError](err)
	if !ok {
		return err
	}
	for _, found := range undefined.FindAllStringSubmatch(failure.output, -1) {
		if e := c.Externs[found[1]]; e != nil {
			return diag.Errorf(e.Pos, CodeExternMissing, "no function %s of C is linked in", e.Symbol).In(e.File).
				Hintf("name the archive, object or shared library that defines %s, as --link lib.a", e.Prototype)
		}
	}
	return err
}

// A toolError is of clang, or of another tool, that ended with an error.
type toolError struct {
	name, output string
	err          error
}

func (e *toolError) Error() string {
	return fmt.Sprintf("%s: %v\n%s", filepath.Base(e.name), e.err, clip(e.output))
}

func (e *toolError) Unwrap() error { return e.err }
