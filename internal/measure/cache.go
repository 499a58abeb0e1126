package measure

import (
	"io/fs"
	"path"
	"strings"

	"github.com/dustin/go-humanize"
)

// LastCache is how many bytes the caches of the last level of all processors hold together; 0 if the system, whose
// files Linux has in /sys/devices/system/cpu, does not say it.
//
// A virtual machine may say what the whole machine has that it is a part of.
func LastCache(system fs.FS) int64 {
	type cache struct{ level, shared string }
	last, sizes := "", map[cache]int64{}
	folders, _ := fs.Glob(system, "cpu[0-9]*/cache/index[0-9]*")
	for _, folder := range folders {
		read := func(name string) string {
			text, _ := fs.ReadFile(system, path.Join(folder, name))
			return strings.TrimSpace(string(text))
		}
		c := cache{read("level"), read("shared_cpu_list")}
		// The kernel writes 48K for 48 KiB.
		size, err := humanize.ParseBytes(read("size") + "iB")
		if err != nil || c.level == "" || read("type") == "Instruction" {
			continue
		}
		last, sizes[c] = max(last, c.level), int64(size)
	}
	all := int64(0)
	for c, size := range sizes {
		if c.level == last {
			all += size
		}
	}
	return all
}
