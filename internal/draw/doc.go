// Package draw turns the numbers of experiments with checkpointed loops into SVG pictures: memory against time ([Pareto]), the schedule
// of one loop ([Schedule]), live bytes over time ([Live]), a quantity over two parameters ([Heat]), predictions beside
// measurements ([Compare]), quantities over one parameter ([Curves]) and several measurements of each of a list of programs ([Dots]).
//
// Each picture is a plain struct with a method Write. The same data give the same bytes. Data that cannot be drawn (none at all, NaN, a
// number below zero on a logarithmic axis) are an error; nothing is written then. A picture's size does not grow with its data: what would
// be smaller than a pixel is merged, and a line under the picture says so.
//
// A picture brings its own background, light or dark as the reader prefers, and needs no font, script or file beside it.
package draw
