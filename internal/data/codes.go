package data

// Codes of the messages about data. Each is shown in testdata.
const (
	// CodeJSON: text that is not JSON, or a name twice in one object.
	CodeJSON = "bad-json"
	// CodeNesting: lists and objects nested too deeply.
	CodeNesting = "nesting"
	// CodeWrongType: a value of one kind where another is wanted.
	CodeWrongType = "wrong-type"
	// CodeNumberRange: a number that its type cannot hold.
	CodeNumberRange = "number-range"
	// CodeRagged: the rows of an array have different lengths.
	CodeRagged = "ragged-array"
	// CodeWrongShape: a dimension is not what its name or number says, or what
	// another parameter gives it.
	CodeWrongShape = "wrong-shape"
	// CodeUnknownShape: an empty array whose other dimensions nothing tells.
	CodeUnknownShape = "unknown-shape"
	// CodeGivenTwice: two sources have the same parameter.
	CodeGivenTwice = "given-twice"
	// CodeBadNPY: a .npy file that is not of its format, or has elements that are not read.
	CodeBadNPY = "bad-npy"
	// CodeBadNPZ: a .npz file that is no readable archive.
	CodeBadNPZ = "bad-npz"
	// CodeBadCSV: a table that is not of its format, or without a column that is named.
	CodeBadCSV = "bad-csv"
	// CodeNoArray: a type that has no form in these files.
	CodeNoArray = "no-array"
	// CodeMissing: a parameter is not given.
	CodeMissing = "missing-parameter"
	// CodeUnknownName: a name that is no parameter and no size (a warning).
	CodeUnknownName = "unknown-name"
)
