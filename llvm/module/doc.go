// Package module writes an LLVM module around its functions, whoever makes these.
//
//	functions (ir.Func) ──Print: sanitizers, checker, text──▶ the module, as they come
//	                                                          then what they point to: texts, tables, names of files
//	                                                          then what they call: the Runtime, functions of C
//	                                                          then what the marks of branches and loops mean
//
// A Body is a function that is being written, block after block. Two writers can print into one Module: a function of the runtime has one declaration, and a text one address.
package module
