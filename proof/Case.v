(** The rule of Case. *)
From Coq Require Import ZArith List Bool Ring Permutation.
From Procad Require Import Value Syntax Eval Reverse Context Spec Parts Rows Branch.
Import ListNotations.

Section Case.
Context {A : ring}.
Variable fns : fn -> val A -> option (val A).
Variable tans : fn -> val A -> val A -> option (val A).
Variables (a x y : tvar nat) (l r : ty) (g : list (tvar nat)).
Variables (p q : proc nat) (fp fq : proc var) (up uq : list (tvar var)) (rp rq : proc var).
Variables st sp sq : state nat.
Let gone := filter (fun n => negb (mem n (dom (ctx sp)))) (seen sp).
Let sx := St (x :: g) (fst x :: seen st).
Let sy := St (y :: g) (fst y :: union (seen st) gone).
Let st' := St (ctx sp) (union (seen sp) (seen sq)).
Hypothesis W : wf st.
Hypothesis before : Permutation (ctx st) (a :: g).
Hypothesis sum : snd a = TSum l r.
Hypothesis x_type : snd x = l.
Hypothesis y_type : snd y = r.
Hypothesis x_fresh : ~ In (fst x) (seen st).
Hypothesis y_fresh : ~ In (fst y) (union (seen st) gone).
Hypothesis ext_p : ext sx sp.
Hypothesis ext_q : ext sy sq.
Hypothesis joined : Permutation (ctx sp) (ctx sq).
Hypothesis spec_p : spec fns sx sp (eval fns p) (teval fns tans p) fp up rp.
Hypothesis spec_q : spec fns sy sq (eval fns q) (teval fns tans q) fq uq rq.

Lemma case_wf : NoDup (dom g) /\ incl (dom g) (seen st) /\ ~ In (fst a) (dom g) /\ In (fst a) (seen st).
Proof.
  destruct W as [N I]. pose proof (dom_perm _ _ before) as P. simpl in P.
  pose proof (Permutation_NoDup P N) as N'. inversion N'; subst. repeat split; auto.
  - intros n Hn. apply I. eapply Permutation_in; [apply Permutation_sym, P | simpl; auto].
  - apply I. eapply Permutation_in; [apply Permutation_sym, P | simpl; auto].
Qed.

