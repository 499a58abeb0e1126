// Package cse computes once what a program says several times.
//
//	E[e, …, e]  =  let x = e in E[x, …, x]
//
// for e that is a call, a sum, a maximum or an elementary function and has numbers
// as its result, if E evaluates one of them whenever it is evaluated, so that a run
// fails if and only if it failed. Where all arms of a case evaluate e, the case
// does. The result is the same to the last bit.
//
// The bodies of loops are for themselves: what they do not change is the business
// of package hoist.
package cse
