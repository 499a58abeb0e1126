package lower

import "procad/core"

// parts visits the terms directly inside of t, in the order of the text.
func parts(t core.Term, visit func(core.Term)) {
	always, others := core.Slots(t)
	for _, s := range always {
		visit(*s)
	}
	for _, s := range others {
		visit(*s)
	}
}

// every visits t and all terms inside of it.
func every(t core.Term, visit func(core.Term)) {
	visit(t)
	parts(t, func(x core.Term) { every(x, visit) })
}
