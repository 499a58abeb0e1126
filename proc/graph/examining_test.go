package graph_test

// A reason says why functions examine statements outside of this package. Each is written with its
// type, and with what it leaves of findings, numbers and answers.
type reason struct {
	why       string
	functions []string
}

// examining are the functions of each package that examine statements, and why. What can be found out
// about a procedure without them belongs in this package.
var examining = map[string][]reason{
	"fwd": {
		{"the rules of the forward derivative: which names have tangents", []string{"tangents.stmt: findings"}},
	},
	"internal/estimate": {
		{"bounds of values, statement by statement, from data", []string{"frame.stmt: findings"}},
		{"which arrays native code has in memory at once, by the code that it is", []string{"frameCounter.body", "frameCounter.stmt: findings numbers", "machine.inLanes: answers"}},
		{"where the parts of a trace come from, for what explain prints", []string{"makers.madeBy", "makers.part: numbers", "makers.traceOf: numbers", "packed", "watch.saw: findings"}},
	},
	"internal/faults": {
		{"the place of a mutation in a rule", []string{"changer.change: numbers"}},
	},
	"internal/gradcheck": {
		{"where a derivative that is infinite comes from", []string{"firstCall"}},
		{"where what is added up comes from, on the graph", []string{"onlyAdds: answers", "walker.follow: answers"}},
	},
	"interp": {
		{"the meaning of each statement", []string{"compiler.stmt: findings numbers"}},
	},
	"llvm": {
		{"the code of each statement", []string{"builder.stmt: findings"}},
		{"the zeros that a fold fills, where the code is written", []string{"builder.makesZeros: answers", "builder.unfilledBuild: findings answers", "foldOf"}},
		{"the elements that a fold sets and reads: short loops iteration by iteration, which a tree does not have, up to where an array is used otherwise; the trees of all folds take 18 times as long", []string{"follower.stmt: findings"}},
		{"the leaves of arrays that a function gives back, which are as many as native code makes of a type", []string{"tracer.stmt: findings"}},
		{"which arrays that are arguments may be one, for LLVM", []string{"module.aliases: findings"}},
		{"how long the code is, by the limits of LLVM", []string{"module.effortOf: numbers answers", "module.hasLoop: answers", "module.laneCode: numbers", "module.laneWork: numbers"}},
	},
	"loops": {
		{"a loop without the accumulators that nobody reads", []string{"eraser.procedure: findings"}},
		{"the loops that a procedure calls, by number", []string{"planner.walk", "sites"}},
		{"the calls to which the policy of a loop goes down", []string{"policies.branches: answers", "policies.follows: findings answers"}},
		{"the parts of a trace that an iteration leaves and takes", []string{"pruner.apart: findings", "pruner.branch: findings", "pruner.procedure: findings", "pruner.stmt: findings"}},
	},
	"loops/factor": {
		{"the transpose of a chain, as a procedure", []string{"Def: findings", "free", "writer.leaves", "writer.remains"}},
		{"whether what is between two values is linear, on the graph", []string{"chains.between: findings", "chains.covered: answers", "chains.fixed: findings", "chains.operands: numbers", "chains.zero: answers"}},
		{"what is wanted after linear parts are gone, on the graph", []string{"chains.live: findings", "liveness.mark: findings", "liveness.root: answers", "liveness.row: findings"}},
	},
	"lower": {
		{"a choice between arrays, as two views, before there are owners", []string{"choice.option: findings answers", "choice.remove: findings numbers", "chooser.binds: findings", "chooser.choose: findings"}},
		{"in which order arrays are consumed, before there are owners", []string{"consumed: findings", "consumesArray: answers", "mentioned: findings", "orderer.block: findings", "orderer.divide: findings answers", "orderer.note: findings"}},
		{"who owns an array, and where it is copied", []string{"copied", "owner.restored: findings", "owner.stmt: findings", "slots"}},
		{"the scopes that names of Θ are given, where they are mentioned", []string{"scoper.close: findings", "scoper.mention: findings", "scoper.stmt: findings"}},
		{"sizes that nobody uses, in what has been written", []string{"fn.withoutIdleSizes"}},
	},
	"pipeline": {
		{"what a program calls", []string{"calls", "Unit.ruleLines"}},
		{"what a run-time error is about: a use that is a misuse", []string{"misuses: answers"}},
	},
	"proc": {
		{"the names that a statement has, which all others ask for", []string{"Binds", "Bodies", "Branch.Binds", "Opened: findings answers", "Opens: answers", "Payloads", "Procedure.Binds", "Procedure.Calls", "Procedure.names", "RefsUsed", "Uses"}},
		{"a statement with other names", []string{"Mapper.Stmt", "renaming.stmt: findings answers"}},
		{"the text of a statement", []string{"Head", "flat", "printStmt"}},
		{"the types that a text leaves out", []string{"inference.infer: findings", "inference.place: findings"}},
	},
	"proc/argmax": {
		{"the parts of a search for a maximum, by their form", []string{"Of: findings answers", "Search.gives: answers", "Search.keeps: findings answers", "Search.numbered: findings"}},
	},
	"proc/cost": {
		{"the cost of a statement", []string{"Model.Of: numbers", "Stmt: numbers"}},
		{"the length of its code", []string{"Sizer.Of: findings", "Sizer.Stmt"}},
	},
	"proc/linear": {
		{"single use of what was written with any", []string{"linearizer.binds: findings", "linearizer.stmt: findings"}},
		{"the rules of simplification, on the graph", []string{
			"effectless: answers", "simplifier.copied: answers", "simplifier.eliminated: numbers answers", "simplifier.oneCopy", "simplifier.units", "simplifier.unpacked: numbers answers", "simplifier.visit",
		}},
	},
	"proof": {
		{"the term of the proof that a procedure is", []string{"writer.procedure: findings", "writer.stmt: findings"}},
		{"whether two procedures are alike but for names", []string{"renamer.stmt: findings"}},
	},
	"rev": {
		{"which names of a zone have cotangents", []string{"bindings: findings"}},
	},
	"split": {
		{"the rules of the figure", []string{"rename", "splitter.inline", "splitter.stmt: findings"}},
		{"zero and dead cotangents, on the graph", []string{"deadCotangents.find: findings", "deadCotangents.stmt: findings", "deadCotangents.unread: answers", "zeroCotangents.stmt: findings"}},
		{"the policies of the calls in a definition", []string{"findPolicies"}},
		{"what a trace keeps, and what its parts are computed from", []string{
			"Parts.calls: findings", "copied: findings", "newGiven: findings", "splitter.left: findings", "splitter.minimise: findings", "splitter.tagsOnly: findings", "unused: findings",
			"values.run: findings", "values.stmt: findings", "watcher.stmt: answers",
		}},
		{"Cases of a reverse pass in procedures of their own", []string{"hoist: findings answers", "splitter.whole: findings", "usesOf: findings answers"}},
		{"updates in place, as what they are transposed to", []string{"madeIn: findings", "rewriter.procedure", "updater.procedure: findings", "updating", "whole: answers"}},
	},
	"split/activity": {
		{"what is active, once, forwards, without uses: the graphs of the same procedures take as long", []string{"flow.open: findings", "flow.result: findings", "flow.stmt: findings"}},
		{"a procedure with the types of what is inactive", []string{"Mentioned: answers", "erase", "writer.stmt: findings"}},
	},
	"typecheck": {
		{"the typing rules", []string{"checker.statement: findings"}},
		{"what a definition calls, for recursion", []string{"callees"}},
	},
}
