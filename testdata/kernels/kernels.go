// Package kernels has the texts of the kernels in this folder.
package kernels

import "embed"

// Files are the programs, by the names of their files.
//
//go:embed *.fun
var Files embed.FS
