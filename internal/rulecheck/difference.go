package rulecheck

import (
	"math"
	"slices"

	"procad/internal/data"
)

func get(word *uint64) float64    { return math.Float64frombits(*word) }
func set(word *uint64, x float64) { *word = math.Float64bits(x) }

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// A difference is that of the two numbers, of those compared, that differ most.
type difference struct {
	size float64 // in units of the largest number
	name string  // of the numbers
	a, b float64
	note string // why some were not compared
}

// undefined is the note of numbers that are not finite where they are made of what the function computes.
const undefined = "automatic undefined"

// distance compares two values.
func distance(a, b data.Value, name string) difference {
	return listDistance([]data.Value{a}, []data.Value{b}, []string{name})
}

// listDistance compares values, which may have names, one by one. Where a is not finite nothing is compared.
func listDistance(a, b []data.Value, names []string) difference {
	var d difference
	var largest float64
	for i := range a {
		as, bs := leaves(a[i]), leaves(b[i])
		if len(as) != len(bs) {
			return difference{size: math.Inf(1)}
		}
		var words []string
		if names != nil {
			words = slices.Collect(data.RealNames(names[i], a[i]))
		}
		k := 0
		for j, x := range as {
			y := bs[j]
			if x.Kind != data.RealLeaf {
				if *x.Word != *y.Word {
					return difference{size: math.Inf(1), name: "a number that is no Real"}
				}
				continue
			}
			here := difference{size: math.Abs(get(x.Word) - get(y.Word)), a: get(x.Word), b: get(y.Word)}
			if words != nil {
				here.name = words[k]
			}
			k++
			if !finite(here.a) {
				d.note = undefined
				continue
			}
			if !finite(here.b) {
				here.size = math.Inf(1)
			} else {
				largest = max(largest, math.Abs(here.b))
			}
			largest = max(largest, math.Abs(here.a))
			if here.size > d.size {
				here.note = d.note
				d = here
			}
		}
	}
	if d.size > 0 {
		d.size /= largest
	}
	return d
}

// leaves are the numbers and tags of a value.
func leaves(v data.Value) (list []data.Leaf) {
	data.Walk(v, func(l data.Leaf) error {
		list = append(list, l)
		return nil
	})
	return list
}

// add adds a multiple of the Reals of y to those of x.
func add(x data.Value, times float64, y data.Value) {
	from := data.RealWords(y)
	for i, word := range data.RealWords(x) {
		set(word, get(word)+times*get(from[i]))
	}
}

// sizeOf is the largest |x| of Reals.
func sizeOf(list []data.Value) (size float64) {
	for _, v := range list {
		for _, word := range data.RealWords(v) {
			size = max(size, math.Abs(get(word)))
		}
	}
	return size
}

// product compares ⟨a, b⟩ with ⟨c, d⟩, in units of the sum of the sizes of their terms.
func product(a, b, c, d []data.Value) difference {
	left, size := dot(a, b)
	right, more := dot(c, d)
	out := difference{a: left, b: right}
	if !finite(left) || !finite(right) {
		out.note = "not finite"
	} else if left != right {
		out.size = math.Abs(left-right) / (size + more)
	}
	return out
}

func dot(a, b []data.Value) (sum, size float64) {
	for i := range a {
		ys := data.RealWords(b[i])
		for k, x := range data.RealWords(a[i]) {
			sum += get(x) * get(ys[k])
			size += math.Abs(get(x) * get(ys[k]))
		}
	}
	return sum, size
}
