package source

// Codes of the messages about .fun programs. Each is shown by a program in
// testdata/source/errors or in hostile_test.go.
const (
	// CodeText: the text has bytes or characters that cannot be in a program.
	CodeText = "bad-text"
	// CodeTooLarge: the file is larger than a program can be.
	CodeTooLarge = "too-large"
	// CodeComment: -- is directly followed by something, as in a --b, or a
	// comment begins as it does in another language.
	CodeComment = "comment"
	// CodeSyntax: something else was expected here.
	CodeSyntax = "syntax"
	// CodeSumExtent: + or - directly after the body of a sum or max.
	CodeSumExtent = "sum-extent"
	// CodeLiteralRange: a number that its type cannot hold.
	CodeLiteralRange = "literal-range"
	// CodeNesting: brackets, operators or calls nested too deeply.
	CodeNesting = "nesting"
	// CodeOperator: a derivative operator on something else than the name of a
	// top-level function, or on a function it is not defined for.
	CodeOperator = "operator-argument"
	// CodeRedefinition: a second function of the same name, or one with the
	// name of a library function.
	CodeRedefinition = "redefinition"
	// CodeDuplicate: two parameters, or two parts of a pattern, or two loops, with one name.
	CodeDuplicate = "duplicate-name"
	// CodeUnbound: a name that is no variable here.
	CodeUnbound = "unbound"
	// CodeUnknownFunction: a call of something that is no function here.
	CodeUnknownFunction = "unknown-function"
	// CodeUnknownType: a type name that does not exist.
	CodeUnknownType = "unknown-type"
	// CodeUnknownModule: a name before a dot that is no import.
	CodeUnknownModule = "unknown-module"
	// CodeImport: a file that cannot be imported.
	CodeImport = "bad-import"
	// CodeImportCycle: files that import each other.
	CodeImportCycle = "import-cycle"
	// CodePrivate: a name of another file that begins with _.
	CodePrivate = "private-name"
	// CodeUnusedImport: an import that nothing uses (a warning).
	CodeUnusedImport = "unused-import"
	// CodeRecursion: a function that calls itself, perhaps through others.
	CodeRecursion = "recursion"
	// CodeRuleUnknown: a derivative of a function that is not there.
	CodeRuleUnknown = "rule-unknown-function"
	// CodeRuleTwice: a second rule for a function, or a second clause of one kind.
	CodeRuleTwice = "rule-twice"
	// CodeRuleIncomplete: a rule that gives no derivative, or a half of one.
	CodeRuleIncomplete = "rule-incomplete"
	// CodeRuleType: a rule that is not for the parameters or the result of its function.
	CodeRuleType = "rule-type"
	// CodeExternType: an extern that takes or gives what has no form in C, or a symbol that is of two types.
	CodeExternType = "extern-type"
	// CodeExternSymbol: an extern whose symbol is no name that a function of C can have.
	CodeExternSymbol = "extern-symbol"
	// CodeSizeName: a size in a written type that names nothing of type Int.
	CodeSizeName = "size-name"
	// CodeArrayElement: an array type whose elements contain arrays.
	CodeArrayElement = "array-element"
	// CodeNotRectangular: a bound of a comprehension uses one of its indices.
	CodeNotRectangular = "not-rectangular"
	// CodeTypeMismatch: a value of one type where another is needed.
	CodeTypeMismatch = "type-mismatch"
	// CodeBranchMismatch: the branches of an if or case have different types.
	CodeBranchMismatch = "branch-mismatch"
	// CodeMissingCase: values that no branch of a case is for, or that a pattern outside
	// of one does not match.
	CodeMissingCase = "missing-case"
	// CodeUnreachable: a branch of a case that no value reaches (a warning).
	CodeUnreachable = "unreachable"
	// CodeArity: a call with too many or too few arguments.
	CodeArity = "wrong-arity"
	// CodeField: a field that a record does not have, or of what is no record.
	CodeField = "no-such-field"
	// CodeNotArray: an array is needed here.
	CodeNotArray = "not-an-array"
	// CodeIndexCount: more indices than dimensions, or an axis beyond them.
	CodeIndexCount = "index-count"
	// CodeCannotInfer: a type is not determined by the program.
	CodeCannotInfer = "cannot-infer"
	// CodeTypeSize: a type with too many parts, or too many instances of local
	// functions.
	CodeTypeSize = "type-too-large"
	// CodeStrategy: a strategy that does not exist, or that a loop cannot have.
	CodeStrategy = "bad-strategy"
	// CodeUnused: a local function that is never called (a warning).
	CodeUnused = "unused-function"
	// CodeUnusedVariable: a parameter, or a variable of a let, that nothing
	// uses (a warning).
	CodeUnusedVariable = "unused-variable"
)
