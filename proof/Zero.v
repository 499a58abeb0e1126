(** What makes the static zero of a type does make it. *)
From Coq Require Import ZArith List Bool Lia.
From Procad Require Import Value Syntax Eval Reverse Context.
Import ListNotations.

Section Zero.
Context {A : ring}.
Variable fns : fn -> val A -> option (val A).

(** The zero of a cotangent type of Reals and tuples. *)
Fixpoint zero_tuple (t : ty) : val A :=
  match t with
  | TCons a b => VCons (match a with TReal => VReal (k0 A) | _ => zero_tuple a end) (zero_tuple b)
  | _ => VUnit
  end.
Definition zero_cot (t : ty) : val A := match t with TReal => VReal (k0 A) | _ => zero_tuple t end.

Lemma zero_parts_static t : forall v, static_parts t = true -> hasty t v -> zero_parts t v = zero_cot (cot_parts t).
Proof.
  induction t; intros v S H; try discriminate; destruct v; simpl in *; try tauto; try reflexivity.
  apply andb_prop in S as [S S3]. apply andb_prop in S as [S1 S2]. destruct H as [H1 H2].
  f_equal.
  - destruct (disc t1); [reflexivity|]. apply IHt1; auto.
  - rewrite (IHt2 _ S3 H2). destruct t2; try discriminate; reflexivity.
Qed.

Lemma zero_parts_made t : forall x i j p l, zero_parts_of x t i = (j, p, l) ->
  i <= j /\
  (forall y, In y (dom l) -> exists k, i <= k < j /\ y = TC k x) /\
  forall s, exists s' vs, eval fns p s = Some s' /\ getl s' l = Some vs /\ tuple_val vs = zero_tuple t /\
    forall y, (forall k, i <= k < j -> y <> TC k x) -> s' y = s y.
Proof.
  induction t as [| | |a IHa b IHb|]; intros x i j p l E; simpl in E;
    try (injection E as <- <- <-; split; [lia|]; split; [simpl; tauto|]; intros s; exists s, []; simpl; auto; fail).
  set (ma := match a with
             | TReal => (S i, one (Const (TC i x, a) (CReal 0)))
             | TCons _ _ => let '(j, p, l) := zero_parts_of x a (S i) in (j, app p (one (Tuple (TC i x, a) l)))
             | _ => (S i, one (Tuple (TC i x, a) []))
             end) in E.
  assert (M : i < fst ma /\ forall s : env A var, exists s', eval fns (snd ma) s = Some s' /\
            s' (TC i x) = Some (match a with TReal => VReal (k0 A) | _ => zero_tuple a end) /\
            forall y, (forall k, i <= k < fst ma -> y <> TC k x) -> s' y = s y).
  { assert (U : forall v, (i < S i) /\ forall s : env A var, exists s', Some (upd s (TC i x) v) = Some s' /\
            s' (TC i x) = Some v /\ forall y, (forall k, i <= k < S i -> y <> TC k x) -> s' y = s y).
    { intros v. split; [lia|]. intros s. eexists. split; [reflexivity|]. split; [apply upd_same|].
      intros y Hy. apply upd_other. intros <-. apply (Hy i); auto. }
    subst ma. destruct a.
    - destruct (U (VReal (k0 A))) as [U1 U2]. split; auto. intros s. destruct (U2 s) as (s' & E1 & E2 & E3).
      exists s'. unfold step; simpl. rewrite (bits_zero A). auto.
    - apply (U VUnit).
    - apply (U VUnit).
    - destruct (zero_parts_of x (TCons a1 a2) (S i)) as [[j' p'] l'] eqn:Ea.
      destruct (IHa x (S i) j' p' l' Ea) as (L & D & M). cbn [fst snd]. split; [lia|]. intros s.
      destruct (M s) as (s1 & vs & E1 & E2 & E3 & E4).
      exists (upd s1 (TC i x) (tuple_val vs)). rewrite eval_app, E1. simpl.
      unfold step; simpl. rewrite E2. split; [reflexivity|]. rewrite upd_same, E3. split; [reflexivity|].
      intros y Hy. rewrite upd_other; [|intros <-; apply (Hy i); [simpl; lia | auto]].
      apply E4. intros k Hk. apply Hy. simpl. lia.
    - apply (U VUnit). }
  destruct ma as [j1 p1]. destruct M as [L1 M1]. simpl in L1, M1.
  destruct (zero_parts_of x b j1) as [[k q] l'] eqn:Eb. injection E as <- <- <-.
  destruct (IHb x j1 k q l' Eb) as (L & D & M). split; [lia|]. split.
  { intros y [<-|Hy]; [exists i; simpl; split; [lia | auto]|].
    destruct (D y Hy) as (n & Hn & ->). exists n. split; [lia | auto]. }
  intros s. destruct (M1 s) as (s1 & E1 & E2 & E3). destruct (M s1) as (s2 & vs & F1 & F2 & F3 & F4).
  eexists s2, (_ :: vs). rewrite eval_app, E1. simpl. split; [exact F1|].
  rewrite F4, E2, F2; [|intros n Hn K; injection K; lia]. split; [reflexivity|]. split.
  - simpl. rewrite F3. reflexivity.
  - intros y Hy. rewrite F4, E3; auto; intros n Hn; apply Hy; lia.
Qed.

(** ā = Const 0 *)
Lemma zero_of_ok a v (s : env A var) : barred a = true -> static (snd a) = true -> hasty (snd a) v ->
  exists s', eval fns (zero_of a) s = Some s' /\ s' (B (fst a)) = Some (zerov (snd a) v) /\
    forall y, y <> B (fst a) -> (forall k, y <> TC k (fst a)) -> s' y = s y.
Proof.
  unfold barred, static, zero_of, bar, cot, zerov. destruct (disc (snd a)); [discriminate|].
  intros _ S H. rewrite (zero_parts_static _ _ S H).
  assert (U : forall v, exists s', Some (upd s (B (fst a)) v) = Some s' /\ s' (B (fst a)) = Some v /\
    forall y, y <> B (fst a) -> (forall k, y <> TC k (fst a)) -> s' y = s y).
  { intros w. eexists. split; [reflexivity|]. split; [apply upd_same|]. intros y Hy _. apply upd_other; auto. }
  destruct (cot_parts (snd a)) eqn:C.
  - simpl. unfold step; simpl. rewrite (bits_zero A). apply U.
  - apply (U VUnit).
  - apply (U VUnit).
  - destruct (zero_parts_of (fst a) (TCons t1 t2) 0) as [[j p] l] eqn:Z.
    destruct (zero_parts_made _ _ _ _ _ _ Z) as (_ & D & M1). destruct (M1 s) as (s1 & vs & E1 & E2 & E3 & E4).
    rewrite eval_app, E1. simpl. unfold step; simpl. rewrite E2, E3.
    eexists. split; [reflexivity|]. split; [apply upd_same|].
    intros y H1 H2. rewrite upd_other by auto. apply E4. auto.
  - apply (U VUnit).
Qed.
End Zero.
