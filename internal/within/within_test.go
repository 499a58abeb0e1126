package within

import (
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

var kept []byte

// What is measured grows with what is done, and a test that no fuzzer runs has no limits.
func TestMeasures(t *testing.T) {
	before := allocations()
	kept = make([]byte, 1<<20)
	assert.GreaterOrEqual(t, allocations()-before, uint64(1<<20))
	began, until := processor(), time.Now().Add(time.Minute)
	for processor() == began && time.Now().Before(until) {
	}
	assert.Greater(t, processor(), began)
	assert.NotNil(t, flag.Lookup("test.fuzzworker"), "the flag by which a fuzzer starts the processes that run inputs")
	assert.False(t, fuzzing())
	ran := false
	Limits(t, func() { ran = true })
	assert.True(t, ran)
}
