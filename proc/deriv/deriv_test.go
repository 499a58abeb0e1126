package deriv

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/proc"
)

// names are names of functions: what is made as the constructors make it, the form that it
// then has, and its text, which reads as the same name.
var names = []struct {
	made proc.Deriv
	form string
	text string
}{
	{RevF, "revf", "revf$f"},
	{StoreRevR, "revr.store", "revr.store$f"},
	{Checking(Rev, proc.Name("check")), "rev.check", "rev.check$f"},
	{Checking(VJPF, proc.Name("a.b")), "vjpf.check", "vjpf.a.b$f"},
	{Iteration(StoreRevF), "iteration.revf.store", "iteration.revf.store$f"},
	{IterationOf(RevF, Tape), "tape.revf", "tape.revf$f"},
	{IterationOfPart(JacFwd, Column, 3), "columnk.jacfwd", "column3.jacfwd$f"},
	{Iteration(Update([]Part{{1, 0}, {4, 2}})), "iteration.update.k.m", "iteration.update.1.0.4.2$f"},
	{Erase(7), "erase.k", "erase.7$f"},
	{Update([]Part{{0, 2}}), "update.k.m", "update.0.2$f"},
	{Inactive("1f", "0"), "inactive.I.O", "inactive.1f.0$f"},
	{Helper("start"), "", "start$f"},
	{HelperOf("rest", 2), "", "rest.2$f"},
}

// TestNames says that  parse (print d$f) = d$f , and what the parts of d are.
func TestNames(t *testing.T) {
	f := proc.Name("f")
	for _, n := range names {
		t.Run(n.text, func(t *testing.T) {
			assert.Equal(t, n.text, n.made.Of(f).String())
			read, err := proc.ParseFunc(n.text)
			require.NoError(t, err)
			assert.Equal(t, n.made.Of(f), read)
			assert.Equal(t, n.form, Form(n.made))
			if meant := *of(n.made); meant.kind != plain { // those are in a table
				meanings.Delete(n.made)
				assert.Equal(t, meant, *of(n.made), "what the text alone says")
			}
			d, base, ok := Apart(read)
			if word, _, helped, helper := IsHelper(read); n.form == "" {
				assert.False(t, ok)
				assert.True(t, helper)
				assert.NotEmpty(t, word)
				assert.Equal(t, f, helped)
				return
			}
			assert.True(t, ok)
			assert.Equal(t, n.made, d)
			assert.Equal(t, f, base)
		})
	}
}

// TestOtherWords says that what is not written as it would be made is a helper's.
func TestOtherWords(t *testing.T) {
	for _, text := range []string{"erase.01", "erase.x", "erase.1.2", "update.4.0.1.0", "update.1", "inactive.01.0", "inactive.G.0", "iteration.nothing", "iteration3.revf", "tape3.revf", "column.jacfwd", "column03.jacfwd", "revf.check", "grad.check"} {
		f, err := proc.ParseFunc(text + "$f")
		require.NoError(t, err, text)
		_, _, ok := Apart(f)
		assert.False(t, ok, text)
		_, _, _, helper := IsHelper(f)
		assert.True(t, helper, text)
		assert.Equal(t, text+"$f", f.String())
	}
}
