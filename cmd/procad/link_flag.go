package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
)

// linkFlag is the files with the functions of C that a program calls.
type linkFlag []string

func (l *linkFlag) add(flags *pflag.FlagSet) {
	flags.Var(l, "link", "link with `FILE`, an archive .a, object .o or shared library .so with functions of C that the program calls; can be repeated")
}

// Set reads the flag.
func (l *linkFlag) Set(file string) error {
	if err := toolchain.CheckLink(file); err != nil {
		return err
	}
	file, err := filepath.Abs(file)
	*l = append(*l, file)
	return err
}

// Type is how usage texts call the value.
func (l *linkFlag) Type() string { return "FILE" }

func (l *linkFlag) String() string { return strings.Join(*l, ",") }

// to links a program with the files, also where the interpreter runs it.
func (l *linkFlag) to(u *pipeline.Unit) {
	u.Link = *l
	compiler := toolchain.Compiler{Without: u.Without}
	if _, err := compiler.Find(); err == nil {
		calls := &engine.ExternCalls{Compiler: compiler, Options: llvm.Options{File: u.Source.Name, Imports: u.Imports, Link: u.Link, Without: u.Without}}
		u.Extern = calls.Call
	}
}
