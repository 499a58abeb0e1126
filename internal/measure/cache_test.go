package measure

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
)

// TestLastCache says that each cache of the last level counts once, however many processors share it.
func TestLastCache(t *testing.T) {
	system := fstest.MapFS{}
	cache := func(cpu, index int, kind, level, size, shared string) {
		for name, text := range map[string]string{"type": kind, "level": level, "size": size, "shared_cpu_list": shared} {
			system[fmt.Sprintf("cpu%d/cache/index%d/%s", cpu, index, name)] = &fstest.MapFile{Data: []byte(text + "\n")}
		}
	}
	assert.Zero(t, LastCache(system))
	for cpu := range 4 {
		own := fmt.Sprint(cpu)
		cache(cpu, 0, "Data", "1", "48K", own)
		cache(cpu, 1, "Instruction", "1", "32K", own)
		cache(cpu, 2, "Unified", "2", "2048K", own)
	}
	assert.EqualValues(t, 4*2<<20, LastCache(system))
	for cpu := range 4 {
		cache(cpu, 3, "Unified", "3", "16384K", []string{"0-1", "2-3"}[cpu/2])
	}
	assert.EqualValues(t, 2*16<<20, LastCache(system))
	cache(4, 0, "Unified", "4", "", "4") // of a size that is not known
	assert.EqualValues(t, 2*16<<20, LastCache(system))
}
