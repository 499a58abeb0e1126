package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/core"
	"procad/papers"
	"procad/papers/compare"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/papers/tupling"
	"procad/pipeline"
)

const linmapLong = `Linmap prints derivatives as in Figure 6 of the first paper. The derivative of a
function f is a linear map. fwd$f is the product of this map with a tangent, and rev$f
the product of a cotangent with this map.

--show says which step of the derivation to print:

  program      f in the language of Figure 1
  jacobian     the map, rule by rule
  simplified   the map after the laws of Figures 4 and 5
  forward      fwd$f without maps
  reverse      rev$f without maps
  tupled       value and map together (Figure 7)
  polymorphic  the same, for maps from any space (Figure 8)

In the maps, S is a scaling, and ∘ a composition. × makes a tuple, and V a vector. ⋈
takes a tuple, and H a vector. 𝟎 is zero, and 𝟏 the identity.`

// linmapForms are the choices of --show, with what they print of a definition.
var linmapForms = []struct {
	name  string
	print func(d *linmap.Deriver, f *ks.Def) ([]*ks.Def, error)
}{
	{"program", func(_ *linmap.Deriver, f *ks.Def) ([]*ks.Def, error) { return []*ks.Def{f}, nil }},
	{"jacobian", func(d *linmap.Deriver, f *ks.Def) ([]*ks.Def, error) { return []*ks.Def{d.Jacobian(f)}, nil }},
	{"simplified", func(d *linmap.Deriver, f *ks.Def) ([]*ks.Def, error) {
		return []*ks.Def{d.Simplify(d.Jacobian(f))}, nil
	}},
	{"forward", func(d *linmap.Deriver, f *ks.Def) ([]*ks.Def, error) {
		return eliminated(d, d.Forward(f), "the forward derivative of "+f.Title)
	}},
	{"reverse", func(d *linmap.Deriver, f *ks.Def) ([]*ks.Def, error) {
		return eliminated(d, d.Reverse(f), "the reverse derivative of "+f.Title)
	}},
	{"tupled", func(_ *linmap.Deriver, f *ks.Def) ([]*ks.Def, error) {
		b := tupling.NewBasic()
		return []*ks.Def{b.Jacobian(f), b.Forward(f), b.Reverse(f)}, nil
	}},
	{"polymorphic", func(_ *linmap.Deriver, f *ks.Def) ([]*ks.Def, error) {
		fwd, p := tupling.PolyForward(f)
		rev, _ := tupling.PolyReverse(f)
		return []*ks.Def{p.Jacobian(f), p.Transposed(f), fwd, rev}, nil
	}},
}

// eliminated is fwd$f or rev$f, called so, without maps.
func eliminated(d *linmap.Deriver, f *ks.Def, called string) ([]*ks.Def, error) {
	g, ok := d.Eliminate(f)
	if !ok {
		return nil, &papers.Unsupported{Pos: f.At, System: linmap.System.Name, Construct: called + " without linear maps, which is too large"}
	}
	return []*ks.Def{g}, nil
}

func (a *app) linmapCommand() *cobra.Command {
	var fn, show, output string
	cmd := &cobra.Command{
		Use: "linmap FILE", Short: "print derivatives as the linear maps of the first paper",
		Long: linmapLong, Example: "  procad linmap kernel.fun\n  procad linmap kernel.fun --fn f --show reverse", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, defs, err := a.definitions(args[0], fn)
			if err != nil {
				return err
			}
			return a.write(output, func(w io.Writer) error { return linmapText(w, u, defs, show) })
		},
	}
	names := make([]string, len(linmapForms))
	for i, form := range linmapForms {
		names[i] = form.name
	}
	addPrinted(cmd, &fn, &output)
	choiceVar(cmd, &show, "show", "jacobian", "the `FORM` to print: program, jacobian, simplified, forward, reverse, tupled or polymorphic", names...)
	return cmd
}

func linmapText(w io.Writer, u *pipeline.Unit, defs []*core.Def, show string) error {
	for _, def := range defs {
		f, err := ks.From(linmap.System.Name, def)
		if err != nil {
			return &inSource{u.Source, compare.Located(u, err)}
		}
		for _, form := range linmapForms {
			if form.name != show {
				continue
			}
			all, err := form.print(linmap.NewDeriver(), f)
			if err != nil {
				return &inSource{u.Source, compare.Located(u, err)}
			}
			for _, made := range all {
				if _, err := io.WriteString(w, ks.Print(made)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
