package proc

import (
	"fmt"
	"strconv"
	"strings"
)

// canonical returns the one spelling of the function that the text names, in
// which types and quoted messages are written as the package prints them; or
// why the text names none.
func canonical(text string, depth int) (f Func, why string) {
	if depth == MaxDepth {
		return "", fmt.Sprintf("the braces nest deeper than %d levels", MaxDepth)
	}
	head, arg, ok := strings.Cut(text, "{")
	if head == "" || strings.ContainsFunc(head, func(r rune) bool { return !nameRune(r) }) {
		return "", "the name of a function is wanted"
	}
	if !ok {
		return Func(text), ""
	}
	if !strings.HasSuffix(arg, "}") {
		return "", "the name goes on after its braces"
	}
	arg = arg[:len(arg)-1]
	canon, why := canonicalArg(head, arg, depth)
	if why != "" {
		return "", why
	}
	if canon == arg {
		return Func(text), ""
	}
	return Func(head + "{" + canon + "}"), ""
}

// canonicalArg does the same for what the braces after head hold.
func canonicalArg(head, arg string, depth int) (canon, why string) {
	family := head[strings.LastIndexByte(head, '$')+1:]
	if plain, rest, has := strings.Cut(family, "."); loopKinds[LoopKind(plain)] {
		if _, _, ok := LoopKind(family).strategy(); has && !ok {
			return "", fmt.Sprintf("%s has no strategy %q", plain, rest)
		}
		f, why := canonical(strings.TrimSpace(arg), depth+1)
		return string(f), why
	}
	if quoted := strings.TrimSpace(arg); strings.HasPrefix(quoted, `"`) {
		message, err := strconv.Unquote(quoted)
		if err != nil {
			return "", "the message is not quoted well"
		}
		return strconv.Quote(message), ""
	}
	types, err := ParseTypes(arg)
	if err != nil {
		return "", "the braces hold no types"
	}
	return typeList(types), ""
}
