(** nTimes{f} with stored traces (Figures 16 and 17):

        nTimes 0 s = s      nTimes (n+1) s = nTimes n (f s)

    F runs revf$f n times and keeps what each iteration leaves on a stack; R pops, from the
    last iteration to the first, and runs revr$f. *)
From Coq Require Import ZArith List Bool Ring.
From Procad Require Import Value Syntax Eval Reverse Context Spec Rows.
Import ListNotations.

Section Loop.
Context {A : ring}.
Add Ring numbers : (laws A).
Variable f : val A -> option (val A).
Variable tan : val A -> val A -> option (val A).
Variables fwd back : val A -> option (val A).

Fixpoint iterate (n : nat) (s : val A) : option (val A) :=
  match n with
  | O => Some s
  | S n' => match f s with Some s' => iterate n' s' | None => None end
  end.
Fixpoint titerate (n : nat) (s d : val A) : option (val A) :=
  match n with
  | O => Some d
  | S n' => match f s, tan s d with Some s', Some d' => titerate n' s' d' | _, _ => None end
  end.
(** A stack is (top, (…, ())). *)
Fixpoint iterate_fwd (n : nat) (s stack : val A) : option (val A) :=
  match n with
  | O => Some (pair_val s stack)
  | S n' =>
    match fwd s with
    | Some (VCons s' (VCons x VUnit)) => iterate_fwd n' s' (VCons x stack)
    | _ => None
    end
  end.
Fixpoint iterate_back (stack c : val A) : option (val A) :=
  match stack with
  | VUnit => Some c
  | VCons x stack' => match back (pair_val x c) with Some b => iterate_back stack' b | None => None end
  | _ => None
  end.

(** Of (n, s); a negative n is a run-time error. *)
Definition of_count {X} (v : val A) (k : nat -> val A -> option X) : option X :=
  match v with
  | VCons (VInt n) (VCons s VUnit) => if (n <? 0)%Z then None else k (Z.to_nat n) s
  | _ => None
  end.
Definition times (v : val A) : option (val A) := of_count v iterate.
Definition ttimes (v d : val A) : option (val A) :=
  match d with VCons _ (VCons d VUnit) => of_count v (fun n s => titerate n s d) | _ => None end.
Definition times_fwd (v : val A) : option (val A) := of_count v (fun n s => iterate_fwd n s VUnit).
Definition times_back (S : ty) (v : val A) : option (val A) :=
  match v with
  | VCons stack (VCons c VUnit) =>
    match iterate_back stack c with
    | Some b => Some (if disc S then VUnit else pair_val VUnit b)
    | None => None
    end
  | _ => None
  end.

Variables (S : ty) (x : ty).
Hypothesis body : transpose_of S S f tan x fwd back.

Lemma iterate_ok n : forall s w stack, hasty S s -> iterate n s = Some w ->
  hasty S w /\
  (forall d, tan_of S s d -> exists e, titerate n s d = Some e /\ tan_of S w e) /\
  exists stack', iterate_fwd n s stack = Some (pair_val w stack') /\
    forall c, cot_of S w c -> exists b, cot_of S s b /\ iterate_back stack' c = iterate_back stack b /\
      forall d e, tan_of S s d -> titerate n s d = Some e -> dot b d = dot c e.
Proof.
  induction n as [|n IH]; simpl; intros s w stack Ts E.
  - injection E as <-. split; [auto|]. split; [eauto|]. exists stack. split; [reflexivity|].
    intros c Hc. exists c. repeat split; auto. intros d e _ K. injection K as <-. reflexivity.
  - destruct (f s) as [s1|] eqn:Es; [|discriminate].
    destruct (body s s1 Ts Es) as (T1 & D1 & t & F1 & _ & R1).
    destruct (IH s1 w (VCons t stack) T1 E) as (Tw & Dw & stack' & Fw & Rw).
    split; [auto|]. split.
    { intros d Hd. destruct (D1 d Hd) as (d1 & -> & Hd1). auto. }
    exists stack'. rewrite F1. simpl. split; [exact Fw|].
    intros c Hc. destruct (Rw c Hc) as (b1 & Cb1 & E1 & Dot1). destruct (R1 b1 Cb1) as (b & Eb & Cb & Dot).
    exists b. split; [auto|]. split; [rewrite E1; simpl; simpl in Eb; rewrite Eb; reflexivity|].
    intros d e Hd Ed. destruct (D1 d Hd) as (d1 & Et & Hd1). rewrite Et in Ed.
    rewrite (Dot d d1 Hd Et). auto.
Qed.

(** Of a loop revf and revr are a transpose, if those of its body are. *)
Theorem times_ok y : y <> TUnit -> transpose_of (pair_ty TInt S) S times ttimes y times_fwd (times_back S).
Proof.
  intros Ny v w Tv E. destruct v as [| | |a v| |]; simpl in Tv; try tauto. destruct Tv as [Ta Tv].
  destruct a as [|z| | | |]; try tauto. destruct v as [| | |s u| |]; try tauto. destruct Tv as [Ts Tu].
  destruct u; try tauto. unfold times, ttimes, times_fwd, of_count in *. destruct (z <? 0)%Z; [discriminate|].
  destruct (iterate_ok (Z.to_nat z) s w VUnit Ts E) as (Tw & Dw & stack & Fw & Rw).
  split; [auto|]. split.
  { intros d Hd. destruct d as [| | |a d| |]; simpl in Hd; try tauto. destruct Hd as [_ Hd].
    destruct d as [| | |d u| |]; try tauto. destruct Hd as [Hd Hu]. destruct u; try tauto. auto. }
  exists stack. split; [exact Fw|]. split; [tauto|].
  intros c Hc. destruct (Rw c Hc) as (b & Cb & Eb & Dot).
  exists (if disc S then VUnit else pair_val VUnit b). unfold times_back. simpl. rewrite Eb. simpl.
  split; [reflexivity|]. split.
  { unfold cot_of. simpl. rewrite andb_true_r. destruct (disc S) eqn:D; [reflexivity|]. simpl.
    unfold cot_of in Cb. rewrite D in Cb. auto. }
  intros d e Hd Ed. destruct d as [| | |a d| |]; simpl in Hd; try tauto. destruct Hd as [_ Hd].
  destruct d as [| | |d u| |]; try tauto. destruct Hd as [Hd Hu]. destruct u; try tauto.
  pose proof (Dot d e Hd Ed) as K. destruct (disc S) eqn:D.
  - rewrite (cot_disc _ _ _ D Cb) in K. rewrite dot_unit in K |- *. exact K.
  - simpl. rewrite ?dot_unit, K. ring.
Qed.
End Loop.
