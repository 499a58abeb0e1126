package proc

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestApart fills every field of a program: a program made from it for other definitions has
// each, but those that are about its own definitions and its own text.
func TestApart(t *testing.T) {
	p := &Program{
		File:    "a.fun",
		Defs:    []*Def{{Name: Name("f")}},
		Params:  map[Func]*Interface{Name("f"): {}},
		Derived: map[Func]*Derivation{Name("f"): {}},
		Rules:   map[Func]*Rule{Name("f"): {}},
		Origins: map[Func]*Origin{Name("f"): {}},
	}
	p.Lookup(Name("f"))
	apart := reflect.ValueOf(p.Apart()).Elem()
	for i := range apart.NumField() {
		name := apart.Type().Field(i).Name
		switch name {
		case "Defs", "Derived", "index":
			assert.True(t, apart.Field(i).IsZero(), "%s is of the definitions of p", name)
		default:
			assert.False(t, apart.Field(i).IsZero(), "%s is lost", name)
		}
	}
	p.Apart().Params[Name("g")] = &Interface{}
	assert.Len(t, p.Params, 1)
}
