package pipeline_test

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/diag"
	"procad/internal/diag/diagtest"
	"procad/library"
	"procad/pipeline"
)

var (
	mutated      = flag.Uint64("mutated", 300, "how many mutated programs TestMutatedPrograms checks")
	mutatedFirst = flag.Uint64("mutated.first", 0, "the number of the first one")
	mutatedTime  = flag.Duration("mutated.time", 2*time.Minute, "how long the check of one may take")
)

// token is a comment, a text, a name, a number, a symbol, or space.
var token = regexp.MustCompile(`--[^\n]*|"(?:[^"\\\n]|\\.)*"|[A-Za-z_][A-Za-z_0-9]*|[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|\s+|->|:=|==|/=|<=|>=|&&|\|\||.`)

var (
	name     = regexp.MustCompile(`^[a-z][A-Za-z_0-9]*$`)
	typeName = regexp.MustCompile(`^[A-Z][A-Za-z_0-9]*$`)
	blank    = regexp.MustCompile(`^(\s|--)`)
)

// keywords are no names; a mutation of a name leaves them.
var keywords = strings.Fields("let in if then else case of def type import rule test extern sum max for and or not true false")

// types takes the place of a type.
var types = []string{"Real", "Int", "Bool", "()", "Real[n]", "Real[_]", "Int[n]", "Real[n, m]", "(Real, Int)", "Real + Int", "(Real) -> Real", "{ a: Real, b: Int[n] }", "Missing", "a"}

// unknown takes the place of a name.
var unknown = []string{"missing", "Missing", "_", "missing.part", "x", "f"}

// kinds are the tokens of which one takes the place of another in a program that can still be read.
var kinds = []*regexp.Regexp{
	name, typeName, regexp.MustCompile(`^[0-9]`),
	regexp.MustCompile(`^([-+*/^]|div|mod)$`), regexp.MustCompile(`^(==|/=|<=?|>=?|&&|\|\|)$`), regexp.MustCompile(`^(sum|max|product)$`),
}

// A corpus is programs as tokens: those that are right, and all.
type corpus struct{ right, all [][]string }

// programs are those of testdata, of archives in it, of the examples and of the library.
func programs(t *testing.T) (c corpus) {
	var texts []string
	for _, folder := range []string{"../testdata", "../examples"} {
		require.NoError(t, filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case strings.HasSuffix(file, ".fun"):
				b, err := os.ReadFile(file)
				texts = append(texts, strings.Split(string(b), "\n---\n")...)
				return err
			case strings.HasSuffix(file, ".txtar"):
				a, err := txtar.ParseFile(file)
				if err != nil {
					return err
				}
				for _, f := range a.Files {
					if strings.HasSuffix(f.Name, ".fun") {
						texts = append(texts, strings.Split(string(f.Data), "\n---\n")...)
					}
				}
			}
			return nil
		}))
	}
	for _, m := range library.Modules() {
		text, _ := library.Text(m)
		texts = append(texts, text)
	}
	for _, text := range texts {
		p := token.FindAllString(text, -1)
		if len(p) == 0 {
			continue
		}
		c.all = append(c.all, p)
		if _, err := pipeline.Load(&diag.Source{Name: "mutant.fun", Text: text}); err == nil {
			c.right = append(c.right, p)
		}
	}
	return c
}

