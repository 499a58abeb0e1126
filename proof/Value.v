(** Types, values, tangents and cotangents. *)
From Coq Require Import ZArith List Bool Ring.
Import ListNotations.

(** The numbers: a commutative ring, so any field.  [bits] says which number a
    constant of a program is. *)
Record ring := {
  K : Type;
  k0 : K; k1 : K;
  kadd : K -> K -> K; kmul : K -> K -> K; ksub : K -> K -> K; kopp : K -> K;
  laws : ring_theory k0 k1 kadd kmul ksub kopp eq;
  bits : Z -> K; bits_zero : bits 0%Z = k0 }.

(** τ ::= Real | Int | () | (τ1, …, τn) | τ1 + τ2

    A tuple (τ1, …, τn) is TCons τ1 (… (TCons τn TUnit)). *)
Inductive ty := TReal | TInt | TUnit | TCons (a b : ty) | TSum (a b : ty).

Definition ty_dec (a b : ty) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

(** No Real is inside. *)
Fixpoint disc (t : ty) : bool :=
  match t with
  | TReal => false
  | TInt | TUnit => true
  | TCons a b | TSum a b => disc a && disc b
  end.

(** δReal = Real    δInt = δ() = ()    δ(τ1, …) = (δτ1, …)    δ(τ1 + τ2) = δτ1 + δτ2
    and () for whatever is discrete. *)
Fixpoint cot_parts (t : ty) : ty :=
  match t with
  | TReal => TReal
  | TInt | TUnit => TUnit
  | TCons a b => TCons (if disc a then TUnit else cot_parts a) (cot_parts b)
  | TSum a b => TSum (if disc a then TUnit else cot_parts a) (if disc b then TUnit else cot_parts b)
  end.
Definition cot (t : ty) : ty := if disc t then TUnit else cot_parts t.

Definition tuple_ty (ts : list ty) : ty := fold_right TCons TUnit ts.
Definition pair_ty (a b : ty) : ty := tuple_ty [a; b].

Section Values.
Context {A : ring}.
Add Ring numbers : (laws A).
Local Notation "x + y" := (kadd A x y).
Local Notation "x * y" := (kmul A x y).
Local Notation "0" := (k0 A).

Inductive val :=
  VReal (x : K A) | VInt (z : Z) | VUnit | VCons (a b : val) | VInl (a : val) | VInr (a : val).

Definition tuple_val (vs : list val) : val := fold_right VCons VUnit vs.
Definition pair_val (a b : val) : val := tuple_val [a; b].

(** v : t *)
Fixpoint hasty (t : ty) (v : val) : Prop :=
  match t, v with
  | TReal, VReal _ | TInt, VInt _ | TUnit, VUnit => True
  | TCons a b, VCons x y => hasty a x /\ hasty b y
  | TSum a _, VInl x => hasty a x
  | TSum _ b, VInr y => hasty b y
  | _, _ => False
  end.

(** d is a tangent at v : t, with the tags of v.  Every tuple and sum has one,
    also where it is discrete: then it has no number in it. *)
Fixpoint tan_of (t : ty) (v d : val) : Prop :=
  match t, v, d with
  | TReal, VReal _, VReal _ => True
  | TInt, VInt _, VUnit => True
  | TUnit, VUnit, VUnit => True
  | TCons a b, VCons x y, VCons c d => tan_of a x c /\ tan_of b y d
  | TSum a _, VInl x, VInl c => tan_of a x c
  | TSum _ b, VInr y, VInr d => tan_of b y d
  | _, _, _ => False
  end.

(** c : cot t conforms to v : t: the tags of c are those of v. *)
Fixpoint cot_parts_of (t : ty) (v c : val) : Prop :=
  match t, v, c with
  | TReal, VReal _, VReal _ => True
  | TInt, VInt _, VUnit => True
  | TUnit, VUnit, VUnit => True
  | TCons a b, VCons x y, VCons c d => (if disc a then c = VUnit else cot_parts_of a x c) /\ cot_parts_of b y d
  | TSum a _, VInl x, VInl c => if disc a then c = VUnit else cot_parts_of a x c
  | TSum _ b, VInr y, VInr d => if disc b then d = VUnit else cot_parts_of b y d
  | _, _, _ => False
  end.
Definition cot_of (t : ty) (v c : val) : Prop := if disc t then c = VUnit else cot_parts_of t v c.

(** ⟨c, d⟩ *)
Fixpoint dot (c d : val) : K A :=
  match c, d with
  | VReal x, VReal y => x * y
  | VCons a b, VCons x y => dot a x + dot b y
  | VInl a, VInl x | VInr a, VInr x => dot a x
  | _, _ => 0
  end.

(** The sum of two cotangents; there is none where tags differ. *)
Fixpoint addv (c d : val) : option val :=
  match c, d with
  | VReal x, VReal y => Some (VReal (x + y))
  | VUnit, VUnit => Some VUnit
  | VCons a b, VCons x y => match addv a x, addv b y with Some p, Some q => Some (VCons p q) | _, _ => None end
  | VInl a, VInl x => match addv a x with Some p => Some (VInl p) | None => None end
  | VInr a, VInr x => match addv a x with Some p => Some (VInr p) | None => None end
  | _, _ => None
  end.

(** The zero cotangent at v : t *)
Fixpoint zero_parts (t : ty) (v : val) : val :=
  match t, v with
  | TReal, _ => VReal 0
  | TCons a b, VCons x y => VCons (if disc a then VUnit else zero_parts a x) (zero_parts b y)
  | TSum a _, VInl x => VInl (if disc a then VUnit else zero_parts a x)
  | TSum _ b, VInr y => VInr (if disc b then VUnit else zero_parts b y)
  | _, _ => VUnit
  end.
