// Package cost is what procedures cost, in the unit costs of package units.
//
//	time.go    the time that a definition takes, statement by statement
//	words.go   the words that values take where they are stored
package cost
