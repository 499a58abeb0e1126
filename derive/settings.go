package derive

import "procad/optim"

// Settings are the optimisations that decide what a derived procedure is; all
// others change nothing of it.
var Settings = optim.Of(optim.Slim, optim.Remake, optim.Rules, optim.Tidy, optim.Fuse, optim.Keep, optim.Shapes,
	optim.TraceArrays, optim.Winner, optim.Outside, optim.Ints)
