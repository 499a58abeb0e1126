package main

import (
	"fmt"
	"strconv"
	"strings"
)

// A numbersFlag is a list of whole numbers, with commas between. What is given
// takes the place of what list held before; a flag that is given twice adds up.
type numbersFlag struct {
	list  *[]int64
	given bool
}

func (n *numbersFlag) Set(text string) error {
	var list []int64
	for _, t := range strings.Split(text, ",") {
		i, err := strconv.ParseInt(strings.TrimSpace(t), 10, 64)
		if err != nil {
			return fmt.Errorf("%q is no whole number", t)
		}
		list = append(list, i)
	}
	if n.given {
		list = append(*n.list, list...)
	}
	*n.list, n.given = list, true
	return nil
}

func (n *numbersFlag) String() string {
	texts := make([]string, len(*n.list))
	for i, v := range *n.list {
		texts[i] = strconv.FormatInt(v, 10)
	}
	return strings.Join(texts, ",")
}

// Type is for the help of pflag.
func (n *numbersFlag) Type() string { return "numbers" }
