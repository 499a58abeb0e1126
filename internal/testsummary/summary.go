package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// An event is a line of go test -json (go doc test2json).
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// A summary is what is known of tests so far.
type summary struct {
	out     *bufio.Writer
	texts   map[string][]string        // what each test that runs has printed
	clangs  map[string]map[string]bool // by the clang: the tests that say that they ran with it
	skipped map[string][]string        // by the reason
	passed  bool                       // a package passed
	failed  []string                   // tests and packages
}

var (
	usedClang = regexp.MustCompile(`^\s+\S+\.go:\d+: with (\S*clang\S*)\n`)
	reason    = regexp.MustCompile(`^\s+\S+\.go:\d+: (.*)\n`)
)

// summarize reads events, and says whether all tests passed, of one at least.
func summarize(in io.Reader, out *bufio.Writer) (bool, error) {
	s := &summary{out: out, texts: map[string][]string{}, clangs: map[string]map[string]bool{}, skipped: map[string][]string{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil {
				e = event{Action: "output", Output: string(line)} // of the command go itself
			}
			s.event(e)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return false, err
		}
	}
	s.end()
	return s.passed && len(s.failed) == 0, nil
}

func (s *summary) event(e event) {
	name := e.Package + "." + e.Test
	switch e.Action {
	case "output":
		switch {
		case e.Test == "":
			if e.Output != "PASS\n" && !strings.HasPrefix(e.Output, "testing: warning: no tests to run") {
				s.out.WriteString(e.Output)
				s.out.Flush()
			}
		case !strings.HasPrefix(e.Output, "=== "):
			s.texts[name] = append(s.texts[name], e.Output)
			if m := usedClang.FindStringSubmatch(e.Output); m != nil {
				if s.clangs[m[1]] == nil {
					s.clangs[m[1]] = map[string]bool{}
				}
				s.clangs[m[1]][e.Package+" "+top(e.Test)] = true
			}
		}
	case "build-output":
		s.out.WriteString(e.Output)
	case "build-fail":
		s.failed = append(s.failed, e.ImportPath)
	case "fail":
		s.failed = append(s.failed, strings.TrimSpace(e.Package+" "+e.Test))
		for _, text := range s.texts[name] {
			s.out.WriteString(text)
		}
		delete(s.texts, name)
	case "skip":
		if e.Test != "" {
			why := "no reason is given"
			for _, text := range s.texts[name] {
				if m := reason.FindStringSubmatch(text); m != nil {
					why = m[1]
				}
			}
			s.skipped[why] = append(s.skipped[why], e.Package+" "+e.Test)
		}
		delete(s.texts, name)
	case "pass":
		s.passed = s.passed || e.Test == ""
		delete(s.texts, name)
	}
}

// top is the test that has a subtest.
func top(test string) string {
	test, _, _ = strings.Cut(test, "/")
	return test
}

// mostNames is how many of the tests that were skipped for one reason are named.
const mostNames = 4

// end prints the summary, and what tests printed that have not ended.
func (s *summary) end() {
	for _, name := range slices.Sorted(maps.Keys(s.texts)) {
		for _, text := range s.texts[name] {
			s.out.WriteString(text)
		}
	}
	for _, clang := range slices.Sorted(maps.Keys(s.clangs)) {
		fmt.Fprintf(s.out, "with %s: %s\n", clang, strings.Join(slices.Sorted(maps.Keys(s.clangs[clang])), ", "))
	}
	for _, why := range slices.Sorted(maps.Keys(s.skipped)) {
		names := s.skipped[why]
		more := ""
		if len(names) > mostNames {
			more = fmt.Sprintf(" and %d more", len(names)-mostNames)
			names = names[:mostNames]
		}
		fmt.Fprintf(s.out, "skipped, %s: %s%s\n", why, strings.Join(names, ", "), more)
	}
	if len(s.skipped) == 0 {
		fmt.Fprintln(s.out, "no test was skipped")
	}
	for _, name := range s.failed {
		fmt.Fprintf(s.out, "failed: %s\n", name)
	}
}
