package proof

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"procad/internal/child"
)

// The files that compute F and R; no theorem is among them.
//
//go:embed Value.v Syntax.v Reverse.v Text.v
var sources embed.FS

var computing = []string{"Value", "Syntax", "Reverse", "Text"}

// A Coq runs coqc in a folder with the compiled files.
type Coq struct{ coqc, dir string }

// NewCoq compiles what computes F and R into a folder. The error is exec.ErrNotFound
// where there is no coqc.
func NewCoq(ctx context.Context, dir string) (*Coq, error) {
	coqc, err := exec.LookPath("coqc")
	if err != nil {
		return nil, err
	}
	c := &Coq{coqc, dir}
	for _, name := range computing {
		text, err := sources.ReadFile(name + ".v")
		if err != nil {
			return nil, err
		}
		if _, err := c.run(ctx, name, string(text)); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// What one run of coqc may take. A batch of definitions takes a few seconds and some
// 450 MB, most of it Coq's own library: what needs more is a defect of what is computed.
const (
	batch   = 10              // definitions
	space   = 2 << 20         // KiB of addresses
	allowed = 2 * time.Minute // on the clock
)

// run compiles a file within the bounds, and returns what it prints.
func (c *Coq) run(ctx context.Context, name, text string) (string, error) {
	file := name + ".v"
	if err := os.WriteFile(filepath.Join(c.dir, file), []byte(text), 0o600); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, allowed)
	defer cancel()
	limited := fmt.Sprintf(`ulimit -v %d && exec "$0" "$@"`, space)
	cmd := exec.CommandContext(ctx, "sh", "-c", limited, c.coqc, "-q", "-R", ".", "Procad", file)
	cmd.Dir = c.dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := child.Run(cmd); err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("not done after %v", allowed)
		}
		return "", fmt.Errorf("coqc %s: %w\n%s", file, err, &stderr)
	}
	return stdout.String(), nil
}

// Compute returns the values of terms, which are lists of strings, a batch at a time.
func (c *Coq) Compute(ctx context.Context, terms []string) ([][]string, error) {
	var values [][]string
	for part := range slices.Chunk(terms, batch) {
		v, err := c.computeBatch(ctx, part)
		if err != nil {
			return nil, fmt.Errorf("terms %d to %d: %w", len(values), len(values)+len(part)-1, err)
		}
		values = append(values, v...)
	}
	return values, nil
}

func (c *Coq) computeBatch(ctx context.Context, terms []string) ([][]string, error) {
	var b strings.Builder
	b.WriteString(Imports)
	for _, t := range terms {
		fmt.Fprintf(&b, "Eval vm_compute in %s :: %s.\n", text(separator), t)
	}
	out, err := c.run(ctx, "Reports", b.String())
	if err != nil {
		return nil, err
	}
	lines, err := quoted(out)
	if err != nil {
		return nil, err
	}
	var values [][]string
	for _, line := range lines {
		if line == separator {
			values = append(values, nil)
			continue
		}
		last := len(values) - 1
		values[last] = append(values[last], line)
	}
	if len(values) != len(terms) {
		return nil, fmt.Errorf("coqc printed %d values of %d", len(values), len(terms))
	}
	return values, nil
}

// separator begins what is printed of a term.
const separator = "-"

// quoted are the strings that Coq prints: between quotes, with quotes doubled.
func quoted(out string) ([]string, error) {
	var all []string
	for {
		_, rest, ok := strings.Cut(out, `"`)
		if !ok {
			return all, nil
		}
		var s strings.Builder
		for {
			part, after, ok := strings.Cut(rest, `"`)
			if !ok {
				return nil, fmt.Errorf("coqc printed a string without an end")
			}
			s.WriteString(part)
			rest = after
			if !strings.HasPrefix(rest, `"`) {
				break
			}
			s.WriteByte('"')
			rest = rest[1:]
		}
		all = append(all, s.String())
		out = rest
	}
}
