package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"procad/internal/child"
	"procad/internal/sample"
	"procad/llvm/engine"
)

// sizes are those of samples that are not the usual ones: PyTorch makes an object for each operation of the loop, and would
// take a quarter of an hour for one gradient of the usual 1,000,000 steps.
var sizes = map[string][]int{"lorenz": {10_000}}

// wrt are the parameters of a gradient where it is not in all.
var wrt = map[string]string{"gmm": "alpha,mu,q,l", "lstm": "main_params,extra_params"}

const (
	rounds   = 5
	recorded = 2     // rounds of ADOL-C and PyTorch, which first record what they differentiate
	aRound   = 0.3e9 // nanoseconds that one program is measured for in a round
)

// A subject is a program that is measured.
type subject struct {
	key    string
	args   []string
	stdin  []byte
	rounds int
}

// An answer is what a program gives: its shortest time, its value, and its gradient, where it has one.
type answer struct {
	time, value float64
	gradient    []float64
	peak        int64
}

// priorities are commands that run others with as little beside them as the machine allows, the best first.
var priorities = []string{"chrt -f 20 taskset -c 1", "taskset -c 1", ""}

// measureAll measures all kernels, or only some. With least, the shorter of two times counts: the one that is there, or the new one.
func measureAll(folder, only string, least bool, out string) error {
	t := &table{}
	if only != "" || least {
		old, err := readPart(out)
		if err != nil {
			return err
		}
		t = old
	}
	for _, p := range priorities {
		words := append(strings.Fields(p), "true")
		if exec.Command(words[0], words[1:]...).Run() == nil {
			t.Priority = p
			break
		}
	}
	t.CPU = ofCPU()
	for what, command := range map[*string]string{
		&t.Clang: "clang=$(cat " + filepath.Join(folder, "clang") + "); $clang --version | head -n 1",
		&t.ADOLC: "dpkg-query -W -f '${Version}' libadolc-dev",
		&t.Torch: "/usr/bin/python3 -c 'import torch; print(torch.__version__)'",
	} {
		text, err := exec.Command("sh", "-c", command).Output()
		if err != nil {
			return fmt.Errorf("%s: %w", command, err)
		}
		*what = strings.TrimSpace(string(text))
	}
	seen := false
	for _, k := range sample.Kernels {
		if only != "" && !slices.Contains(strings.Split(only, ","), k.Name) {
			continue
		}
		seen = true
		f, err := measureKernel(folder, t.Priority, k)
		if err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %v\n", k.Name, f.Times)
		if at := slices.IndexFunc(t.Kernels, func(o figure) bool { return o.Name == f.Name }); at >= 0 {
			if least {
				f.least(t.Kernels[at])
			}
			t.Kernels[at] = *f
		} else {
			t.Kernels = append(t.Kernels, *f)
		}
	}
	if !seen {
		return fmt.Errorf("there is no kernel of the names %s", only)
	}
	return t.write(out)
}

// ofCPU is the name of the processor.
func ofCPU() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// measureKernel compiles a kernel, runs all programs for it one after the other, and compares what they give.
func measureKernel(folder, priority string, k sample.Kernel) (*figure, error) {
	f := &figure{Name: k.Name, Times: map[string]float64{}, Memory: map[string]int64{}}
	given := sizes[k.Name]
	var said []string
	for i, s := range k.Sizes {
		if len(given) <= i {
			given = append(given, s.Default)
		}
		said = append(said, fmt.Sprintf("%s = %d", s.Name, given[i]))
	}
	f.Sizes = strings.Join(said, ", ")
	text, err := json.Marshal(k.Data(1, given...))
	if err != nil {
		return nil, err
	}
	file := filepath.Join(folder, k.Name+".json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	numbers, err := sample.Arguments(k.Name, text)
	if err != nil {
		return nil, err
	}
	list, err := subjects(folder, k.Name, file, numbers)
	if err != nil {
		return nil, err
	}
	first := map[string]*answer{}
	for round := range rounds {
		for _, s := range list {
			if round >= s.rounds {
				continue
			}
			runs := 3
			if a := first[s.key]; a != nil {
				runs = int(min(max(aRound/a.time, 3), 5000))
			}
			a, err := s.run(priority, runs)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.key, err)
			}
			if first[s.key] == nil {
				first[s.key], f.Times[s.key] = a, a.time
			}
			f.Times[s.key] = min(f.Times[s.key], a.time)
			if a.peak > 0 {
				f.Memory[s.key] = max(f.Memory[s.key], a.peak)
			}
		}
	}
	// What executables print of a call that is timed is not there; they are called once more for their values.
	for _, s := range list {
		if s.rounds == rounds && s.stdin == nil {
			if first[s.key], err = s.printed(k.Name); err != nil {
				return nil, fmt.Errorf("%s: %w", s.key, err)
			}
		}
	}
	return f, agree(first)
}

