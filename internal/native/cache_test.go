package native_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/internal/native"
)

// The environment says how large the cache is, where it says a positive number; else the machine does.
func TestCacheBytes(t *testing.T) {
	t.Setenv(native.CacheVariable, "")
	machine := native.CacheBytes()
	assert.Positive(t, machine)
	for text, want := range map[string]int64{
		"4096": 4096, "1": 1, "1099511627777": native.MostCache, "99999999999999999999": native.MostCache,
		"0": machine, "-5": machine, "many": machine, "4096 B": machine,
	} {
		t.Setenv(native.CacheVariable, text)
		assert.Equal(t, want, native.CacheBytes(), text)
	}
}
