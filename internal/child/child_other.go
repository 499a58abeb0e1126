//go:build !linux

// Package child runs other programs that end with this process.
package child

import "os/exec"

// Run runs a command. No system but Linux kills it if this process is killed before it.
func Run(cmd *exec.Cmd) error { return cmd.Run() }
