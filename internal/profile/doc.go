// Package profile says what is counted while a function runs. The interpreter
// and native code count the same, to the last one.
//
//	Wanted ──NewMeter──▶ places of counters ──an engine counts──▶ words ──Meter.Counts──▶ Counts
package profile
