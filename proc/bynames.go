package proc

// ByName has a value for each name, the zero value for those that have not been given one.
// The zero ByName is empty. It takes the place of a map that has the names of a long definition.
type ByName[T any] struct {
	names  Numbers
	values []T // by the numbers of the names
}

// NamesIn is about how many names there are in so many statements: most bind one, and some take
// a pair apart. It is for how much room to make.
func NamesIn(statements int) int { return statements + statements/2 + 8 }

// NewByName has room for so many names.
func NewByName[T any](n int) *ByName[T] {
	t := &ByName[T]{values: make([]T, 0, n)}
	t.names.reserve(n)
	return t
}

// Get is the value of a name.
func (t *ByName[T]) Get(name string) (x T) {
	if at := t.Find(name); at != nil {
		return *at
	}
	return x
}

// Find is where the value of a name is, until another name gets one; nil if it has been given none.
func (t *ByName[T]) Find(name string) *T {
	if i, ok := t.names.Lookup(name); ok {
		return &t.values[i]
	}
	return nil
}

// At is where the value of a name is, until another name gets one.
func (t *ByName[T]) At(name string) *T {
	i, met := t.names.Of(name)
	if !met {
		var zero T
		t.values = append(t.values, zero)
	}
	return &t.values[i]
}

// Set gives a name a value.
func (t *ByName[T]) Set(name string, x T) { *t.At(name) = x }

// Each calls yield for each name that has been given a value, in the order in which they first were.
func (t *ByName[T]) Each(yield func(name string, x T)) {
	for i, x := range t.values {
		yield(t.names.names[i], x)
	}
}
