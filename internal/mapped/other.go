//go:build !unix

package mapped

import "os"

func mapFile(*os.File, int64) ([]byte, error) { return nil, errNotMapped }