Lemma case_dom n : In n (dom (ctx st')) -> In n (dom g) \/ ~ In n (seen st).
Proof.
  intros H. destruct ext_p as (_ & D & _). destruct (D n H) as [[<-|K]|K]; auto.
  right. intros S. apply K. right; auto.
Qed.

Lemma case_ext : ext st st'.
Proof.
  destruct case_wf as (N & I & _ & _). split; [|split].
  - intros n Hn. apply in_or_union. left. apply (proj1 ext_p). right; auto.
  - intros n Hn. destruct (case_dom n Hn) as [H|H]; auto. left.
    eapply Permutation_in; [apply Permutation_sym, dom_perm, before | simpl; auto].
  - destruct ext_p as (_ & _ & W1 & W2). split; auto. intros n Hn. apply in_or_union. auto.
Qed.

Lemma case_a : consumed st st' (fst a).
Proof.
  destruct case_wf as (N & I & H1 & H2). split; [|split].
  - intros H. destruct (case_dom _ H); tauto.
  - apply (proj1 case_ext), H2.
  - left. eapply Permutation_in; [apply Permutation_sym, dom_perm, before | simpl; auto].
Qed.

Lemma case_x : bound st st' (fst x).
Proof. split; auto. apply in_or_union. left. apply (proj1 ext_p). left; auto. Qed.
Lemma case_y : bound st st' (fst y).
Proof. split; [intros H; apply y_fresh, in_or_union; auto|]. apply in_or_union. right. apply (proj1 ext_q). left; auto. Qed.
Lemma case_y_fresh : ~ In (fst y) (seen st).
Proof. apply case_y. Qed.

Lemma bound_p n : bound sx sp n -> bound st st' n.
Proof. intros [H1 H2]. split; [intros H; apply H1; right; auto | apply in_or_union; auto]. Qed.
Lemma bound_q n : bound sy sq n -> bound st st' n.
Proof. intros [H1 H2]. split; [intros H; apply H1; right; apply in_or_union; auto | apply in_or_union; auto]. Qed.
Lemma from_g n : In n (dom g) -> In n (dom (ctx st)).
Proof. intros H. eapply Permutation_in; [apply Permutation_sym, dom_perm, before | simpl; auto]. Qed.
Lemma consumed_p n : consumed sx sp n -> consumed st st' n.
Proof.
  intros (H1 & H2 & H3). split; [auto|]. split; [apply in_or_union; auto|].
  destruct H3 as [[<-|H3]|H3]; auto using from_g. right. intros H; apply H3; right; auto.
Qed.
Lemma consumed_q n : consumed sy sq n -> consumed st st' n.
Proof.
  intros (H1 & H2 & H3). split.
  { intros H. apply H1. eapply Permutation_in; [apply dom_perm, joined | auto]. }
  split; [apply in_or_union; auto|].
  destruct H3 as [[<-|H3]|H3]; auto using from_g, case_y_fresh. right. intros H; apply H3; right; apply in_or_union; auto.
Qed.

Lemma ctx_sum : exists l r, snd a = TSum l r.
Proof. eauto. Qed.

(** What branch_ok says of each branch. *)
Definition left_ok :=
  branch_ok fns true a x g st st' sx sp (eval fns p) (teval fns tans p) fp up rp W before eq_refl
    (Permutation_refl _) ctx_sum (eq_trans x_type (eq_sym (f_equal (side true) sum))) x_fresh case_x case_a
    bound_p consumed_p spec_p.
Definition right_ok :=
  branch_ok fns false a y g st st' sy sq (eval fns q) (teval fns tans q) fq uq rq W before eq_refl
    joined ctx_sum (eq_trans y_type (eq_sym (f_equal (side false) sum))) case_y_fresh case_y case_a
    bound_q consumed_q spec_q.

Definition case_eval (e : env A nat) : option (env A nat) :=
  match e (fst a) with
  | Some (VInl v) => eval fns p (upd e (fst x) v)
  | Some (VInr v) => eval fns q (upd e (fst y) v)
  | _ => None
  end.
Definition case_teval (e t : env A nat) : option (env A nat) :=
  match e (fst a), t (fst a) with
  | Some (VInl v), Some (VInl d) => teval fns tans p (upd e (fst x) v) (upd t (fst x) d)
  | Some (VInr v), Some (VInr d) => teval fns tans q (upd e (fst y) v) (upd t (fst y) d)
  | _, _ => None
  end.

Lemma idle_parts : idle a up uq rp rq = true ->
  rp = Done /\ rq = Done /\ up = [] /\ uq = [] /\ barred a = false.
Proof.
  unfold idle. destruct rp, rq, up, uq, (barred a); simpl; intros; try discriminate; auto.
Qed.

(** The two branches do the same, but for left or right. *)
Section Side.
Variable left : bool.
Let z := if left then x else y.
Let fz := if left then fp else fq.
Let uz := if left then up else uq.
Let rz := if left then rp else rq.
Let k := if left then TC 1 (fst a) else TC 2 (fst a).
Let tag := case_tag a up uq.

Lemma fwd_case_eval rf rf1 v : idle a up uq rp rq = false -> rf (P (fst a)) = Some (inj_val left v) ->
  eval fns fz (upd rf (P (fst z)) v) = Some rf1 ->
  eval fns (fwd_case a x y fp fq up uq rp rq) rf =
  match eval fns (pack k uz) rf1 with Some rf2 => eval fns (one (inj_stmt left tag (pack_as k uz))) rf2 | None => None end.
Proof.
  intros I E F. unfold fwd_case. rewrite I. cbn [eval fst snd prim]. rewrite E.
  subst z fz uz k tag. destruct left; cbn [inj_val inj_stmt] in *; rewrite eval_app, F; cbn [and_then];
    rewrite eval_app; destruct (eval fns (pack _ _) rf1) as [r'|]; simpl; try reflexivity;
    match goal with |- and_then ?o _ = _ => destruct o; reflexivity end.
Qed.

Lemma rev_case_eval s s1 pv : idle a up uq rp rq = false -> s (fst tag) = Some (inj_val left pv) ->
  eval fns (unpack k uz) (upd s (fst (pack_as k uz)) pv) = Some s1 ->
  eval fns (rev_case a x y up uq rp rq) s = eval fns (app rz (inject (inj_stmt left) a z)) s1.
Proof.
  intros I E F. unfold rev_case. rewrite I. cbn [eval].
  subst z fz uz rz k tag. destruct left; cbn [inj_val inj_stmt] in *; rewrite E, eval_app, F; cbn [and_then];
    match goal with |- and_then ?o _ = _ => destruct o; reflexivity end.
Qed.
End Side.

Lemma case_spec :
  spec fns st st' case_eval case_teval (fwd_case a x y fp fq up uq rp rq) (trace_case a up uq rp rq) (rev_case a x y up uq rp rq).
Proof.
  intros e e' C E. unfold case_eval in E. destruct (e (fst a)) as [[]|] eqn:Ea; try discriminate.
  - destruct (left_ok e a0 e' C Ea E) as (C' & N' & T' & F').
    split; [auto|]. split; [auto|]. split.
    { intros t Ht. destruct (T' t Ht) as (d & t' & K1 & K2 & K3 & K4). exists t'.
      unfold case_teval. rewrite Ea, K1. auto. }
    intros rf G. destruct (F' rf G) as (rf1 & L1 & L2 & L3 & L4 & L5).
    assert (Ga : rf (P (fst a)) = Some (VInl a0)).
    { rewrite G; auto. eapply Permutation_in; [apply Permutation_sym, dom_perm, before | simpl; auto]. }
    destruct (idle a up uq rp rq) eqn:I.
    + destruct (idle_parts I) as (-> & -> & -> & -> & Ba).
      exists rf1. unfold fwd_case, trace_case, rev_case. rewrite I. cbn [eval fst snd prim]. rewrite Ga, L1.
      split; [reflexivity|]. split; [auto|]. split; [auto|]. split; [simpl; tauto|].
      intros s D _. destruct (L5 s D) as (s' & M1 & M2 & M3 & M4); [simpl; tauto|].
      unfold inject in M1. rewrite Ba in M1. injection M1 as <-.
      exists s. split; [reflexivity|]. split; [auto|]. split; [auto|].
      intros t t' Ht Et. unfold case_teval in Et. rewrite Ea in Et.
      destruct (t (fst a)) as [[]|] eqn:Ta; try discriminate. eauto.
    + destruct (pack_unpack fns (TC 1 (fst a)) up rf1) as (pv & rf2 & P1 & P2 & P3 & _ & P4); [intros; apply L4; auto|].
      exists (upd rf2 (fst (case_tag a up uq)) (inj_val true pv)).
      rewrite (fwd_case_eval true rf rf1 a0 I Ga L1). cbv iota. rewrite P1, (inj_made fns true _ _ _ pv P2).
      split; [reflexivity|]. split.
      { intros n Hn. rewrite upd_other by discriminate. rewrite P3 by discriminate. auto. }
      split.
      { intros n Hn. rewrite upd_other, P3, L3; auto; intros K; subst n; apply Hn; apply case_a. }
      unfold trace_case. rewrite I. split.
      { intros n [<-|[]]. split; [apply case_a|]. simpl. rewrite upd_same. discriminate. }
      intros s D Hu.
      assert (St : s (fst (case_tag a up uq)) = Some (inj_val true pv)) by (rewrite Hu by (simpl; auto); apply upd_same).
      destruct (P4 s) as (s2 & Q1 & Q2 & Q3).
      assert (SB : forall n, s2 (B n) = s (B n)).
      { intros n. apply Q3; [discriminate|]. intros K. destruct (L4 _ K) as [[] _]. }
      destruct (L5 s2) as (s' & M1 & M2 & M3 & M4); auto.
      { intros n Hn. destruct (D n Hn) as (v & c & H1 & H2 & H3). exists v, c.
        rewrite (bar_val_ext s2 s) by apply SB. auto. }
      exists s'. rewrite (rev_case_eval true s s2 pv I St Q1). split; [exact M1|]. split; [auto|]. split.
      { intros n Hn. rewrite M3, Q3; auto.
        - intros ->. apply Hn. apply case_a.
        - intros K. apply L4 in K as [K _]. apply Hn. destruct n; simpl in *; tauto. }
      intros t t' Ht Et. unfold case_teval in Et. rewrite Ea in Et.
      destruct (t (fst a)) as [[]|] eqn:Ta; try discriminate. rewrite (M4 t t' a1 Ht Ta Et).
      apply cdot_ext; auto.
  - destruct (right_ok e a0 e' C Ea E) as (C' & N' & T' & F').
    split; [auto|]. split; [auto|]. split.
    { intros t Ht. destruct (T' t Ht) as (d & t' & K1 & K2 & K3 & K4). exists t'.
      unfold case_teval. rewrite Ea, K1. auto. }
    intros rf G. destruct (F' rf G) as (rf1 & L1 & L2 & L3 & L4 & L5).
    assert (Ga : rf (P (fst a)) = Some (VInr a0)).
    { rewrite G; auto. eapply Permutation_in; [apply Permutation_sym, dom_perm, before | simpl; auto]. }
    destruct (idle a up uq rp rq) eqn:I.
    + destruct (idle_parts I) as (-> & -> & -> & -> & Ba).
      exists rf1. unfold fwd_case, trace_case, rev_case. rewrite I. cbn [eval fst snd prim]. rewrite Ga, L1.
      split; [reflexivity|]. split; [auto|]. split; [auto|]. split; [simpl; tauto|].
      intros s D _. destruct (L5 s D) as (s' & M1 & M2 & M3 & M4); [simpl; tauto|].
      unfold inject in M1. rewrite Ba in M1. injection M1 as <-.
      exists s. split; [reflexivity|]. split; [auto|]. split; [auto|].
      intros t t' Ht Et. unfold case_teval in Et. rewrite Ea in Et.
      destruct (t (fst a)) as [[]|] eqn:Ta; try discriminate. eauto.
    + destruct (pack_unpack fns (TC 2 (fst a)) uq rf1) as (pv & rf2 & P1 & P2 & P3 & _ & P4); [intros; apply L4; auto|].
      exists (upd rf2 (fst (case_tag a up uq)) (inj_val false pv)).
      rewrite (fwd_case_eval false rf rf1 a0 I Ga L1). cbv iota. rewrite P1, (inj_made fns false _ _ _ pv P2).
      split; [reflexivity|]. split.
      { intros n Hn. rewrite upd_other by discriminate. rewrite P3 by discriminate. auto. }
      split.
      { intros n Hn. rewrite upd_other, P3, L3; auto; intros K; subst n; apply Hn; apply case_a. }
      unfold trace_case. rewrite I. split.
      { intros n [<-|[]]. split; [apply case_a|]. simpl. rewrite upd_same. discriminate. }
      intros s D Hu.
      assert (St : s (fst (case_tag a up uq)) = Some (inj_val false pv)) by (rewrite Hu by (simpl; auto); apply upd_same).
      destruct (P4 s) as (s2 & Q1 & Q2 & Q3).
      assert (SB : forall n, s2 (B n) = s (B n)).
      { intros n. apply Q3; [discriminate|]. intros K. destruct (L4 _ K) as [[] _]. }
      destruct (L5 s2) as (s' & M1 & M2 & M3 & M4); auto.
      { intros n Hn. destruct (D n Hn) as (v & c & H1 & H2 & H3). exists v, c.
        rewrite (bar_val_ext s2 s) by apply SB. auto. }
      exists s'. rewrite (rev_case_eval false s s2 pv I St Q1). split; [exact M1|]. split; [auto|]. split.
      { intros n Hn. rewrite M3, Q3; auto.
        - intros ->. apply Hn. apply case_a.
        - intros K. apply L4 in K as [K _]. apply Hn. destruct n; simpl in *; tauto. }
      intros t t' Ht Et. unfold case_teval in Et. rewrite Ea in Et.
      destruct (t (fst a)) as [[]|] eqn:Ta; try discriminate. rewrite (M4 t t' a1 Ht Ta Et).
      apply cdot_ext; auto.
Qed.
End Case.
