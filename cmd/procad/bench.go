package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/measure"
	"procad/internal/quote"
	"procad/llvm/toolchain"
)

const benchLong = `Bench measures how long native code takes for the value of a function. If the result
is a Real, it also measures value and gradient together. --derivative measures another
derivative: vjp, with cotangents of 1; jacrev or jacfwd, whole Jacobians; or none.

In every round the value and the derivative run --runs times each, in one process, after
a warm-up. The start of the process and the reading of the data are not counted. Times
are medians of the rounds, and ± is half the distance of the quartiles. memory is the
most that a call had in use at once. trace is what the forward pass keeps for the
reverse pass; procad explain gives the details. If the trace depends on more than sizes,
a run of the forward pass measures it. If this run would take more than 1 GiB, a bound
is printed after "at most", or nothing if no bound is known. When --time-limit is over,
the complete rounds count.

--against OTHER measures something else in interleaved rounds, so both run under the
same conditions. It prints the median of the ratios of the rounds. OTHER is split
into words as in a shell. It is one of

  PROGRAM [FLAGS]   another program
  FLAGS             the same program with other flags
  EXECUTABLE        what procad build made of a function with the same parameters

FLAGS are --fn, --wrt, --derivative, --checkpoint, --memory, --strict, --unchecked,
--threads, --cpu and --without. A flag that OTHER does not give is the same as for FILE. There is
one exception: --checkpoint is not taken over if OTHER is another program. Derivatives
are compared only if they are of the same kind, with respect to the same parameters.

` + benchThreads + `

--format json prints everything as JSON. --compare OLD.json reads such a file of an
earlier run, and prints the ratio to it.`

// benchFlags are the flags of bench.
type benchFlags struct {
	subjectFlags
	in               []string
	against, compare string
	runs, rounds     int
	limit            time.Duration
	cache            string
	report           reportFlags
}

func (a *app) benchCommand() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use: "bench FILE", Short: "measure the time of a function and of its gradient",
		Long: benchLong, Args: oneFile,
		Example: "  procad bench kernel.fun --fn f --in data.json\n  procad bench kernel.fun --in data.json --against --strict\n  procad bench kernel.fun --in data.json --against ./kernel-before\n  procad bench kernel.fun --in data.json --threads 1,2,4 --format svg -o speed.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.runs < 1 || f.rounds < 1 {
				return &usageError{cmd, "--runs and --rounds begin at 1"}
			}
			if err := f.scaling(cmd); err != nil {
				return err
			}
			report, err := a.bench(cmd, &f, args[0])
			if err != nil {
				return err
			}
			return a.write(f.report.output, func(w io.Writer) error {
				switch f.report.format {
				case formatJSON:
					e := json.NewEncoder(w)
					e.SetIndent("", "  ")
					return e.Encode(report)
				case formatSVG:
					return report.Scaling.picture(report.Subjects[0].Function).Write(w)
				}
				return report.write(w)
			})
		},
	}
	f.threads.several = true
	f.add(cmd.Flags())
	complete(cmd, "derivative", derivKinds...)
	f.report.add(cmd, formatText, formatJSON, formatSVG)
	flags := cmd.Flags()
	assumeFlag(flags)
	inFlag(flags, &f.in, inUsage)
	flags.IntVar(&f.runs, "runs", 20, "the `NUMBER` of measured runs in a round")
	flags.IntVar(&f.rounds, "rounds", 5, "the `NUMBER` of rounds")
	flags.StringVar(&f.against, "against", "", "measure `OTHER` too, in interleaved rounds")
	flags.StringVar(&f.compare, "compare", "", "compare with `OLD`, the JSON of an earlier run")
	flags.StringVar(&f.cache, "cache", "", "the `SIZE` of the cache, such as 32MiB, for the limit of the memory's bandwidth; by default what the system says")
	limitFlag(flags, &f.limit)
	return cmd
}