// subjects are the programs for a kernel.
func subjects(folder, kernel, file string, numbers []byte) ([]subject, error) {
	in := func(name string) string { return filepath.Join(folder, name) }
	list := []subject{
		{"c", []string{in("plain"), kernel}, numbers, rounds},
		{"fast", []string{in("fast"), kernel}, numbers, rounds},
	}
	fn, value, gradient := kernel, kernel+"_value", kernel+"_grad"
	flags := []string{"--grad"}
	if kernel == "ba" {
		// Its result is no number: a function of the program has the Jacobian.
		fn, gradient, flags = "ba,bajac", "bajac_value", nil
	}
	if names := wrt[kernel]; names != "" {
		flags = append(flags, "--wrt", names)
	}
	modes := []struct{ value, gradient, flags string }{{"value", "gradient", ""}, {"strict", "strictGradient", "--strict"}}
	if slices.Contains(checkpointed, kernel) {
		modes = append(modes, struct{ value, gradient, flags string }{"", "store", "--checkpoint store"})
	}
	for _, m := range modes {
		exe := in(kernel + "-" + m.gradient)
		args := slices.Concat([]string{"build", "testdata/kernels/" + kernel + ".fun", "--fn", fn, "-o", exe}, flags, strings.Fields(m.flags))
		if text, err := exec.Command(in("procad"), args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("procad %s: %w\n%s", strings.Join(args, " "), err, text)
		}
		if m.value != "" {
			list = append(list, subject{m.value, []string{exe, "--entry", value, file}, nil, rounds})
		}
		list = append(list, subject{m.gradient, []string{exe, "--entry", gradient, file}, nil, rounds})
	}
	return append(list,
		subject{"adolc", []string{in("adolc"), kernel, "1"}, numbers, recorded},
		subject{"torch", []string{"/usr/bin/python3", "testdata/speed/torch_gradient.py", kernel, "1", file}, []byte{}, recorded}), nil
}

// run runs a program with timed runs: C programs are told how many, ADOL-C and PyTorch know for how long, and executables have a flag.
func (s subject) run(priority string, runs int) (*answer, error) {
	words := append(strings.Fields(priority), s.args...)
	switch {
	case s.stdin == nil:
		words = append(words, "--time", strconv.Itoa(runs))
	case s.rounds == rounds:
		words = append(words, strconv.Itoa(runs))
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin = bytes.NewReader(s.stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := child.Run(cmd); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, &stderr)
	}
	a := &answer{}
	if s.stdin == nil {
		var t engine.Timing
		if err := json.Unmarshal(stderr.Bytes(), &t); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.Join(words, " "), err)
		}
		a.time, a.peak = t.Min, t.Peak
		return a, nil
	}
	line, rest, _ := strings.Cut(stdout.String(), "\n")
	var median float64
	if _, err := fmt.Sscan(line, &a.value, &a.time, &median); err != nil {
		return nil, fmt.Errorf("%s printed %q: %w", strings.Join(words, " "), line, err)
	}
	scan := bufio.NewScanner(strings.NewReader(rest))
	scan.Buffer(nil, len(rest)+1)
	scan.Split(bufio.ScanWords)
	for scan.Scan() {
		v, err := strconv.ParseFloat(scan.Text(), 64)
		if err != nil {
			return nil, err
		}
		a.gradient = append(a.gradient, v)
	}
	return a, scan.Err()
}

// printed is the value that an executable prints, or the value and the gradient.
func (s subject) printed(kernel string) (*answer, error) {
	text, err := exec.Command(s.args[0], s.args[1:]...).Output()
	if err != nil {
		return nil, err
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		return nil, err
	}
	if number, ok := v.(float64); ok {
		return &answer{value: number}, nil
	}
	parts := v.([]any)
	if kernel != "ba" {
		return &answer{value: parts[0].(float64), gradient: flat(parts[1:], nil)}, nil
	}
	if strings.HasPrefix(s.key, "strictG") || s.key == "gradient" {
		// The numbers of rows and columns come before the entries.
		return &answer{value: math.NaN(), gradient: flat(parts[2], nil)}, nil
	}
	images, weights := flat(parts[0], nil), flat(parts[1], nil)
	return &answer{value: images[0] + weights[len(weights)-1]}, nil
}

// flat are all numbers of a value of JSON in their order.
func flat(v any, to []float64) []float64 {
	switch v := v.(type) {
	case float64:
		return append(to, v)
	case []any:
		for _, e := range v {
			to = flat(e, to)
		}
	}
	return to
}

// agree says that all have the same value, and the same gradient: nothing is compared that does not compute the same.
func agree(all map[string]*answer) error {
	want := all["strictGradient"].gradient
	if len(want) == 0 {
		return errors.New("the gradient is empty")
	}
	scale := 0.0
	for _, g := range want {
		scale = max(scale, math.Abs(g))
	}
	value := all["c"].value
	for key, a := range all {
		if !math.IsNaN(a.value) && !(math.Abs(a.value-value) <= 1e-7*max(1, math.Abs(value))) {
			return fmt.Errorf("the value is %v by plain C, and %v by %s", value, a.value, key)
		}
		if a.gradient == nil {
			continue
		}
		if len(a.gradient) != len(want) {
			return fmt.Errorf("the gradient has %d entries, and %d by %s", len(want), len(a.gradient), key)
		}
		for i, g := range a.gradient {
			if !(math.Abs(g-want[i]) <= 1e-6*scale) {
				return fmt.Errorf("entry %d of the gradient is %v, and %v by %s", i, want[i], g, key)
			}
		}
	}
	return nil
}
