package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/mapped"
	"procad/internal/quote"
	"procad/proc"
)

const inUsage = "the data, `DATA`: FILE.json, FILE.npz or FILE.csv; or PARAMETER=@FILE, where FILE can also be .npy; or -, JSON on standard input; can be repeated"

// inFlag adds a flag for data, which can be repeated.
func inFlag(flags *pflag.FlagSet, in *[]string, usage string) {
	flags.StringArrayVar(in, "in", nil, usage)
}

// The kinds of files with data, by the ends of their names. Any other is JSON.
const (
	extJSON = ".json"
	extNPY  = ".npy"
	extNPZ  = ".npz"
	extCSV  = ".csv"
)

// extension is the end of a file's name, in small letters.
func extension(file string) string { return strings.ToLower(filepath.Ext(file)) }

// An input is what one --in says.
type input struct {
	param string // the parameter that it is for; "" if the file names parameters
	file  string
	part  string // of the file: a column or an array; "" is the whole
}

// parseInput reads FILE, PARAMETER=@FILE or PARAMETER=@FILE:PART. What has a slash
// is no parameter, so a file of any name can be written ./FILE.
func parseInput(text string) input {
	param, file, ok := strings.Cut(text, "=@")
	if !ok || strings.Contains(param, "/") {
		return input{file: text}
	}
	for _, ext := range []string{extNPZ, extCSV} {
		if i := strings.LastIndex(strings.ToLower(file), ext+":"); i >= 0 {
			i += len(ext)
			return input{param, file[:i], file[i+1:]}
		}
	}
	return input{param: param, file: file}
}

// check says why an input has no meaning for a function, "" if it has one.
func (i input) check(face *proc.Interface) string {
	if i.param != "" && !slices.ContainsFunc(face.Params, func(p proc.Param) bool { return p.Name == i.param }) {
		return fmt.Sprintf("there is no parameter %.100q; there are %s", i.param, names(face))
	}
	switch ext := extension(i.file); {
	case i.file == "":
		return "a file is missing"
	case i.param == "" && insteadOf(i.file, face) != "":
		return "there is no such file; " + insteadOf(i.file, face)
	case ext == extNPY && i.param == "":
		return "a .npy file is for one parameter: --in PARAMETER=@" + quote.Shell(i.file)
	case ext == extNPZ && i.param != "" && i.part == "":
		return fmt.Sprintf("a .npz file has several arrays: --in %s, or --in %s=@%s:ARRAY", quote.Shell(i.file), i.param, quote.Shell(i.file))
	}
	return ""
}

// insteadOf says how the data are given that stand in place of a file: JSON, a number, or
// PARAMETER=VALUE. It is empty for what is a file, or may be the name of one.
func insteadOf(text string, face *proc.Interface) string {
	if _, err := os.Stat(text); text == "-" || err == nil || errors.Is(err, os.ErrPermission) {
		return ""
	}
	name, _, assigned := strings.Cut(text, "=")
	_, err := strconv.ParseFloat(text, 64)
	switch param := slices.ContainsFunc(face.Params, func(p proc.Param) bool { return p.Name == name }); {
	case assigned && param:
		return fmt.Sprintf("--in %s=@FILE gives what is in FILE", name)
	case assigned && quote.IsCName(name):
		return fmt.Sprintf("--in PARAMETER=@FILE gives what is in FILE; the parameters are %s", names(face))
	case err == nil || strings.ContainsAny(text[:1], "{[\""):
		return "--in FILE names a JSON file, and --in - reads JSON of standard input"
	}
	return ""
}

// names are those of the parameters.
func names(face *proc.Interface) string {
	list := make([]string, len(face.Params))
	for i, p := range face.Params {
		list[i] = p.Name
	}
	return strings.Join(list, ", ")
}

// inputs are all data of a command line.
type inputs struct {
	list    []input
	sources []data.Source
	texts   []*diag.Source // of those that are text, for messages
}

// standardOnce demands that standard input is the program or one of the data.
func standardOnce(cmd *cobra.Command, in []string, program string) error {
	count := 0
	for _, text := range in {
		if parseInput(text).file == "-" {
			count++
		}
	}
	switch {
	case count > 0 && program == "-":
		return &usageError{cmd, "the program and the data cannot both be standard input"}
	case count > 1:
		return &usageError{cmd, "--in has standard input twice"}
	}
	return nil
}

// inputs reads the files of data for a function.
func (a *app) inputs(cmd *cobra.Command, in []string, face *proc.Interface) (*inputs, error) {
	all := &inputs{}
	for _, text := range in {
		i := parseInput(text)
		if why := i.check(face); why != "" {
			return nil, &usageError{cmd, "--in " + quote.Shell(text) + ": " + why}
		}
		all.list = append(all.list, i)
	}
	for _, i := range all.list {
		a.progress.say("reading %s", quote.Line(i.file))
		if err := all.add(a, i); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (all *inputs) add(a *app, i input) error {
	switch extension(i.file) {
	case extNPY, extNPZ:
		f, err := os.Open(i.file)
		if err != nil {
			return err
		}
		defer f.Close()
		content, err := mapped.Read(f, maxData)
		if err != nil {
			return fmt.Errorf("%s: %w", i.file, reason(err))
		}
		if extension(i.file) == extNPY {
			all.sources = append(all.sources, data.NPY(i.file, content, i.param))
		} else {
			all.sources = append(all.sources, data.NPZ(i.file, content, i.part, i.param))
		}
		return nil
	}
	src, err := a.readData(i.file)
	if err != nil {
		return err
	}
	all.texts = append(all.texts, src)
	if extension(i.file) == extCSV {
		all.sources = append(all.sources, data.CSV(src, i.param, i.part))
	} else {
		all.sources = append(all.sources, data.JSON(src, i.param))
	}
	return nil
}

// args are the values of parameters. Warnings are written.
func (all *inputs) args(a *app, face *proc.Interface) (*data.Args, error) {
	args, warnings, err := data.ReadFrom(face, all.sources...)
	if len(warnings) > 0 {
		diag.RenderAll(a.stderr, all.texts, diag.List(warnings))
	}
	if err != nil {
		return nil, &inSources{all.texts, err}
	}
	return args, nil
}

// json is the text of the data, if it is one JSON object.
func (all *inputs) json() (text string, ok bool) {
	switch {
	case len(all.list) == 0:
		return "{}", true
	case len(all.list) > 1 || all.list[0].param != "" || len(all.texts) == 0 || extension(all.list[0].file) == extCSV:
		return "", false
	}
	return all.texts[0].Text, true
}
