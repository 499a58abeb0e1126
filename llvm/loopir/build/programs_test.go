package build_test

import "flag"

var programs = flag.Int("programs", 8, "how many random programs of each kind TestRandom compares")
