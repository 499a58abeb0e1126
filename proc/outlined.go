package proc

// An Outlined stands for a Case while what is around it is simplified, which does not look into it. It is
// no statement of the language: no text has one, and the checker reports one.
//
//	(w…) = Outlined Case [s…] (v…)      v… used, w… left, s… mentioned by the Case
type Outlined struct {
	Where
	Outs []Alias[Var]
	Zone []Alias[string]
	Ins  []Alias[Var]
	Case *Case
}

func (*Outlined) isStmt() {}

// An Alias is the name of one thing inside of an outlined Case, and around it. Both are one at first.
type Alias[T any] struct{ Inside, Around T }

// Aliases are names that are the same inside and around.
func Aliases[T any](names []T) []Alias[T] {
	return mapAll(names, func(n T) Alias[T] { return Alias[T]{n, n} })
}

// around are the names that the statements around use.
func around[T any](list []Alias[T]) []T {
	return mapAll(list, func(a Alias[T]) T { return a.Around })
}

// renamed has other names around.
func renamed[T any](list []Alias[T], to func(T) T) []Alias[T] {
	return mapAll(list, func(a Alias[T]) Alias[T] { return Alias[T]{a.Inside, to(a.Around)} })
}
