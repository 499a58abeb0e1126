package proc

// The codes of messages about .proc text. Package typecheck, whose rules the
// last seven belong to, explains them by examples.
const (
	CodeSyntax          = "syntax"           // text that does not follow the grammar
	CodeUnbound         = "unbound"          // a variable that nothing binds
	CodeUnknownRef      = "unknown-ref"      // a name that is not in zone Θ
	CodeUnknownFunction = "unknown-function" // a call of a function that does not exist
	CodeTypeMismatch    = "type-mismatch"    // a value of one type where another is wanted
	CodeNotATuple       = "not-a-tuple"      // a value is taken apart that has no parts
	CodeNotASum         = "not-a-sum"        // a Case, Inl or Inr of a type that is no sum
	CodeWrongArity      = "wrong-arity"      // too many or too few parts, indices or names of Θ
)

// CallCode is the code of the message that sig gives no type for f: what is
// wrong with a loop whose body has a type is that type.
func CallCode(f Func, sig func(Func) (Sig, error)) string {
	if _, body, ok := f.Loop(); ok {
		if _, err := sig(body); err == nil {
			return CodeTypeMismatch
		}
	}
	return CodeUnknownFunction
}
