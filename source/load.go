package source

import "procad/internal/diag"

// Load parses and checks a program. The warnings are there even if err is not
// nil.
func Load(src *diag.Source) (p *Program, warnings diag.List, err error) {
	p, err = Parse(src)
	if err != nil {
		return nil, nil, err
	}
	warnings, err = Check(p)
	if err != nil {
		return nil, warnings, err
	}
	return p, warnings, nil
}
