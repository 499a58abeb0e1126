// Package export writes the functions by which callers reach entries.
//
//	@NAME.entry(ctx, i64* in, i64* out)   ↦   a description for the main function of the runtime   describe.go
//	                                          NAME for C, NAME_into, NAME_batch                    c.go, into.go, batch.go
//	                                          NAME for a program that gives words                  words.go
//
// A function for C takes its arguments into words and gives its results (c.go, struct.go), by what package capi says of
// them. Between it and the entry, every argument is checked before anything looks at it (checked.go, conform.go).
// It does not matter here who has written the entry.
package export
