package prim_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/typecheck"
)

// elements are element types with and without Reals, sums and parts ().
var elements = []string{"Real", "Int", "Bool", "()", "(Real, Int)", "(Real, ())", "(Int, Bool)", "Real + ()", "Real + (Real, Int)", "((), (Real, Bool + Real))"}

// structuralTypes are types that cotangents are added at.
var structuralTypes = append(slices.Clone(elements), "[Real]", "([Int], (Real, [[Real]]))", "[Real] + ([Int] + ())", "Stack Int", "(Stack Bool, Real)")

// members lists the primitives, and members of the families at many types.
func members(t *testing.T) []proc.Func {
	list := slices.SortedFunc(maps.Keys(prim.Table), proc.Func.Compare)
	list = append(list, proc.CheckOf("assert", "n > 0"), proc.CheckOf("agree", "a.b \"$c\""), proc.CheckOf("seedTag", "m"), proc.CheckOf("seedSize", "m"))
	parse := func(text string) proc.Type {
		ts, err := proc.ParseTypes(text)
		require.NoError(t, err)
		return ts[0]
	}
	var scalars, arrays []proc.Type
	for _, e := range elements {
		elem := parse(e)
		scalars = append(scalars, elem)
		arrays = append(arrays, proc.NewArray(1, elem), proc.NewArray(3, elem))
	}
	for _, s := range scalars {
		list = append(list, proc.FamilyOf("stop", s), proc.FamilyOf("inactive", s), proc.FamilyOf("lift", deriv.Deactivate(s), s))
	}
	for _, a := range arrays {
		for _, f := range []string{"zeros", "copy", "swap", "blank"} {
			list = append(list, proc.FamilyOf(f, a), proc.FamilyOf(f, deriv.Deactivate(a)))
		}
		list = append(list, proc.FamilyOf("inactive", a), proc.FamilyOf("lift", deriv.Deactivate(a), a))
		for _, b := range arrays {
			if a.(*proc.ArrayType).Rank == b.(*proc.ArrayType).Rank {
				list = append(list, proc.FamilyOf("zip", a, b), proc.FamilyOf("unzip", a, b))
			}
		}
	}
	list = append(list,
		proc.MustParseFunc("retype{[Real], [((), Real)]}"), proc.MustParseFunc("retype{[[(Real, ())]], [[Real]]}"), proc.MustParseFunc("retype{[(Int, ())], [Int]}"),
		proc.MustParseFunc("retype{[((Int, ()), Real)], [(Int, (Real, ()))]}"))
	for _, ab := range [][2]string{
		{"(Inactive, Real)", "(Real, Real)"}, {"(Inactive, [Inactive], Int)", "(Inactive, [Real], Int)"}, {"Inactive + ()", "Real + ()"},
		{"Inactive + [Inactive]", "Inactive + [Real]"}, {"Inactive + (Real, [Inactive])", "Real + (Real, [Real])"},
	} {
		list = append(list, proc.FamilyOf("lift", parse(ab[0]), parse(ab[1])))
	}
	some := append(append(scalars, arrays...), parse("Stack (Real, Int)"), parse("Stack [Real]"), parse("([Real], Int)"), parse("[Real] + [Int]"))
	for _, x := range some {
		for _, f := range []string{"empty", "slots", "push", "pop", "drained", "bytes"} {
			list = append(list, proc.FamilyOf(f, x))
		}
		list = append(list, proc.FamilyOf("unreachable", x, proc.Real), proc.FamilyOf("unreachable", proc.Int, x))
	}
	return list
}

// The types of the derivatives are what every pass takes for granted:
//
//	f : [s : &τ] S → T
//	fwd$f : [s : &τ, s.dot : &δτ] (S, δS) → (T, δT)
//	revf$f : [s : &τ] S → (T, X)      revr$f : [s : &τ, s.bar : +δτ] (X, cot T) → cot S
func TestTypesOfDerivatives(t *testing.T) {
	for _, f := range members(t) {
		sig, err := prim.Sig(f, none)
		require.NoError(t, err, f)
		zone := func(suffix string, mode proc.Mode) []proc.Ref {
			var out []proc.Ref
			for _, r := range sig.Zone {
				out = append(out, r)
				if d := deriv.Tangent(r.Type); d != proc.Unit {
					out = append(out, proc.Ref{Name: r.Name + suffix, Mode: mode, Type: d})
				}
			}
			return out
		}
		fwd := derived(t, deriv.Fwd, f).Sig()
		assert.Equal(t, zone(".dot", proc.Shared), fwd.Zone, f)
		assert.Equal(t, proc.NewTuple(sig.In, deriv.Tangent(sig.In)), fwd.In, f)
		assert.Equal(t, proc.NewTuple(sig.Out, deriv.Tangent(sig.Out)), fwd.Out, f)

		for _, d := range [][2]proc.Deriv{{deriv.RevF, deriv.RevR}, {deriv.StoreRevF, deriv.StoreRevR}} {
			revf, revr := derived(t, d[0], f).Sig(), derived(t, d[1], f).Sig()
			assert.Equal(t, sig.Zone, revf.Zone, f)
			assert.Equal(t, sig.In, revf.In, f)
			parts := proc.Elems(revf.Out)
			require.Len(t, parts, 2, f)
			assert.Equal(t, sig.Out, parts[0], f)
			assert.Equal(t, zone(".bar", proc.Accumulator), revr.Zone, f)
			assert.Equal(t, proc.NewTuple(parts[1], deriv.Cotangent(sig.Out)), revr.In, f)
			assert.Equal(t, deriv.Cotangent(sig.In), revr.Out, f)
		}
	}
}

