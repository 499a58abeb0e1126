package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/optim"
	"procad/llvm/toolchain"
)

// machineFlags say what machine native code is for.
type machineFlags struct{ cpu, target string }

func (m *machineFlags) addCPU(flags *pflag.FlagSet) {
	flags.StringVar(&m.cpu, "cpu", m.cpu, "the `CPU` that the code is for: native, x86-64-v3, or another name that clang knows; by default native")
}

func (m *machineFlags) addTarget(flags *pflag.FlagSet) {
	flags.StringVar(&m.target, "target", m.target, "the `SYSTEM` that the code is for, such as aarch64-linux-gnu, if it is not this one")
}

// compiler makes code for the machine. Without clang there is none.
func (m *machineFlags) compiler(cmd *cobra.Command, without optim.Set, strict bool) (toolchain.Compiler, error) {
	c := toolchain.Compiler{Strict: strict, Without: without, CPU: m.cpu, Target: m.target}
	_, err := c.Machine(context.Background())
	if unknown, ok := errors.AsType[*toolchain.MachineError](err); ok {
		err = &usageError{cmd, unknown.Error()}
	}
	return c, err
}
