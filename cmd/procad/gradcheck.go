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

const gradcheckLong = `Gradcheck compares the reverse derivative, the forward derivative and finite
differences, entry by entry. It also compares the two products <ȳ, Jẋ> and <Jᵀȳ, ẋ>
for a random ẋ. If the result is no Real, gradcheck differentiates the product of the
result and a random ȳ.

The exit code is 1 if the two derivatives disagree. It is 4 if they agree, and finite
differences of all step sizes that were tried disagree with both. It is 5 if nothing
disagrees, but a derivative is NaN. A line says how many of all entries are NaN, also
if only a few entries are compared.

A ccl promises that its iterations commute. With --commute gradcheck first runs the
iterations of each ccl in the other order, and compares the results. With and
without --commute it compares the reverse of up to 16 iterations in both orders, as grad
does.

With --via a system of one of the papers makes the reverse derivative. The forward
derivative is always the compiler's.

Finite differences are useless at a kink. They are also useless where rounding takes
all their digits, and where a derivative is infinite. Such an entry is marked, and only
the two derivatives are compared. An infinite derivative can make other entries of the
forward derivative NaN, which is 0 · ∞. There the reverse derivative is compared with
finite differences only.
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
			opts.Next = func(done, of int) { a.progress.say("comparing entry %d of %d", done+1, of) }
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
	cmd.Flags().BoolVar(&commute, "commute", false, "also run the iterations of each ccl in the other order")
	cmd.Flags().BoolVar(&rules, "rules", false, "check the custom derivatives of the program")
	cmd.Flags().IntVar(&opts.Entries, "entries", 20, "compare at most `N` entries, drawn at random from one parameter after the other")
	cmd.Flags().Uint64Var(&opts.Seed, "seed", 1, "the `SEED` of random numbers")
	return cmd
}
