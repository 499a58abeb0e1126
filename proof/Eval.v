(** What a procedure computes, and its forward derivative T[p]. *)
From Coq Require Import ZArith List Bool.
From Procad Require Import Value Syntax.
Import ListNotations.

Section Eval.
Context {A : ring} {V : Type} {names_V : names V}.

(** The values of variables. *)
Definition env := V -> option (val A).
Definition empty : env := fun _ => None.
Definition upd (r : env) (x : V) (v : val A) : env := fun y => if name_dec x y then Some v else r y.

Fixpoint getl (r : env) (l : list (tvar V)) : option (list (val A)) :=
  match l with
  | [] => Some []
  | x :: l' => match r (fst x), getl r l' with Some v, Some vs => Some (v :: vs) | _, _ => None end
  end.
Fixpoint setl (r : env) (l : list (tvar V)) (vs : list (val A)) : env :=
  match l, vs with
  | x :: l', v :: vs' => upd (setl r l' vs') (fst x) v
  | _, _ => r
  end.

(** The n parts of a tuple. *)
Fixpoint parts (n : nat) (v : val A) : option (list (val A)) :=
  match n, v with
  | O, VUnit => Some []
  | S n', VCons a b => match parts n' b with Some l => Some (a :: l) | None => None end
  | _, _ => None
  end.

Definition const_val (k : const) : val A :=
  match k with CReal b => VReal (bits A b) | CInt z => VInt z | CUnit => VUnit end.
Definition const_tan (k : const) : val A :=
  match k with CReal _ => VReal (k0 A) | CInt _ | CUnit => VUnit end.

(** What functions compute, and their derivatives at a value in a direction. *)
Variable fns : fn -> val A -> option (val A).
Variable tans : fn -> val A -> val A -> option (val A).

Definition single (v : option (val A)) : option (list (val A)) :=
  match v with Some v => Some [v] | None => None end.

(** What a statement binds, of what it consumes. *)
Definition sem (s : stmt V) (vs : list (val A)) : option (list (val A)) :=
  match s, vs with
  | Call _ f _, [v] => single (fns f v)
  | Const _ k, [] => Some [const_val k]
  | Elim _, [_] => Some []
  | Dup _ _, [v] => Some [pair_val v v]
  | Tuple _ _, _ => Some [tuple_val vs]
  | Untuple l _, [v] => parts (length l) v
  | Inl _ _, [v] => Some [VInl v]
  | Inr _ _, [v] => Some [VInr v]
  | _, _ => None
  end.

(** The tangents of what a statement binds, of the tangents ds of what it consumes. *)
Definition tsem (s : stmt V) (vs ds : list (val A)) : option (list (val A)) :=
  match s, vs, ds with
  | Call _ f _, [v], [d] => single (tans f v d)
  | Const _ k, [], [] => Some [const_tan k]
  | Elim _, [_], [_] => Some []
  | Dup _ _, [_], [d] => Some [pair_val d d]
  | Tuple _ _, _, _ => Some [tuple_val ds]
  | Untuple l _, [_], [d] => parts (length l) d
  | Inl _ _, [_], [d] => Some [VInl d]
  | Inr _ _, [_], [d] => Some [VInr d]
  | _, _, _ => None
  end.

Definition step (s : stmt V) (r : env) : option env :=
  match getl r (ins s) with
  | Some vs => match sem s vs with Some ws => Some (setl r (outs s) ws) | None => None end
  | None => None
  end.

Definition tstep (s : stmt V) (r t : env) : option env :=
  match getl r (ins s), getl t (ins s) with
  | Some vs, Some ds => match tsem s vs ds with Some es => Some (setl t (outs s) es) | None => None end
  | _, _ => None
  end.

Definition and_then {X Y} (o : option X) (f : X -> option Y) : option Y :=
  match o with Some x => f x | None => None end.

(** p(ρ) *)
Fixpoint eval (p : proc V) (r : env) : option env :=
  match p with
  | Done => Some r
  | Do s k => and_then (step s r) (eval k)
  | Case a x p y q k =>
    match r (fst a) with
    | Some (VInl v) => and_then (eval p (upd r (fst x) v)) (eval k)
    | Some (VInr v) => and_then (eval q (upd r (fst y) v)) (eval k)
    | _ => None
    end
  end.

(** T[p](ρ, ρ̇), where ρ is what the variables of Γ are before p, and the result the
    tangents of what they are after it. *)
Fixpoint teval (p : proc V) (r t : env) : option env :=
  match p with
  | Done => Some t
  | Do s k =>
    match step s r, tstep s r t with Some r', Some t' => teval k r' t' | _, _ => None end
  | Case a x p y q k =>
    match r (fst a), t (fst a) with
    | Some (VInl v), Some (VInl d) =>
      match eval p (upd r (fst x) v), teval p (upd r (fst x) v) (upd t (fst x) d) with
      | Some r', Some t' => teval k r' t'
      | _, _ => None
      end
    | Some (VInr v), Some (VInr d) =>
      match eval q (upd r (fst y) v), teval q (upd r (fst y) v) (upd t (fst y) d) with
      | Some r', Some t' => teval k r' t'
      | _, _ => None
      end
    | _, _ => None
    end
  end.

Lemma eval_app p q r : eval (app p q) r = and_then (eval p r) (eval q).
Proof.
  revert r. induction p; intros r; simpl; [reflexivity| |].
  - destruct (step s r); simpl; auto.
  - destruct (r (fst a)) as [[]|]; try reflexivity.
    + destruct (eval p1 (upd r (fst x) a0)); simpl; auto.
    + destruct (eval p2 (upd r (fst y) a0)); simpl; auto.
Qed.

(** A definition, run on its argument. *)
Definition run (d : def V) (v : val A) : option (val A) :=
  match eval (body d) (upd empty (fst (input d)) v) with
  | Some r => r (fst (output d))
  | None => None
  end.
Definition trun (d : def V) (v e : val A) : option (val A) :=
  match teval (body d) (upd empty (fst (input d)) v) (upd empty (fst (input d)) e) with
  | Some t => t (fst (output d))
  | None => None
  end.
End Eval.
Arguments env : clear implicits.
