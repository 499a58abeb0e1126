// Package deriv has the names of derivations: what d says in a name d$f. Package
// derive has their rules.
package deriv
