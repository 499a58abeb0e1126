package gradbench

import (
	"io"
	"slices"
	"strings"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
)

// A Module has functions of one kernel, which is called as the module.
type Module struct {
	Name      string
	wrt       []string // parameters that gradients are in
	functions []function
	// read reads the parameters of the kernel from an input.
	read func(input *diag.Source, face *proc.Interface) (*data.Args, error)
}

// A function is the value of a function of the kernel, or its gradient.
type function struct {
	name, entry string
	gradient    bool
	write       func(w io.Writer, value data.Value, parts []pipeline.Part) error
}

// modules are in the order of their names.
var modules = []Module{
	{Name: "ba", read: readObservations, functions: []function{
		{"objective", "ba", false, writeResiduals},
		{"jacobian", "bajac", false, writeJacobian},
	}},
	{Name: "gmm", wrt: []string{"alpha", "mu", "q", "l"}, read: readObject, functions: []function{
		{"objective", "gmm", false, writeValue},
		{"jacobian", "gmm", true, writeParts},
	}},
	{Name: "hello", wrt: []string{"x"}, read: readOne, functions: []function{
		{"square", "hello", false, writeValue},
		{"double", "hello", true, writePart},
	}},
	{Name: "kmeans", read: readObject, functions: []function{
		{"cost", "cost", false, writeValue},
		{"dir", "dir", false, writeValue},
	}},
	{Name: "llsq", wrt: []string{"x"}, read: readObject, functions: []function{
		{"primal", "llsq", false, writeValue},
		{"gradient", "llsq", true, writePart},
	}},
	{Name: "lse", wrt: []string{"x"}, read: readObject, functions: []function{
		{"primal", "lse", false, writeValue},
		{"gradient", "lse", true, writePart},
	}},
	{Name: "lstm", wrt: []string{"main_params", "extra_params"}, read: readObject, functions: []function{
		{"objective", "lstm", false, writeValue},
		{"jacobian", "lstm", true, writeFlat},
	}},
	{Name: "ode", wrt: []string{"x"}, read: readObject, functions: []function{
		{"primal", "ode", false, writeValue},
		{"gradient", "last", true, writePart},
	}},
}

// Modules are the names of all modules, in order.
func Modules() []string {
	names := make([]string, len(modules))
	for i, m := range modules {
		names[i] = m.Name
	}
	return names
}

func find(name string) *Module {
	i := slices.IndexFunc(modules, func(m Module) bool { return m.Name == name })
	if i < 0 {
		return nil
	}
	return &modules[i]
}

// names are those of the functions.
func (m *Module) names() string {
	names := make([]string, len(m.functions))
	for i, f := range m.functions {
		names[i] = f.name
	}
	return strings.Join(names, " and ")
}

// readObject reads an object with a member for each parameter, and others.
func readObject(input *diag.Source, face *proc.Interface) (*data.Args, error) {
	args, _, err := data.Read(input, face)
	return args, err
}

// readOne reads the value of the only parameter.
func readOne(input *diag.Source, face *proc.Interface) (*data.Args, error) {
	args, _, err := data.ReadFrom(face, data.JSON(input, face.Params[0].Name))
	return args, err
}

func writeValue(w io.Writer, value data.Value, _ []pipeline.Part) error { return data.Write(w, value) }

// writePart writes the gradient in the only parameter that it is in.
func writePart(w io.Writer, _ data.Value, parts []pipeline.Part) error {
	return data.Write(w, parts[0].Value)
}

// writeParts writes an object with the gradient in each parameter.
func writeParts(w io.Writer, _ data.Value, parts []pipeline.Part) error {
	fields := make([]data.Field, len(parts))
	for i, p := range parts {
		fields[i] = data.Field(p)
	}
	return data.WriteObject(w, fields)
}

// writeFlat writes the gradient in all parameters as one list, row by row.
func writeFlat(w io.Writer, _ data.Value, parts []pipeline.Part) error {
	var all []float64
	for _, p := range parts {
		all = append(all, p.Value.Floats()...)
	}
	return data.Write(w, data.Reals(all, len(all)))
}
