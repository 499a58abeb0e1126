package quote

import (
	"slices"
	"strings"
)

// CPart makes a name a part of an identifier of C: letters, digits and underscores
// stay, every other character becomes an underscore (C17 6.4.2.1). Different names may
// give the same.
func CPart(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, name)
}

// IsCName says whether a text is an identifier of C, of ASCII characters.
func IsCName(text string) bool {
	return text != "" && text == CPart(text) && !('0' <= text[0] && text[0] <= '9')
}

// IsExternSymbol says whether a function of C that is linked into a program may be called so: procad
// itself has functions whose names begin with pc_, and main.
func IsExternSymbol(text string) bool {
	return IsCName(text) && text != "main" && !strings.HasPrefix(text, "pc_")
}

// CName makes a name an identifier that a declaration can give a parameter in C11, C23
// and C++: where it is a keyword, or may be a macro of a standard header or of a compiler,
// an underscore follows.
func CName(name string) string {
	part := CPart(name)
	if part == "" || '0' <= part[0] && part[0] <= '9' {
		part = "_" + part
	}
	if slices.Contains(cReserved, part) || likeMacro(part) {
		part += "_"
	}
	return part
}

// cReserved are the keywords of C23 and of C++23, and the macros of standard headers and
// of compilers that are not in capitals and take no arguments.
var cReserved = strings.Fields(`
	alignas alignof auto bool break case char const constexpr continue default do double else enum extern false float for goto if
	inline int long nullptr register restrict return short signed sizeof static static_assert struct switch thread_local true
	typedef typeof typeof_unqual union unsigned void volatile while
	and and_eq asm bitand bitor catch char8_t char16_t char32_t class co_await co_return co_yield compl concept const_cast
	consteval constinit decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq operator or
	or_eq private protected public reinterpret_cast requires static_cast template this throw try typeid typename using virtual
	wchar_t xor xor_eq
	int8_t int32_t int64_t pc_error complex imaginary noreturn errno stdin stdout stderr math_errhandling linux unix i386 I`)

// likeMacro says that a name looks like those of macros: three characters or more, the
// first a capital and the second no small letter; or that it is reserved for them.
func likeMacro(name string) bool {
	capital := func(i int) bool { return len(name) > i && 'A' <= name[i] && name[i] <= 'Z' }
	for _, prefix := range []string{"__", "si_", "sa_", "sigev_"} { // those of signal.h are macros in POSIX
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return name[0] == '_' && capital(1) || len(name) > 2 && capital(0) && !('a' <= name[1] && name[1] <= 'z')
}