func TestTypesOfStructural(t *testing.T) {
	for _, text := range structuralTypes {
		ts, err := proc.ParseTypes(text)
		require.NoError(t, err)
		cot := deriv.Cotangent(ts[0])
		add, ok := prim.Derived(proc.FamilyOf("add", ts[0]))
		require.True(t, ok, text)
		assert.Equal(t, proc.Sig{In: proc.NewTuple(cot, cot), Out: cot}, add.Sig(), text)
		zero, ok := prim.Derived(proc.FamilyOf("zero", ts[0]))
		require.True(t, ok, text)
		assert.Equal(t, proc.Sig{In: ts[0], Out: cot}, zero.Sig(), text)
	}
}

// Every definition that this package makes is well typed and single-use.
func TestDerivedTypechecks(t *testing.T) {
	check := func(f proc.Func) {
		def, ok := prim.Derived(f)
		require.True(t, ok, f)
		err := typecheck.Def(def, func(f proc.Func) (proc.Sig, error) { return prim.Sig(f, none) })
		assert.NoError(t, err, "%s", def)
	}
	for _, f := range members(t) {
		for _, d := range []proc.Deriv{deriv.Fwd, deriv.RevF, deriv.RevR, deriv.StoreRevF, deriv.StoreRevR} {
			check(d.Of(f))
		}
	}
	for _, text := range structuralTypes {
		check(proc.MustParseFunc("add{" + text + "}"))
		check(proc.MustParseFunc("zero{" + text + "}"))
	}
}

// Every rule of rules.proc belongs to a primitive, and every primitive with a
// Real result has all three.
func TestRuleNames(t *testing.T) {
	names := prim.RuleNames()
	for _, name := range names {
		_, base, ok := deriv.Apart(name)
		require.True(t, ok, name)
		assert.Contains(t, prim.Table, base, name)
	}
	for f, sig := range prim.Table {
		for _, d := range []proc.Deriv{deriv.Fwd, deriv.RevF, deriv.RevR} {
			assert.Equal(t, sig.Out == proc.Real, slices.Contains(names, d.Of(f)), d.Of(f))
		}
	}
}

func TestNotDerived(t *testing.T) {
	for _, f := range []proc.Func{
		prim.Mul, proc.Name("user"), proc.MustParseFunc("fwd$user"), proc.MustParseFunc("revf$nTimes{neg}"), proc.MustParseFunc("revf$revf$mul"), proc.MustParseFunc("revf$add{Real}"), proc.MustParseFunc("fwd$zero{[Real]}"),
		proc.MustParseFunc("vjp$mul"), proc.MustParseFunc("rev$mul"), proc.MustParseFunc("iteration.revf$mul"), proc.MustParseFunc("revf$swap{Real}"), proc.MustParseFunc("revf$nosuch{Real}"), proc.MustParseFunc("add{Stack Real}"), proc.MustParseFunc("zero{(Int, Stack Real)}"), proc.MustParseFunc("sum{neg}"),
	} {
		_, ok := prim.Derived(f)
		assert.False(t, ok, f)
	}
	_, err := prim.Sig(proc.MustParseFunc("add{Stack Real}"), none)
	assert.EqualError(t, err, "add does not add cotangents of stacks, which are in Stack Real")
	_, err = prim.Sig(proc.MustParseFunc("zero{(Int, Stack Real)}"), none)
	assert.EqualError(t, err, "zero makes no cotangents of stacks, which are in (Int, Stack Real)")
	_, err = prim.Sig(proc.MustParseFunc("retype{[Real], [(Real, Int)]}"), none)
	assert.EqualError(t, err, "[Real] and [(Real, Int)] differ in more than parts ()")
}

func derived(t *testing.T, d proc.Deriv, f proc.Func) *proc.Def {
	t.Helper()
	def, ok := prim.Derived(d.Of(f))
	require.True(t, ok, d.Of(f))
	require.Equal(t, d.Of(f), def.Name)
	return def
}

func none(proc.Func) (proc.Sig, bool) { return proc.Sig{}, false }