// mutant is a program with one to three mutations.
func mutant(number uint64, c corpus) string {
	r := rand.New(rand.NewPCG(number, 0))
	from := c.right
	if r.IntN(8) == 0 {
		from = c.all
	}
	p := slices.Clone(from[r.IntN(len(from))])
	// place is where a token is that ok accepts, if there is one.
	place := func(p []string, ok func(string) bool) int {
		for range 200 {
			if k := r.IntN(len(p)); !blank.MatchString(p[k]) && ok(p[k]) {
				return k
			}
		}
		return r.IntN(len(p))
	}
	some := func(string) bool { return true }
	named := func(s string) bool { return name.MatchString(s) && !slices.Contains(keywords, s) }
	for range 1 + r.IntN(3) {
		k := place(p, some)
		switch r.IntN(16) {
		case 0:
			if len(p) > 1 {
				p = slices.Delete(p, k, k+1)
			}
		case 1:
			p = slices.Insert(p, k, p[k], " ")
		case 2:
			j := place(p, some)
			p[j], p[k] = p[k], p[j]
		case 3:
			other := c.all[r.IntN(len(c.all))]
			p[k] = other[place(other, some)]
		case 4:
			p[place(p, named)] = unknown[r.IntN(len(unknown))]
		case 5:
			p[place(p, typeName.MatchString)] = types[r.IntN(len(types))]
		case 6, 7, 8: // a name by another one of the program
			p[place(p, named)] = p[place(p, named)]
		case 9, 10: // a type by another one of the program
			p[place(p, typeName.MatchString)] = p[place(p, typeName.MatchString)]
		default: // a token by one of its kind
			kind := kinds[r.IntN(len(kinds))].MatchString
			other := c.right[r.IntN(len(c.right))]
			if at, with := place(p, kind), place(other, kind); kind(p[at]) && kind(other[with]) {
				p[at] = other[with]
			}
		}
	}
	return strings.Join(p, "")
}

// defectOf is what is wrong with what is said of a program, "" if nothing is.
func defectOf(text string) (defect string, err error) {
	defer func() {
		if e := recover(); e != nil {
			defect = fmt.Sprintf("panic: %v\n%s", e, debug.Stack())
		}
	}()
	src := &diag.Source{Name: "mutant.fun", Text: text}
	u, err := pipeline.Load(src)
	list := diag.All(err)
	if u != nil {
		list = append(list, u.Warnings...)
	}
	if diag.IsBug(err) || err != nil && strings.Contains(err.Error(), "[internal]") {
		return "an internal error: " + err.Error(), err
	}
	if err != nil && len(list) == 0 {
		return "an error without a place: " + err.Error(), err
	}
	var b strings.Builder
	diag.RenderAll(&b, []*diag.Source{src}, list)
	return diagtest.Defect(b.String(), text), err
}

// TestMutatedPrograms checks programs with mistakes: none leads to a panic, to an error of the compiler's
// own checks, or to a message with a name that the compiler made.
func TestMutatedPrograms(t *testing.T) {
	c := programs(t)
	require.Greater(t, len(c.right), 200)
	var group sync.WaitGroup
	var lock sync.Mutex
	checked, accepted, defects, next := 0, 0, 0, *mutatedFirst
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				lock.Lock()
				k := next
				next++
				lock.Unlock()
				if k >= *mutatedFirst+*mutated {
					return
				}
				text := mutant(k, c)
				type answer struct {
					defect string
					err    error
				}
				done := make(chan answer, 1)
				go func() {
					defect, err := defectOf(text)
					done <- answer{defect, err}
				}()
				var a answer
				select {
				case a = <-done:
				case <-time.After(*mutatedTime):
					a.defect, a.err = fmt.Sprintf("no answer within %v", *mutatedTime), errors.New("hang")
				}
				lock.Lock()
				checked++
				if a.err == nil {
					accepted++
				}
				if a.defect != "" {
					defects++
					t.Errorf("mutant %d: %s\n%s", k, a.defect, text)
				}
				if checked%5000 == 0 {
					t.Logf("so far %d, %d of them accepted, %d defects", checked, accepted, defects)
				}
				lock.Unlock()
			}
		})
	}
	group.Wait()
	t.Logf("%d mutants of %d programs, %d of them accepted, %d defects", checked, len(c.all), accepted, defects)
}

// TestRangesWithoutIndex has loops over a range whose index nothing uses.
func TestRangesWithoutIndex(t *testing.T) {
	for _, e := range []string{
		"sum(_ in 1 ..< n) x", "product(_ in 1 ..< n) x", "max(_ in 1 ..< n) x", "min(_ in n - 1 ..< n) x",
		"real(argmax(_ in 1 ..< n) x)", "real(argmin(_ in 1 ..< n) n)", "sum(_ in 1 ..< n, i in 2 ..< n, _ in i ..< n) x",
		"[x for _ in 1 ..< n][0]", "sum(_ in n ..< n) sum(_ in 1 ..< 2) x",
	} {
		text := "def f(x: Real, n: Int): Real = " + e + "\n"
		defect, err := defectOf(text)
		require.Empty(t, defect, text)
		require.NoError(t, err, text)
	}
}
