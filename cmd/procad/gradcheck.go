package main

import (
	"slices"

	"github.com/spf13/cobra"

	"procad/internal/data"
	"procad/internal/gradcheck"
	"procad/internal/rulecheck"
	"procad/papers/compare"
	"procad/proc"
	"procad/proc/deriv"
)

const gradcheckLong = `Gradcheck compares, entry by entry, the reverse derivative with the forward one
and with finite differences, and the two products <ȳ, Jẋ> and <Jᵀȳ, ẋ> of a
random ẋ. Of a result that is no Real it takes the product with a random ȳ.

The exit code is 1 if the two derivatives disagree, and 4 if they agree and only
finite differences, of several step sizes, disagree with both. It is 5 if nothing
disagrees, and a derivative is NaN: a NaN is within no error of anything. A line says
how many of all entries are NaN, also where few of them are compared.

With --commute it first runs the iterations of each loop ccl the other way round, and
compares the results: iterations of a ccl are promised to commute. Without it too, the
reverse of up to 16 iterations is compared in both orders, as grad does.

With --via the reverse derivative is that of a system of a paper; the forward one is
the compiler's.

At a kink finite differences say nothing, nor do they where rounding takes their
digits or a derivative is infinite; the entry is marked, and only the two
derivatives are compared there. An infinite derivative makes others of the forward
derivative NaN, which is 0 · ∞: there only finite differences are compared.
` + gradcheckRulesLong

func (a *app) gradcheckCommand() *cobra.Command {
	var c callFlags
	var opts gradcheck.Options
	var commute, rules bool
	var format, via string
	cmd := &cobra.Command{
		Use: "gradcheck FILE", Short: "compare derivatives with finite differences",
		Long: gradcheckLong, Example: "  procad gradcheck kernel.fun --fn f --in data.json --entries 100\n  procad gradcheck --rules kernel.fun", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.Entries < 0 {
				return &usageError{cmd, "--entries is negative"}
			}
			if rules {
				if commute || via != compare.RevName || len(c.wrt) > 0 {
					return &usageError{cmd, "--rules checks rules by themselves, without --commute, --via and --wrt"}
				}
				return a.checkRules(cmd, &c, args[0], format, rulecheck.Options{Points: rulePoints, Entries: opts.Entries, Seed: opts.Seed})
			}
			if err := onlyVia(cmd, via, "checkpoint"); err != nil {
				return err
			}
			call, err := a.call(cmd, &c, args[0])
			if err != nil {
				return err
			}
			if commute {
				if err := a.commute(call, &c); err != nil {
					return err
				}
			}
			if via == compare.RevName && call.def.Out.Type == proc.Real {
				err = a.decide(cmd, call)
			} else {
				err = a.limited(cmd, call)
			}
			if err != nil {
				return err
			}
			fs := gradcheck.Functions(call.def)
			if via != compare.RevName {
				fs = slices.DeleteFunc(fs, func(f proc.Func) bool { return f == deriv.VJP.Of(call.def.Name) })
			}
			if err := a.afford(call, memoryHint, fs...); err != nil {
				return err
			}
			if err := a.commuting(cmd, call, gradcheck.Functions(call.def)...); err != nil {
				return err
			}
			e, err := a.engine(call, &c, gradcheck.Functions(call.def)...)
			if err != nil {
				return err
			}
			defer e.Close()
			if via != compare.RevName {
				opts.Reverse = func(seed data.Value) ([]data.Value, error) {
					_, parts, err := a.vjpVia(call, via, &seed)
					return parts, err
				}
			}
			report, err := gradcheck.Check(call.unit, e, call.def, call.args, opts)
			if err != nil {
				return &inSource{call.unit.Source, err}
			}
			a.warnEntries(call, report)
			write := report.Write
			if format == formatJSON {
				write = report.WriteJSON
			}
			if err := a.write(c.output, write); err != nil {
				return err
			}
			if err := report.Err(call.unit, call.def); err != nil {
				err = &inSource{call.unit.Source, err}
				switch report.Verdict() {
				case gradcheck.FiniteDiffer:
					return &statusError{err, exitFinite}
				case gradcheck.NotANumber:
					return &statusError{err, exitNaN}
				}
				return err
			}
			return nil
		},
	}
	c.add(cmd)
	formatFlag(cmd, &format, formatText, formatJSON)
	c.addGradient(cmd)
	a.checkpointFlag(cmd)
	a.memoryFlag(cmd)
	viaFlag(cmd, &via)
	cmd.Flags().BoolVar(&commute, "commute", false, "run the iterations of each ccl in the other order too")
	cmd.Flags().BoolVar(&rules, "rules", false, "check the custom derivatives of the program instead")
	cmd.Flags().IntVar(&opts.Entries, "entries", 20, "at most `N` entries, drawn at random from each parameter in turn")
	cmd.Flags().Uint64Var(&opts.Seed, "seed", 1, "the `SEED` of what is random")
	return cmd
}
