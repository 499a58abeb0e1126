package delta

import "procad/core"

// loop is D of a loop, whose iterations are computations.
//
//	D{[e for i < n]}        = do {n <- D{n}; sequence [D{e} for i < n]}          section 8.3
//	D{sum(i < n) e}         = do {n <- D{n}; sumM (i < n) D{e}}                  adds with D{+}
//	D{max(i < n) e}         = do {n <- D{n}; maxM (i < n) D{e}}                  compares first components
//	D{fold(\(a, x). e, e1, e2)} = do {a <- D{e1}; v <- D{e2}; foldM (\(a, x). D{e}) a v}
//	D{nTimes(n, e1, \s. e)} = do {n <- D{n}; s <- D{e1}; nTimesM n s (\s. D{e})}
//	D{while(n, e1, \s. c, \s. e)} = do {n <- D{n}; s <- D{e1}; whileM n s (\s. D{c}) (\s. D{e})}
//	D{ccl(n, e1, \(i, s). e)} = do {n <- D{n}; s <- D{e1}; cclM n s (\(i, s). D{e})}
func (t *translator) loop(e core.Term) Code {
	if fold, ok := e.(*core.Fold); ok {
		e = fold.Plain()
	}
	always, others := core.Slots(e)
	once := make([]core.Term, len(always))
	for i, at := range always {
		once[i] = *at
	}
	loop := &Loop{Form: e, In: t.values(once), Sizes: t.sizes(e)}
	for _, at := range others {
		loop.Body = append(loop.Body, t.code(*at))
	}
	return loop
}

// sizes are D of the sizes that e carries.
func (t *translator) sizes(e core.Term) Sizes {
	sizes := Sizes{}
	for _, at := range core.Carried(e) {
		if *at != nil {
			sizes[*at] = t.value(*at)
		}
	}
	return sizes
}
