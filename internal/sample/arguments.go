package sample

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Arguments are the numbers that the C program of a kernel reads, from data as JSON: sizes, then arrays.
func Arguments(kernel string, text []byte) ([]byte, error) {
	var d map[string]any
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, err
	}
	size := func(name string) int { return len(d[name].([]any)) }
	width := func(name string) int { return len(d[name].([]any)[0].([]any)) }
	var b bytes.Buffer
	var put func(v any)
	put = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				put(e)
			}
		default:
			fmt.Fprintln(&b, v)
		}
	}
	var order []any
	switch kernel {
	case "gmm":
		order = []any{width("x"), size("alpha"), size("x"), d["m"], d["gamma"], d["alpha"], d["mu"], d["q"], d["l"], d["x"]}
	case "ba":
		order = []any{size("cams"), size("pts"), size("w"), d["cams"], d["pts"], d["w"], d["feat"], d["obs"]}
	case "lstm":
		order = []any{size("state") / 2, width("state"), size("sequence"), d["main_params"], d["extra_params"], d["state"], d["sequence"]}
	case "llsq":
		order = []any{d["n"], size("x"), d["x"]}
	case "lse":
		order = []any{size("x"), d["x"]}
	case "heat":
		order = []any{size("u0"), d["steps"], d["r"], d["u0"], d["kappa"], d["observed"]}
	case "burgers":
		order = []any{size("u0"), d["steps"], d["nu"], d["a"], d["dt"], d["dx"], d["u0"], d["observed"]}
	case "lorenz":
		order = []any{d["steps"], d["sigma"], d["rho"], d["beta"], d["dt"], d["start"], d["observed"]}
	case "nbody":
		order = []any{size("mass"), d["steps"], d["eps"], d["dt"], d["x0"], d["v0"], d["mass"], d["target"]}
	case "rnn":
		order = []any{size("b"), size("c"), size("sequence"), d["W"], d["U"], d["b"], d["V"], d["c"], d["h0"], d["sequence"]}
	case "nested":
		order = []any{size("u0"), d["steps"], d["sweeps"], d["r"], d["u0"], d["kappa"], d["observed"]}
	default:
		return nil, fmt.Errorf("there is no C program that reads the data of %s", kernel)
	}
	for _, v := range order {
		put(v)
	}
	return b.Bytes(), nil
}
