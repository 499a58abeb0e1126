// Package proof ties the proof in this folder, which is in Coq, to the compiler: a
// definition becomes a Coq term, Coq computes whether it is well typed and its F and
// R, and what it prints is read again as definitions, to be compared with split.Figure.
//
//	proc.Def ──Report──▶ Coq ──coqc──▶ text ──Read──▶ proc.Def ──Alike── split.Figure
//
// docs/proof.md says what is proved.
package proof
