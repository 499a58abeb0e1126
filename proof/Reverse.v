(** Reverse translation (Figure 23, with Case and zeros):

        Γ ⊢ p ⊣ Δ     gives     Γ ⊢ F[p] ⊣ Δ, Υ     and     Δ̄, Υ ⊢ R[p] ⊣ Γ̄

    where variables of discrete types have no cotangent. *)
From Coq Require Import ZArith List Bool.
From Procad Require Import Value Syntax.
Import ListNotations.

(** The zero cotangent of a T is known from T alone: no sum with a Real is inside. *)
Definition is_tuple (t : ty) : bool := match t with TUnit | TCons _ _ => true | _ => false end.
Fixpoint static_parts (t : ty) : bool :=
  match t with
  | TReal | TUnit => true
  | TCons a b => (disc a || static_parts a) && is_tuple b && static_parts b
  | _ => false
  end.
Definition static (t : ty) : bool := disc t || static_parts t.

Section Reverse.
(** The type X of the trace of a function. *)
Variable trace_ty : fn -> ty.

Definition bar (a : tvar nat) : tvar var := (B (fst a), cot (snd a)).
Definition barred (a : tvar nat) : bool := negb (disc (snd a)).
Definition prim (a : tvar nat) : tvar var := (P (fst a), snd a).
Definition prims (l : list (tvar nat)) : list (tvar var) := map prim l.

(** Where a has no cotangent, t is what R has instead, a (). *)
Definition bar_or (t : var) (a : tvar nat) : tvar var := if barred a then bar a else (t, TUnit).
Definition unit (t : var) : stmt var := Tuple (t, TUnit) [].

Definition only (c : bool) (p : proc var) : proc var := if c then p else Done.
Definition as_it_is (s : stmt nat) : proc var := one (map_stmt P s).

(** What makes the static zero of a type, under names TC i x, TC (i+1) x, …

    a = Const 0     or     z1 = 0 ; … ; a = (z1, …) *)
Fixpoint zero_parts_of (x : nat) (t : ty) (i : nat) : nat * proc var * list (tvar var) :=
  match t with
  | TCons a b =>
    let z := (TC i x, a) in
    let '(j, p) :=
      match a with
      | TReal => (S i, one (Const z (CReal 0)))
      | TCons _ _ => let '(j, p, l) := zero_parts_of x a (S i) in (j, app p (one (Tuple z l)))
      | _ => (S i, one (Tuple z []))
      end in
    let '(k, q, l) := zero_parts_of x b j in
    (k, app p q, z :: l)
  | _ => (i, Done, [])
  end.
Definition zero_of (a : tvar nat) : proc var :=
  match cot (snd a) with
  | TReal => one (Const (bar a) (CReal 0))
  | TCons _ _ as t => let '(_, p, l) := zero_parts_of (fst a) t 0 in app p (one (Tuple (bar a) l))
  | _ => one (Tuple (bar a) [])
  end.

(** b̄ of ā where ā : δA + δB is known to be on the left, or on the right. *)
Definition from_left (a b : tvar nat) (r : ty) : proc var :=
  let z := (TC 0 (fst b), r) in
  Case (bar a) (bar b) Done z (one (Call (bar b) (Unreachable r (snd (bar b))) z)) Done.
Definition from_right (a b : tvar nat) (l : ty) : proc var :=
  let z := (TC 0 (fst b), l) in
  Case (bar a) z (one (Call (bar b) (Unreachable l (snd (bar b))) z)) (bar b) Done Done.

Definition part_cot (t : ty) : ty := if disc t then TUnit else cot t.
Definition left_cot (t : ty) : ty := match cot t with TSum l _ => l | _ => TUnit end.
Definition right_cot (t : ty) : ty := match cot t with TSum _ r => r | _ => TUnit end.

(** The cotangents of the parts of a tuple; a part without one has a () under a name of its own. *)
Fixpoint part_bars (name : nat -> var) (i : nat) (l : list (tvar nat)) : list (tvar var) :=
  match l with
  | [] => []
  | a :: l' => bar_or (name i) a :: part_bars name (S i) l'
  end.
Fixpoint part_units (mk : var -> stmt var) (name : nat -> var) (i : nat) (l : list (tvar nat)) : list (stmt var) :=
  match l with
  | [] => []
  | a :: l' => (if barred a then [] else [mk (name i)]) ++ part_units mk name (S i) l'
  end.
Fixpoint doing (l : list (stmt var)) : proc var :=
  match l with [] => Done | s :: l' => Do s (doing l') end.