Definition zerov (t : ty) (v : val) : val := if disc t then VUnit else zero_parts t v.

Lemma cot_of_cons a b x y c d :
  cot_parts_of (TCons a b) (VCons x y) (VCons c d) <-> cot_of a x c /\ cot_parts_of b y d.
Proof. reflexivity. Qed.

Lemma dot_unit d : dot VUnit d = 0.
Proof. destruct d; reflexivity. Qed.

Lemma cot_disc t v c : disc t = true -> cot_of t v c -> c = VUnit.
Proof. unfold cot_of; intros ->; auto. Qed.

(** Of what is discrete, tuples apart, the parts of a cotangent have no number in them. *)
Lemma parts_disc t : forall v c d, disc t = true -> cot_parts_of t v c -> dot c d = 0.
Proof.
  induction t; simpl; intros v c d H; try discriminate; try (destruct v, c; simpl; try tauto; reflexivity).
  - apply andb_prop in H as [H1 H2]. rewrite H1.
    destruct v, c; simpl; try tauto. intros [-> H]. destruct d; simpl; try reflexivity.
    rewrite ?dot_unit, (IHt2 _ _ _ H2 H). ring.
  - apply andb_prop in H as [H1 H2]. rewrite H1, H2.
    destruct v, c; simpl; try tauto; intros ->; destruct d; simpl; rewrite ?dot_unit; reflexivity.
Qed.

Lemma zero_parts_ok t : forall v, hasty t v -> cot_parts_of t v (zero_parts t v) /\ forall d, dot (zero_parts t v) d = 0.
Proof.
  induction t; intros v H; destruct v; simpl in *; try tauto; try (split; auto; fail).
  - split; [auto|]. intros []; try reflexivity. simpl. ring.
  - destruct H as [H1 H2]. destruct (IHt1 _ H1) as [C1 D1], (IHt2 _ H2) as [C2 D2].
    split; [destruct (disc t1); auto|]. intros []; try reflexivity.
    rewrite D2. destruct (disc t1); rewrite ?dot_unit, ?D1; ring.
  - destruct (IHt1 _ H) as [C1 D1].
    split; [destruct (disc t1); auto|]. intros []; try reflexivity.
    destruct (disc t1); [apply dot_unit | apply D1].
  - destruct (IHt2 _ H) as [C1 D1].
    split; [destruct (disc t2); auto|]. intros []; try reflexivity.
    destruct (disc t2); [apply dot_unit | apply D1].
Qed.

(** ⟨zero, d⟩ = 0 *)
Lemma zerov_ok t v : hasty t v -> cot_of t v (zerov t v) /\ forall d, dot (zerov t v) d = 0.
Proof.
  intros H. unfold zerov, cot_of. destruct (disc t).
  - split; [reflexivity | apply dot_unit].
  - apply zero_parts_ok; auto.
Qed.

Lemma add_parts_ok t : forall v c d, cot_parts_of t v c -> cot_parts_of t v d ->
  exists s, addv c d = Some s /\ cot_parts_of t v s /\ forall e, tan_of t v e -> dot s e = dot c e + dot d e.
Proof.
  induction t; intros v c d; destruct v; simpl; try tauto; destruct c; simpl; try tauto; destruct d; simpl; try tauto.
  - intros _ _. eexists; repeat split. intros []; simpl; try tauto. intros _. ring.
  - intros _ _. exists VUnit; repeat split. intros []; simpl; intros _; ring.
  - intros _ _. exists VUnit; repeat split. intros []; simpl; intros _; ring.
  - intros [H1 H2] [H3 H4].
    destruct (IHt2 _ _ _ H2 H4) as (s2 & -> & C2 & D2).
    assert (exists s, addv c1 d1 = Some s /\ (if disc t1 then s = VUnit else cot_parts_of t1 v1 s)
                      /\ forall e, tan_of t1 v1 e -> dot s e = dot c1 e + dot d1 e) as (s1 & -> & C1 & D1).
    { destruct (disc t1); [|apply IHt1; auto]. subst. exists VUnit. repeat split.
      intros e _. rewrite ?dot_unit. ring. }
    eexists; split; [reflexivity|]. split; [auto|]. intros []; simpl; try tauto. intros [E1 E2].
    rewrite (D1 _ E1), (D2 _ E2). ring.
  - destruct (disc t1).
    + intros -> ->. simpl. eexists; split; [reflexivity|]. split; [reflexivity|].
      intros []; simpl; try tauto. intros _. rewrite ?dot_unit. ring.
    + intros H1 H2. destruct (IHt1 _ _ _ H1 H2) as (s & -> & C & D).
      eexists; split; [reflexivity|]. split; [auto|]. intros []; simpl; try tauto. apply D.
  - destruct (disc t2).
    + intros -> ->. simpl. eexists; split; [reflexivity|]. split; [reflexivity|].
      intros []; simpl; try tauto. intros _. rewrite ?dot_unit. ring.
    + intros H1 H2. destruct (IHt2 _ _ _ H1 H2) as (s & -> & C & D).
      eexists; split; [reflexivity|]. split; [auto|]. intros []; simpl; try tauto. apply D.
Qed.

(** ⟨c + d, e⟩ = ⟨c, e⟩ + ⟨d, e⟩ *)
Lemma addv_ok t v c d : cot_of t v c -> cot_of t v d ->
  exists s, addv c d = Some s /\ cot_of t v s /\ forall e, tan_of t v e -> dot s e = dot c e + dot d e.
Proof.
  unfold cot_of. destruct (disc t).
  - intros -> ->. exists VUnit. repeat split. intros e _. rewrite ?dot_unit. ring.
  - apply add_parts_ok.
Qed.
End Values.
Arguments val : clear implicits.
