// Mutate plants faults in a copy of the code, one at a time, runs the tests
// that should find it, and lists the faults that no test found. Its exit status
// is 1 if there are any.
//
//	go run ./internal/mutate             every fault in a row of a figure, in a strategy, and in a derivative of a primitive
//	go run ./internal/mutate rows        only those in rows
//	go run ./internal/mutate analyses    only those in analyses: activity, zero and dead cotangents, traces, factoring
//	go run ./internal/mutate strategies  only those in strategies of loop checkpointing
//	go run ./internal/mutate rules       only those in derivatives of primitives
//	go run ./internal/mutate core        only those in the core language and what makes it
//	go run ./internal/mutate loopir      only those in the loop IR: what makes it, and the passes on it
//	go run ./internal/mutate papers      only those in the systems of the papers
//	go run ./internal/mutate rows Case   only those with Case in their names
//	go run ./internal/mutate -from 40 core    from the 40th on, after a run that was ended
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"procad/internal/faults"
	"procad/proc"
	"procad/proc/deriv"
)

func main() {
	from := flag.Int("from", 1, "the number of the first fault, to go on after a run that was ended")
	flag.Parse()
	if err := run(flag.Args(), *from); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// A planted is a fault with the tests that should find it, in order.
type planted struct {
	name, file string
	change     func(text string) (string, error)
	inFigure   bool
	of         proc.Func  // the primitive whose derivative has the fault, or empty
	tests      [][]string // arguments of go test
}

// rowTests should find faults in the rules of Figure 23, and in those next to them.
var rowTests = [][]string{
	{"./internal/e2e", "-run", "TestProperties/modes/field$", "-rapid.checks", "60"},
	{"./internal/e2e", "-run", "TestProperties", "-rapid.checks", "60"},
	{"./internal/e2e", "-run", "TestFigure"},
	{"./derive", "./prim", "./internal/mod61"},
}

// coreTests should find faults in the core language.
var coreTests = [][]string{{"./core/..."}, {"./pipeline", "-run", "TestCore"}, {"./source/elaborate", "-short"}, {"./source/elaborate", "-run", "TestRandomPrograms", "-rapid.checks", "300", "-rapid.seed", "7"}, {"./internal/e2e", "-run", "TestRecursiveTypes|TestRecursiveNumbers"}}

// paperTests should find faults in the systems of the papers.
var paperTests = [][]string{{"./papers/number"}, {"./papers/delta/..."}, {"./papers/compare", "-papers.random", "60"}}

// chadTests should find faults in the system of paper 4, by what terms compute: not by their text.
var chadTests = [][]string{{"./papers/chad/linear"}, {"./papers/chad", "-skip", "TestRules|TestFigures|TestTable1Rules"}}

// paper1Tests should find faults in the systems of paper 1, by types and by what they compute: not by their text.
var paper1Tests = [][]string{
	{"./papers/linmap", "-skip", "TestFigure"}, {"./papers/tupling", "-skip", "TestFigure"},
	{"./papers/cl", "-skip", "TestFigure|TestDerivatives|TestBuiltins"}, {"./papers/bog", "-skip", "TestFigure"},
	{"./papers/ks", "-skip", "TestFrom"}, {"./papers/compare", "-papers.random", "60"},
}

// vladTests should find faults in the system of paper 3.
var vladTests = [][]string{{"./papers/vlad"}}

// lowerTests should find faults in what makes procedures of core.
var lowerTests = [][]string{{"./source/elaborate", "-run", "TestCorners|TestConstructs"}, {"./lower"}, {"./source/elaborate", "-short"}}

// loopTests should find faults in the loop IR: by what it computes, and then by its text.
var loopTests = [][]string{{"./llvm/loopir/passes", "-run", "TestRandom", "-loopir.programs", "2000"}, {"./llvm/loopir/build"}, {"./llvm/loopir/passes"}, {"./llvm/loopir/emit"}, {"./llvm", "-run", "TestBytes|TestGolden"}}

// strategyTests should find faults in strategies.
var strategyTests = [][]string{
	{"./loops", "./loops/schedule"},
	{"./internal/e2e", "-run", "PredictionsAreCounted$", "-short"},
	{"./internal/e2e", "-run", "StrategiesAgree$|TestStrategiesWithAccumulators", "-short"},
	{"./internal/e2e", "-run", "TestRandomProgramsWithStrategies", "-checkpoint.random", "80"},
}

// analysisTests should find faults in the analyses around the rules of Figure 23.
var analysisTests = [][]string{
	{"./split"}, {"./proc/linear", "-run", "TestSimplify|TestPassUnit"}, {"./proc/graph", "-run", "TestInterpret|TestTerms|TestAdds|TestReads|TestLocal"}, {"./pipeline", "-run", "TestUnreadStates|TestUnset|TestInlineIterations"},
	{"./internal/estimate", "-run", "TestRandomPrograms|TestLoops|TestStacks", "-rapid.shrinktime", "1s"}, {"./split/activity", "./loops/factor", "./derive"},
	{"./internal/e2e", "-run", "TestProperties", "-rapid.checks", "60"},
	{"./internal/e2e", "-run", "TestWrt|TestWithout$|TestTraceOf|TestDerivativesOfUpdates|TestMutants|TestStill|TestKernels", "-short"},
	{"./internal/e2e", "-run", "TestCost", "-short"},
}

// nearest are tests, those in the folder of a file first.
func nearest(file string, tests [][]string) [][]string {
	out := slices.Clone(tests)
	slices.SortStableFunc(out, func(a, b []string) int {
		here := func(args []string) int {
			if args[0] == "./"+path.Dir(file) {
				return 0
			}
			return 1
		}
		return here(a) - here(b)
	})
	return out
}

func run(args []string, from int) error {
	var rows, rules []planted
	want := func(kind string) bool { return len(args) == 0 || args[0] == kind }
	named := func(name string) bool { return len(args) < 2 || strings.Contains(name, args[1]) }
	for _, suite := range []struct {
		kind, group string
		tests       [][]string
	}{
		{"rows", "figure23", rowTests},
		{"rows", "rows", rowTests},
		{"analyses", "analyses", analysisTests},
		{"strategies", "strategies", strategyTests},
		{"core", "core", coreTests},
		{"lower", "lower", lowerTests},
		{"papers", "delta", paperTests},
		{"papers", "chad", chadTests},
		{"papers", "paper1", paper1Tests},
		{"papers", "vlad", vladTests},
		{"loopir", "loopir", loopTests},
	} {
		group, err := faults.Read(suite.group)
		if err != nil {
			return err
		}
		for _, r := range group {
			if want(suite.kind) && named(r.Name) {
				rows = append(rows, planted{r.Name, r.File, r.Apply, suite.group == "figure23", proc.Func{}, nearest(r.File, suite.tests)})
			}
		}
	}
	if want("rules") {
		all, same, err := faults.Rules()
		if err != nil {
			return err
		}
		fmt.Printf("%d changes of one statement of a derivative of a primitive change nothing, as x + y for y + x\n", same)
		for _, r := range all {
			if !named(r.Name) {
				continue
			}
			_, base, _ := deriv.Apart(r.Def.Name)
			rules = append(rules, planted{r.Name, "prim/rules.proc", r.Apply, false, base, [][]string{
				{"./prim"},
				{"./internal/e2e", "-run", "TestProperties", "-rapid.checks", "60"},
			}})
		}
	}
	if len(rows)+len(rules) == 0 {
		return errors.New("the arguments are: rows, analyses, strategies, core, lower, loopir, papers, rules, or none for all; then a part of names of faults")
	}
	if from < 1 || from > 1 && (len(rules) > 0 || from > len(rows)) {
		return errors.New("-from is the number of a fault of one kind, which is not rules")
	}
	var baseline [][]string
	if want("rows") || want("rules") {
		baseline = append(baseline, []string{"./prim", "./derive"}, []string{"./internal/e2e", "-run", "TestFigure|TestProperties", "-rapid.checks", "60"})
	}
	if want("core") {
		baseline = append(baseline, coreTests[0], coreTests[1], coreTests[2])
	}
	if want("lower") {
		baseline = append(baseline, lowerTests[1], lowerTests[2])
	}
	if want("analyses") {
		baseline = append(baseline, analysisTests...)
	}
	if want("loopir") {
		baseline = append(baseline, loopTests...)
	}
	if want("strategies") {
		baseline = append(baseline, strategyTests...)
	}
	if want("papers") {
		baseline = append(baseline, paperTests...)
		baseline = append(baseline, chadTests...)
		baseline = append(baseline, paper1Tests...)
	}
	w, err := newWorker(baseline)
	if err != nil {
		return err
	}
	defer os.RemoveAll(w.dir)
	s := &summary{total: len(rows) + len(rules), count: from - 1}
	if err := w.rules(rules, s); err != nil {
		return err
	}
	for i := from - 1; i < len(rows); i++ {
		if err := w.try(&rows[i], s); err != nil {
			return err
		}
	}
	return s.end()
}

// rules plants faults in derivatives of primitives: one in each primitive at a
// time, because they do not use each other. What the tests of its primitive do
// not find is planted again, alone.
func (w *worker) rules(all []planted, s *summary) error {
	rounds := [][]*planted{}
	count := map[proc.Func]int{}
	for i := range all {
		p := &all[i]
		k := count[p.of]
		count[p.of]++
		if k == len(rounds) {
			rounds = append(rounds, nil)
		}
		rounds[k] = append(rounds[k], p)
	}
	for _, round := range rounds {
		out := ""
		err := w.with("prim/rules.proc", func(text string) (string, error) {
			for _, p := range round {
				var err error
				if text, err = p.change(text); err != nil {
					return "", err
				}
			}
			return text, nil
		}, func() { out, _ = w.test("./prim", "-run", "TestRulesAgainstDifferences") })
		if err != nil {
			return err
		}
		failed := map[string]bool{}
		for _, m := range failedTest.FindAllStringSubmatch(out, -1) {
			failed[m[1]] = true
		}
		for _, p := range round {
			if test := "TestRulesAgainstDifferences/" + p.of.String(); failed[test] {
				s.add(p, "found by "+test)
			} else if err := w.try(p, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// A summary collects what found the faults.
type summary struct {
	total, count, figure int
	survivors, broken    []string
}

func (s *summary) add(p *planted, by string) {
	s.count++
	if p.inFigure {
		s.figure++
	}
	if by == "" {
		by = "NOT FOUND"
		s.survivors = append(s.survivors, p.name)
	}
	fmt.Printf("%4d/%d  %-70s %s\n", s.count, s.total, p.name, by)
}

func (s *summary) end() error {
	fmt.Printf("%d faults looked at, %d of them in rules of Figure 23; %d not found\n", s.count, s.figure, len(s.survivors))
	var errs []error
	if len(s.broken) > 0 {
		errs = append(errs, fmt.Errorf("faults that do not compile: %s", strings.Join(s.broken, "\n")))
	}
	if len(s.survivors) > 0 {
		errs = append(errs, fmt.Errorf("no test finds:\n  %s", strings.Join(s.survivors, "\n  ")))
	}
	return errors.Join(errs...)
}

// A worker has a copy of the code.
type worker struct{ dir string }

// newWorker makes one that passes tests as long as no fault is planted.
func newWorker(baseline [][]string) (*worker, error) {
	dir, err := os.MkdirTemp("", "procad-mutate-")
	if err != nil {
		return nil, err
	}
	w := &worker{dir}
	if err := w.copy("."); err != nil {
		return nil, err
	}
	for _, args := range baseline {
		if out, err := w.test(args...); err != nil {
			return nil, fmt.Errorf("without a fault, go test %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return w, nil
}

// copy copies the code and its test data.
func (w *worker) copy(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && strings.HasPrefix(d.Name(), "."), d.IsDir() && path == "bin":
			return filepath.SkipDir
		case d.IsDir():
			return os.MkdirAll(filepath.Join(w.dir, path), 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(w.dir, path), text, 0o644)
	})
}

// try plants a fault alone.
func (w *worker) try(p *planted, s *summary) error {
	by := ""
	err := w.with(p.file, p.change, func() {
		for _, args := range p.tests {
			out, err := w.test(args...)
			if err == nil {
				continue
			}
			if strings.Contains(out, "[build failed]") {
				by = "DOES NOT COMPILE"
				s.broken = append(s.broken, fmt.Sprintf("%s:\n%s", p.name, out))
				return
			}
			by = found(out, args)
			return
		}
	})
	if err != nil {
		return err
	}
	s.add(p, by)
	return nil
}

// with changes a file, does something, and changes it back.
func (w *worker) with(file string, change func(string) (string, error), do func()) error {
	file = filepath.Join(w.dir, file)
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	changed, err := change(string(text))
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		return err
	}
	do()
	return os.WriteFile(file, text, 0o644)
}

// testTimeout ends the tests that a fault keeps from ending.
const testTimeout = 15 * time.Minute

// test runs go test in the copy.
func (w *worker) test(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), testTimeout)
	defer cancel()
	args = append([]string{"test", "-vet=off", "-count", "1", "-timeout", "14m"}, args...)
	if !slices.ContainsFunc(args, func(arg string) bool {
		return strings.HasPrefix(arg, "./llvm/loopir/") || arg == "./derive" || arg == "./split/activity" || arg == "./core/..." || arg == "./papers/number" || arg == "./papers/chad/linear"
	}) { // which do not use rapid
		args = append(args, "-rapid.shrinktime", "1ms", "-rapid.nofailfile")
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = w.dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

var (
	failedTest = regexp.MustCompile(`(?m)^ *--- FAIL: (\S+)`)
	property   = regexp.MustCompile(`failed after \d+ tests?: (\w+):`)
)

// found names what found the fault.
func found(out string, args []string) string {
	if m := property.FindStringSubmatch(out); m != nil {
		return "found by " + m[1]
	}
	if all := failedTest.FindAllStringSubmatch(out, -1); all != nil {
		return "found by " + all[len(all)-1][1]
	}
	return "found by go test " + args[0]
}
