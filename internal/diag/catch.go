package diag

// Catch makes an E that a function panics with its error. Anything else goes on.
//
//	defer diag.Catch[*diag.Error](&err)
func Catch[E error](err *error) {
	switch r := recover().(type) {
	case nil:
	case E:
		*err = r
	default:
		panic(r)
	}
}

// Catch does so for an *Error of what is in s, which may be nil.
//
//	defer program.Source.Catch(&err)
func (s *Source) Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		if *err = r; s != nil {
			*err = r.In(s.Name)
		}
	default:
		panic(r)
	}
}
