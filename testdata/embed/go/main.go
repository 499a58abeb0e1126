// Prints the value and the gradient of gmm in alpha, mu, q and l. It is called with a
// library and data:
//
//	procad build gmm.fun --grad --wrt alpha,mu,q,l -o libgmm.so
//	go run . ./libgmm.so gmm.json
//
// gmm_grad is declared as in libgmm.h. A function that purego registers has at most 32
// parameters that are no float64: without the gradient in x, gmm_grad has 29.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"unsafe"

	"github.com/ebitengine/purego"
)

// A pcError is a pc_error.
type pcError struct {
	Kind, Line, Column, reserved int32
	A, B, Peak                   int64
	message                      uintptr
	Text                         [464]byte
}

var (
	newWorkspace  func() uintptr
	freeWorkspace func(uintptr)
	gmmGrad       func(
		alpha *float64, k int64, mu *float64, muK, muD int64, q *float64, qK, qD int64, l *float64, lK, lT int64, x *float64, n, d int64, m int64, gamma float64,
		value *float64, gradAlpha **float64, size0 *int64, gradMu **float64, size1, size2 *int64, gradQ **float64, size3, size4 *int64, gradL **float64, size5, size6 *int64,
		workspace uintptr, err *pcError) int32
)

func main() {
	library, err := purego.Dlopen(os.Args[1], purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		log.Fatal(err)
	}
	purego.RegisterLibFunc(&newWorkspace, library, "pc_workspace_new")
	purego.RegisterLibFunc(&freeWorkspace, library, "pc_workspace_free")
	purego.RegisterLibFunc(&gmmGrad, library, "gmm_grad")

	text, err := os.ReadFile(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	var data struct {
		Alpha       []float64
		Mu, Q, L, X [][]float64
		M           int64
		Gamma       float64
	}
	if err := json.Unmarshal(text, &data); err != nil {
		log.Fatal(err)
	}
	k, d, t, n := int64(len(data.Alpha)), int64(len(data.X[0])), int64(len(data.L[0])), int64(len(data.X))
	block := func(rows [][]float64) *float64 { return unsafe.SliceData(slices.Concat(rows...)) }

	workspace := newWorkspace() // has the arrays that come out, until the next call
	defer freeWorkspace(workspace)
	var value float64
	var alpha, mu, q, l *float64
	var sizes [7]int64
	var failure pcError
	if gmmGrad(&data.Alpha[0], k, block(data.Mu), k, d, block(data.Q), k, d, block(data.L), k, t, block(data.X), n, d, data.M, data.Gamma,
		&value, &alpha, &sizes[0], &mu, &sizes[1], &sizes[2], &q, &sizes[3], &sizes[4], &l, &sizes[5], &sizes[6], workspace, &failure) != 0 {
		log.Fatal(string(failure.Text[:slices.Index(failure.Text[:], 0)]))
	}
	fmt.Printf("%x\n", value)
	numbers(alpha, sizes[0])
	numbers(mu, sizes[1]*sizes[2])
	numbers(q, sizes[3]*sizes[4])
	numbers(l, sizes[5]*sizes[6])
}

// numbers prints n numbers, one a line.
func numbers(at *float64, n int64) {
	for _, x := range unsafe.Slice(at, n) {
		fmt.Printf("%x\n", x)
	}
}
