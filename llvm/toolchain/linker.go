package toolchain

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"procad/internal/cache"
	"procad/internal/child"
)

// linking says what is linked: clang is given the flags before, the objects, the output, and what comes after.
type linking struct {
	before  []string
	objects []string // with absolute paths
	out     string   // an absolute path
	after   []string
}

func (l *linking) args() []string {
	return slices.Concat(l.before, l.objects, []string{"-o", l.out}, l.after)
}

// linkWith links as clang does. To start clang takes longer than to link. So clang is asked once
// which command it runs; that command is stored, and later runs directly. If it fails, clang links:
// it says what is wrong, or it finds what has moved, such as another installation of gcc.
func (b *build) linkWith(l *linking) error {
	key := b.linkerKey(l)
	cmd := b.knownLinker(key)
	if cmd == nil {
		if cmd = b.askLinker(l); cmd != nil {
			b.keepLinker(key, cmd)
		}
	}
	if cmd != nil {
		if err := b.run(b.ctx, cmd.Name, cmd.args(l)...); err == nil || b.ctx.Err() != nil {
			return err
		}
	}
	err := b.run(b.ctx, b.clang, l.args()...)
	if err == nil && cmd != nil {
		b.keepLinker(key, nil)
	}
	return err
}

func (b *build) linkerKey(l *linking) cache.Key {
	parts := [][]byte{b.machine.id, fmt.Appendf(nil, "%q", []any{b.clang, l.before, l.after})}
	for _, v := range append(slices.Clone(variables), "PATH") {
		parts = append(parts, []byte(os.Getenv(v)))
	}
	return cache.KeyOf("linker", parts...)
}

// A linker is the command that clang links with.
type linker struct {
	Name   string
	Before []string // up to the word that is the output
	Middle []string // between the output and the objects
	After  []string
}

// args are the arguments of the command.
func (c *linker) args(l *linking) []string {
	return slices.Concat(c.Before, []string{l.out}, c.Middle, l.objects, c.After)
}

// linkers are those that this process knows.
var linkers sync.Map

func (b *build) knownLinker(key cache.Key) *linker {
	if c, ok := linkers.Load(key); ok {
		return c.(*linker)
	}
	text, _ := b.store().Get(key)
	var c *linker
	if json.Unmarshal(text, &c) != nil || c == nil {
		return nil
	}
	linkers.Store(key, c)
	return c
}

// keepLinker stores a linker; nil removes the stored one.
func (b *build) keepLinker(key cache.Key, c *linker) {
	text, err := json.Marshal(c)
	if err != nil {
		return
	}
	b.store().Put(key, text)
	if c == nil {
		linkers.Delete(key)
	} else {
		linkers.Store(key, c)
	}
}

// askLinker asks clang. It is nil where clang gives no answer, or one of another form: more
// commands than one, or other objects in between.
func (b *build) askLinker(l *linking) *linker {
	ctx, cancel := context.WithTimeout(b.ctx, b.timeout())
	defer cancel()
	cmd := exec.CommandContext(ctx, b.clang, append([]string{"-###"}, l.args()...)...)
	cmd.Dir = b.dir
	var text bytes.Buffer
	cmd.Stderr = &text
	if child.Run(cmd) != nil {
		return nil
	}
	return linkerOf(text.String(), l)
}

// linkerOf reads what clang -### prints: a line of quoted words for each command.
func linkerOf(text string, l *linking) *linker {
	var commands [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, `"`) {
			words, ok := quotedWords(line)
			if !ok {
				return nil
			}
			commands = append(commands, words)
		}
	}
	if len(commands) != 1 || !filepath.IsAbs(commands[0][0]) {
		return nil
	}
	name, words := commands[0][0], commands[0][1:]
	out, objects := slices.Index(words, l.out), slices.Index(words, l.objects[0])
	end := objects + len(l.objects)
	if out < 0 || objects < out || end > len(words) || !slices.Equal(words[objects:end], l.objects) {
		return nil
	}
	return &linker{Name: name, Before: words[:out], Middle: words[out+1 : objects], After: words[end:]}
}

// quotedWords are the words of a line in which each stands in quotes, with a backslash before a
// quote, a backslash and a dollar sign.
func quotedWords(line string) (words []string, ok bool) {
	for line != "" {
		if line[0] != '"' {
			return nil, false
		}
		var word []byte
		k := 1
		for ; k < len(line) && line[k] != '"'; k++ {
			if line[k] == '\\' {
				k++
			}
			if k < len(line) {
				word = append(word, line[k])
			}
		}
		if k >= len(line) {
			return nil, false
		}
		words = append(words, string(word))
		line = strings.TrimLeft(line[k+1:], " ")
	}
	return words, len(words) > 0
}
