package gradbench

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"
)

// What an input may ask for, and how many timings an answer has.
const (
	maxRuns    = 1_000_000
	maxSeconds = 24 * 60 * 60
	maxTimings = maxRuns
)

// A repeat says how often a function is run: at least calls times, and at least so long.
type repeat struct {
	calls int
	least time.Duration
}

// repeatOf reads min_runs and min_seconds, which an input may have if it is an object.
func repeatOf(input string) (repeat, error) {
	r := repeat{calls: 1}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(input), &members) != nil {
		return r, nil
	}
	if text, ok := members["min_runs"]; ok {
		n, err := strconv.Atoi(string(text))
		if err != nil || n < 1 || n > maxRuns {
			return r, fmt.Errorf("min_runs is %.40s, and not a whole number from 1 to %d", text, maxRuns)
		}
		r.calls = n
	}
	if text, ok := members["min_seconds"]; ok {
		var s float64
		if json.Unmarshal(text, &s) != nil || s < 0 || s > maxSeconds {
			return r, fmt.Errorf("min_seconds is %.40s, and not a number from 0 to %d", text, maxSeconds)
		}
		r.least = time.Duration(s * float64(time.Second))
	}
	return r, nil
}
