// Package child runs other programs that end with this process.
package child

import (
	"os/exec"
	"runtime"
	"syscall"
)

// Run runs a command, which the system kills if this process ends before it. The system
// means the thread that began it: the thread is kept until the command ends.
func Run(cmd *exec.Cmd) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return cmd.Run()
}
