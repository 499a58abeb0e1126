package tables

import (
	"strings"

	"procad/proc"
)

// still finds the variables that are only dropped, compared, rounded or
// stopped. Their cotangent is zero whatever the program does, and is not
// multiplied (split/still.go); that of a table would be.
func still(d *proc.Def) map[string]bool {
	found := map[string]bool{}
	var scan func(p proc.Procedure)
	scan = func(p proc.Procedure) {
		for i := len(p) - 1; i >= 0; i-- {
			switch s := p[i].(type) {
			case *proc.Elim:
				found[s.In.Name] = true
			case *proc.Call:
				found[s.In.Name] = found[s.Out.Name] || proc.Discrete(s.Out.Type) || strings.HasPrefix(string(s.Func), "stop{")
			case *proc.Dup:
				found[s.In.Name] = found[s.Out.Name]
			case *proc.Tuple:
				for _, v := range s.Ins {
					found[v.Name] = found[s.Out.Name]
				}
			case *proc.Untuple:
				all := true
				for _, v := range s.Outs {
					all = all && (found[v.Name] || proc.Discrete(v.Type))
				}
				found[s.In.Name] = all
			case *proc.Case:
				// What comes from outside and one branch drops, the other may use; what branches bind is in no table.
			default:
				proc.Bodies(s, scan)
			}
		}
	}
	scan(d.Body)
	return found
}
