// Against compares two builds of procad: it runs "procad bench" of each in turn, on every
// kernel and every variant of a kernel, with samples of data or with given ones, and prints
// the times of the second in units of those of the first.
//
//	against [-rounds N] [-runs N] [-only WORD] OLD NEW [DATA.json…]
//
// OLD and NEW are commands. A round runs both, in one order and in the next round in the
// other; the minimum is that of all runs of all rounds, and the median that of the medians
// of the rounds. Minima say what the code can do where other programs use the processor
// too; medians vary by a half there. A minimum that is 3 % above the old one is marked.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"procad/internal/measure"
	"procad/internal/sample"
)

// slower is from where on a row is marked.
const slower = 1.03

func main() {
	rounds := flag.Int("rounds", 5, "rounds")
	runs := flag.Int("runs", 20, "timed runs in a round")
	only := flag.String("only", "", "only programs whose name has this in it")
	flag.Parse()
	if err := run(*rounds, *runs, *only, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "against:", err)
		os.Exit(1)
	}
}

// A subject is a function of a program, with data. Its derivative is measured too, or none is.
type subject struct {
	title, program, data string
	flags                []string
}

func run(rounds, runs int, only string, args []string) error {
	if len(args) < 2 {
		return errors.New("two builds of procad are wanted: OLD NEW [DATA.json…]")
	}
	dir, err := os.MkdirTemp("", "against-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	subjects, err := subjects(dir, args[2:])
	if err != nil {
		return err
	}
	fmt.Printf("minima of %d rounds of %d runs, medians of the rounds' medians; new in units of old\n", rounds, runs)
	fmt.Printf("%-18s %-8s %12s %7s %7s\n", "program", "", "old minimum", "minimum", "median")
	marked := 0
	for _, s := range subjects {
		if !strings.Contains(s.title, only) {
			continue
		}
		n, err := s.compare(args[:2], rounds, runs)
		if err != nil {
			return fmt.Errorf("%s: %w", s.title, err)
		}
		marked += n
	}
	fmt.Printf("%d minima are over %.2f\n", marked, slower)
	return nil
}

// subjects are the kernels of the data files, or all kernels and variants with samples.
func subjects(dir string, files []string) ([]subject, error) {
	var all []subject
	if len(files) > 0 {
		for _, file := range files {
			title := strings.TrimSuffix(filepath.Base(file), ".json")
			kernel, _, _ := strings.Cut(title, "_")
			all = append(all, of(title, kernel, filepath.Join("testdata/kernels", kernel+".fun"), file))
		}
		return all, nil
	}
	for _, k := range sample.Kernels {
		program := filepath.Join("testdata/kernels", k.Name+".fun")
		if _, err := os.Stat(program); err != nil {
			continue
		}
		sizes := make([]int, len(k.Sizes))
		for i, s := range k.Sizes {
			sizes[i] = s.Default
		}
		text, err := json.Marshal(k.Data(1, sizes...))
		if err != nil {
			return nil, err
		}
		file := filepath.Join(dir, k.Name+".json")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return nil, err
		}
		variants, err := filepath.Glob(filepath.Join("testdata/variants", k.Name+"_*.fun"))
		if err != nil {
			return nil, err
		}
		for _, program := range append([]string{program}, variants...) {
			all = append(all, of(strings.TrimSuffix(filepath.Base(program), ".fun"), k.Name, program, file))
		}
	}
	return all, nil
}

func of(title, kernel, program, file string) subject {
	flags := []string{"--fn", kernel}
	if kernel == "ba" { // whose result is arrays
		flags = append(flags, "--derivative", "vjp")
	}
	return subject{title, program, file, flags}
}

// A report is what "procad bench --format json" prints, as far as it is compared.
type report struct {
	Subjects []struct {
		Value, Derivative *measure.Record
	} `json:"subjects"`
}

// compare prints a row for the value and one for the derivative, and counts those it marks.
func (s subject) compare(builds []string, rounds, runs int) (marked int, err error) {
	var records [2][2][]*measure.Record // by what is measured, then by build
	for round := range rounds {
		for i := range builds {
			which := (i + round) % 2
			r, err := s.bench(builds[which], runs)
			if err != nil {
				return 0, err
			}
			for what, record := range []*measure.Record{r.Subjects[0].Value, r.Subjects[0].Derivative} {
				records[what][which] = append(records[what][which], record)
			}
		}
	}
	for what, name := range []string{"value", "gradient"} {
		o, n := fold(records[what][0]), fold(records[what][1])
		mark := ""
		if n.Min > slower*o.Min {
			mark = "  slower"
			marked++
		}
		fmt.Printf("%-18s %-8s %9.2f µs %7.3f %7.3f%s\n", s.title, name, o.Min/1e3, n.Min/o.Min, n.Median/o.Median, mark)
	}
	return marked, nil
}

// fold is the least minimum, and the median of the medians.
func fold(records []*measure.Record) measure.Record {
	all := measure.Record{}
	all.Min = math.Inf(1)
	var medians []float64
	for _, r := range records {
		all.Min = min(all.Min, r.Min)
		medians = append(medians, r.Median)
	}
	slices.Sort(medians)
	all.Median = measure.Median(medians)
	return all
}

func (s subject) bench(build string, runs int) (*report, error) {
	args := append([]string{"bench", s.program, "--in", s.data, "--format", "json", "--rounds", "1", "--runs", strconv.Itoa(runs)}, s.flags...)
	cmd := exec.Command(build, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", cmd, err, &stderr)
	}
	r := &report{}
	if err := json.Unmarshal(out, r); err != nil {
		return nil, fmt.Errorf("%s: %w", cmd, err)
	}
	if len(r.Subjects) != 1 || r.Subjects[0].Value == nil || r.Subjects[0].Derivative == nil {
		return nil, fmt.Errorf("%s: no value and gradient in\n%s", cmd, out)
	}
	return r, nil
}