Definition drop (x : var) : stmt var := Elim (x, TUnit).

(** b = Call f a where b̄ has nothing to say, and 0 : cot S is known from S *)
Definition silent (b a : tvar nat) : bool := disc (snd b) && static (snd a).
Definition traced (f : fn) : bool := negb (eqty (trace_ty f) TUnit).

(** F[s] *)
Definition fwd_row (s : stmt nat) : proc var :=
  match s with
  (* b = Call f a        (b, t) = Call revf$f a *)
  | Call b f a =>
    if silent b a then as_it_is s
    else
      let bt := (TB 0 (fst b), pair_ty (snd b) (trace_ty f)) in
      let t := (TB 1 (fst b), trace_ty f) in
      Do (Call bt (RevF f) (prim a)) (Do (Untuple [prim b; t] bt) (only (negb (traced f)) (one (Elim t))))
  (* Elim a              nothing, where a goes into the trace *)
  | Elim a => only (static (snd a)) (as_it_is s)
  | _ => as_it_is s
  end.

(** Υ of a statement. *)
Definition trace_row (s : stmt nat) : list (tvar var) :=
  match s with
  | Call b f a => if silent b a then [] else if traced f then [(TB 1 (fst b), trace_ty f)] else []
  | Elim a => if static (snd a) then [] else [prim a]
  | _ => []
  end.

(** R[s] *)
Definition rev_row (s : stmt nat) : proc var :=
  match s with
  (* b = Call f a        ā = Call revr$f (t, b̄) *)
  | Call b f a =>
    if silent b a then only (barred a) (zero_of a)
    else
      let t := (TB 1 (fst b), trace_ty f) in
      let bbar := bar_or (TB 3 (fst b)) b in
      let abar := bar_or (TC 0 (fst a)) a in
      let tb := (TB 2 (fst b), pair_ty (trace_ty f) (cot (snd b))) in
      app (only (negb (traced f)) (one (Tuple t [])))
        (app (only (negb (barred b)) (one (unit (TB 3 (fst b)))))
          (Do (Tuple tb [t; bbar]) (Do (Call abar (RevR f) tb) (only (negb (barred a)) (one (Elim abar))))))
  (* a = Const k         Elim ā *)
  | Const a _ => only (barred a) (one (Elim (bar a)))
  (* Elim a              ā = Const 0      or      ā = Call zero a *)
  | Elim a =>
    if static (snd a) then only (barred a) (zero_of a) else one (Call (bar a) (ZeroOf (snd a)) (prim a))
  (* t = Dup s           s̄ = Call add t̄ *)
  | Dup t s => only (barred s) (one (Call (bar s) (AddOf (snd s)) (bar t)))
  (* b = (a1, …, an)     (ā1, …, ān) = b̄ *)
  | Tuple b l =>
    only (barred b)
      (Do (Untuple (part_bars (fun i => TB i (fst b)) 0 l) (bar b))
          (doing (rev (part_units drop (fun i => TB i (fst b)) 0 l))))
  (* (a1, …, an) = b     b̄ = (ā1, …, ān) *)
  | Untuple l b =>
    only (barred b)
      (app (doing (part_units unit (fun i => TC i (fst b)) 0 l))
           (one (Tuple (bar b) (part_bars (fun i => TC i (fst b)) 0 l))))
  (* a = Inl b           Case ā (Inl b̄) (Inr z (b̄ = Call unreachable z)) *)
  | Inl a b =>
    only (barred a) (if barred b then from_left a b (right_cot (snd a)) else one (Elim (bar a)))
  (* a = Inr b           Case ā (Inl z (b̄ = Call unreachable z)) (Inr b̄) *)
  | Inr a b =>
    only (barred a) (if barred b then from_right a b (left_cot (snd a)) else one (Elim (bar a)))
  end.

(** u = (Υ); a trace of one variable is that variable. *)
Definition packed (u : list (tvar var)) : ty := match u with [x] => snd x | _ => types u end.
Definition pack_as (x : var) (u : list (tvar var)) : tvar var := match u with [y] => y | _ => (x, packed u) end.
Definition pack (x : var) (u : list (tvar var)) : proc var :=
  match u with [_] => Done | _ => one (Tuple (x, packed u) u) end.
(** (Υ) = u *)
Definition unpack (x : var) (u : list (tvar var)) : proc var :=
  match u with [_] => Done | _ => one (Untuple u (x, packed u)) end.

