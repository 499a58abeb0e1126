// Package mapped reads files into memory, large ones without a copy.
package mapped

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// large is the size from which on files are mapped.
const large = 1 << 20

// errNotMapped says that a file cannot be mapped, and has to be read.
var errNotMapped = errors.New("not mapped")

// Read is the content of a file. Of a regular file of a MiB or more it is the file
// itself, mapped until the process ends: what is written to it is not written to
// the file, and the file may not become shorter meanwhile. Of anything else
// at most so many bytes are read; more are an error.
func Read(f *os.File, most int64) ([]byte, error) {
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() >= large {
		b, err := mapFile(f, info.Size())
		switch {
		case err == nil:
			return b, nil
		case info.Size() > most:
			return nil, fmt.Errorf("the file has %d bytes, more than %d, and cannot be mapped into memory: %v", info.Size(), most, err)
		}
	}
	b, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(b)) > most {
		err = fmt.Errorf("the file is larger than %d bytes", most)
	}
	return b, err
}