// withThreads is a program with each number of threads.
func (b *bencher) withThreads(file string, f subjectFlags) (list []*subject, err error) {
	if len(f.threads.ns) < 2 {
		s, err := b.program(file, f, file)
		return []*subject{s}, err
	}
	for _, n := range f.threads.ns {
		f.threads = threadsFlag{ns: []int{n}}
		s, err := b.program(file, f, counted(int64(n), "thread"))
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// limitFlag adds a flag for how long to measure.
func limitFlag(flags *pflag.FlagSet, limit *time.Duration) {
	flags.DurationVar(limit, "time-limit", 5*time.Minute, "the most `TIME` to measure for, such as 90s; 0 for no limit")
}

func (a *app) bench(cmd *cobra.Command, f *benchFlags, file string) (*benchReport, error) {
	old, err := a.earlier(f.compare)
	if err != nil {
		return nil, err
	}
	words, err := f.words(cmd)
	if err != nil {
		return nil, err
	}
	cache, err := f.cacheSize(cmd)
	if err != nil {
		return nil, err
	}
	compiler := toolchain.Compiler{}
	if _, err := compiler.Find(); err != nil {
		return nil, err
	}
	if err := standardOnce(cmd, f.in, file); err != nil {
		return nil, err
	}
	b := &bencher{app: a, cmd: cmd, runs: f.runs, in: f.in, scratch: newScratch()}
	defer b.close()
	subjects, err := b.withThreads(file, f.subjectFlags)
	if err != nil {
		return nil, err
	}
	if len(words) > 0 {
		if len(subjects) > 1 {
			return nil, &usageError{cmd, "--against compares with one number of threads"}
		}
		other, err := b.other(file, f, words)
		if err != nil {
			return nil, err
		}
		subjects = append(subjects, other)
	}
	var tasks []measure.Task
	r := &benchReport{Old: old, Wanted: f.rounds}
	for _, s := range subjects {
		tasks = append(tasks, s.tasks()...)
		m := &measured{Name: s.name, Function: s.function}
		if s.derivative != nil {
			m.Derivative, m.Kind, m.Params = new(measure.Record), s.derivative.kind, s.derivative.params
		}
		r.Subjects = append(r.Subjects, m)
	}
	if err := r.comparable(); err != nil {
		return nil, &usageError{cmd, err.Error()}
	}
	records, err := b.measure(f, tasks)
	if err != nil {
		return nil, err
	}
	for i, s := range subjects {
		m := r.Subjects[i]
		m.Value = records[0]
		if s.derivative != nil {
			m.Derivative = records[1]
			m.Ratio = measure.Ratio(m.Derivative, m.Value)
		}
		if s.trace != nil {
			size, err := s.trace()
			if err != nil {
				return nil, err
			}
			m.sized(size)
		}
		records = records[len(s.tasks()):]
	}
	if len(f.threads.ns) > 1 {
		if r.Scaling, err = b.scaling(r, f.threads.ns, subjects, cache); err != nil {
			return nil, err
		}
	}
	r.compare()
	return r, nil
}

// measure times the tasks, until the time is over.
func (b *bencher) measure(f *benchFlags, tasks []measure.Task) ([]*measure.Record, error) {
	ctx, stop := b.context, context.CancelFunc(func() {})
	if f.limit > 0 {
		ctx, stop = context.WithTimeout(ctx, f.limit)
	}
	defer stop()
	records, err := measure.InIteration(ctx, f.rounds, tasks)
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return nil, fmt.Errorf("no round of %s ended within %v: fewer --runs or a longer --time-limit may help", counted(int64(f.runs), "run"), f.limit)
	}
	return records, b.interrupted(err)
}

// earlier reads the JSON of an earlier run.
func (a *app) earlier(file string) (*measured, error) {
	if file == "" {
		return nil, nil
	}
	src, err := a.read(file, maxData)
	if err != nil {
		return nil, err
	}
	var r benchReport
	if err := json.Unmarshal([]byte(src.Text), &r); err != nil || len(r.Subjects) == 0 || r.Subjects[0].Value == nil {
		return nil, fmt.Errorf("%s is not what procad bench --format json prints", src.Name)
	}
	return r.Subjects[0], nil
}

// words are those of --against, none if it is not given.
func (f *benchFlags) words(cmd *cobra.Command) ([]string, error) {
	if f.against == "" {
		return nil, nil
	}
	words, err := quote.SplitShell(f.against)
	if err == nil && (len(words) == 0 || words[0] == "") {
		err = errors.New("names nothing to measure")
	}
	if err != nil {
		return nil, &usageError{cmd, fmt.Sprintf("--against %s: %v", quote.Shell(f.against), err)}
	}
	return words, nil
}

// other finds out what the words of --against mean.
func (b *bencher) other(file string, f *benchFlags, words []string) (*subject, error) {
	name := f.against
	if words[0][0] == '-' && words[0] != "-" {
		words = append([]string{file}, words...)
	}
	switch ext := filepath.Ext(words[0]); {
	case words[0] != file && ext != ".fun" && ext != ".proc":
		if len(words) > 1 {
			return nil, &usageError{b.cmd, "flags in --against are for programs, and " + words[0] + " does not end in .fun or .proc"}
		}
		return b.executable(words[0])
	}
	flags := f.subjectFlags
	if words[0] != file {
		flags.checkpoint = nil // which names loops of the program
	}
	set := newFlagSet()
	flags.add(set)
	onlyOnce(set)
	if err := set.Parse(words[1:]); err != nil {
		return nil, &usageError{b.cmd, "--against: " + err.Error()}
	}
	if set.NArg() > 0 {
		return nil, &usageError{b.cmd, "--against is one program, not also " + set.Arg(0)}
	}
	return b.program(words[0], flags, name)
}

// executable is what procad build made: its value, and its gradient if it has one.
func (b *bencher) executable(exe string) (*subject, error) {
	path, err := filepath.Abs(exe)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	entries, err := measure.Entries(b.context, path)
	if err != nil {
		return nil, b.interrupted(err)
	}
	s := &subject{name: exe}
	for _, entry := range entries {
		task := measure.Executable(exe, path, entry.Name, b.file, b.runs)
		if name, ok := strings.CutSuffix(entry.Name, "_value"); ok {
			s.function, s.value = name, task
		}
		if strings.HasSuffix(entry.Name, "_grad") {
			s.derivative = &derivative{kind: derivGrad, task: task}
			for _, result := range entry.Results {
				if param, ok := strings.CutPrefix(result, "grad_"); ok {
					s.derivative.params = append(s.derivative.params, param)
				}
			}
		}
	}
	if s.value.Time == nil {
		return nil, fmt.Errorf("%s has no entry whose name ends in _value", exe)
	}
	return s, nil
}
