package main

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// wellformed FILE demands that a file is well-formed XML, and a picture.
func wellformed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: wellformed FILE")
	}
	d := xml.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	root := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		ts.Check(err)
		if start, ok := token.(xml.StartElement); ok && root == "" {
			root = start.Name.Local
		}
	}
	if root != "svg" {
		ts.Fatalf("%s is no picture but %q", args[0], root)
	}
}