Definition is_done (p : proc var) : bool := match p with Done => true | _ => false end.
Definition is_nil {X} (l : list X) : bool := match l with [] => true | _ => false end.

(** z̄ = Inl x̄ *)
Definition inject (inj : tvar var -> tvar var -> stmt var) (a x : tvar nat) : proc var :=
  if barred a then
    app (only (negb (barred x)) (one (unit (TC 3 (fst a)))))
        (one (inj (bar a) (bar_or (TC 3 (fst a)) x)))
  else Done.

(** F, Υ and R of  Case a (Inl x p) (Inr y q),  of those of p and q

    F: Case a (Inl x (F[p] ; u = (Υp) ; t = Inl u)) (Inr y (F[q] ; u = (Υq) ; t = Inr u))     Υ: t
    R: Case t (Inl u ((Υp) = u ; R[p] ; ā = Inl x̄)) (Inr u ((Υq) = u ; R[q] ; ā = Inr ȳ)) *)
Section Branches.
Variables a x y : tvar nat.
Variables fp fq : proc var.
Variables up uq : list (tvar var).
Variables rp rq : proc var.

(** R has nothing to do. *)
Definition idle : bool := is_done rp && is_done rq && is_nil up && is_nil uq && negb (barred a).

Definition case_tag : tvar var := (TC 0 (fst a), TSum (packed up) (packed uq)).

Definition fwd_case : proc var :=
  if idle then Case (prim a) (prim x) fp (prim y) fq Done
  else
    Case (prim a)
      (prim x) (app fp (app (pack (TC 1 (fst a)) up) (one (Inl case_tag (pack_as (TC 1 (fst a)) up)))))
      (prim y) (app fq (app (pack (TC 2 (fst a)) uq) (one (Inr case_tag (pack_as (TC 2 (fst a)) uq))))) Done.

Definition trace_case : list (tvar var) := if idle then [] else [case_tag].

Definition rev_case : proc var :=
  if idle then Done
  else
    Case case_tag
      (pack_as (TC 1 (fst a)) up) (app (unpack (TC 1 (fst a)) up) (app rp (inject Inl a x)))
      (pack_as (TC 2 (fst a)) uq) (app (unpack (TC 2 (fst a)) uq) (app rq (inject Inr a y))) Done.
End Branches.

(** p1 ; p2      F: F[p1] ; F[p2]      Υ: Υ1, Υ2      R: R[p2] ; R[p1] *)
Fixpoint trans (p : proc nat) : proc var * list (tvar var) * proc var :=
  match p with
  | Done => (Done, [], Done)
  | Do s k =>
    let '(f, u, r) := trans k in (app (fwd_row s) f, trace_row s ++ u, app r (rev_row s))
  | Case a x p y q k =>
    let '(fp, up, rp) := trans p in
    let '(fq, uq, rq) := trans q in
    let '(f, u, r) := trans k in
    (app (fwd_case a x y fp fq up uq rp rq) f,
     trace_case a up uq rp rq ++ u,
     app r (rev_case a x y up uq rp rq))
  end.

(** revf$f : S → (T, X)

    s : S ⊢ F[p] ; x = (Υ) ; o = (t, x) ⊣ o : (T, X) *)
Definition fwd_def (d : def nat) : def var :=
  let '(f, u, _) := trans (body d) in
  let t := output d in
  let o := (TC 0 (fst t), pair_ty (snd t) (packed u)) in
  Def (RevF (name d)) (prim (input d))
    (app f (app (pack (TC 1 (fst t)) u) (one (Tuple o [prim t; pack_as (TC 1 (fst t)) u])))) o.

(** revr$f : (X, cot T) → cot S

    i : (X, cot T) ⊢ (x, t̄) = i ; (Υ) = x ; R[p] ⊣ s̄ : cot S *)
Definition rev_def (d : def nat) : def var :=
  let '(_, u, r) := trans (body d) in
  let t := output d in
  let s := input d in
  let i := (TC 0 (fst t), pair_ty (packed u) (cot (snd t))) in
  Def (RevR (name d)) i
    (Do (Untuple [pack_as (TC 1 (fst t)) u; bar t] i)
      (app (unpack (TC 1 (fst t)) u)
        (app (only (negb (barred t)) (one (Elim (bar t))))
          (app r (only (negb (barred s)) (one (unit (TC 2 (fst t)))))))))
    (bar_or (TC 2 (fst t)) s).

Definition trace_of (d : def nat) : ty := let '(_, u, _) := trans (body d) in packed u.
End Reverse.
