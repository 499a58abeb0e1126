package toolchain

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"procad/internal/child"
)

// Bandwidth measures how many bytes a second each number of threads reads of an array of so many bytes, with the
// threads that loops have (runtime/bandwidth.c).
func (c *Compiler) Bandwidth(ctx context.Context, array int64, threads []int) ([]float64, error) {
	p, err := c.program(ctx, &Code{}, bandwidth)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	args := []string{strconv.FormatInt(array, 10)}
	for _, n := range threads {
		args = append(args, strconv.Itoa(n))
	}
	cmd := exec.CommandContext(ctx, p.Path(), args...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := child.Run(cmd); err != nil {
		return nil, fmt.Errorf("the bandwidth of memory is not measured: %w: %.400s", err, strings.TrimSpace(stderr.String()))
	}
	var speeds []float64
	for line := range strings.FieldsSeq(stdout.String()) {
		speed, err := strconv.ParseFloat(line, 64)
		if err != nil {
			return nil, err
		}
		speeds = append(speeds, speed)
	}
	return speeds, nil
}
