(** Definitions and programs.  A program is a list of definitions, each of which may
    call those before it. *)
From Coq Require Import ZArith List Bool Ring Permutation.
From Procad Require Import Value Syntax Eval Reverse Context Spec Parts Rows Branch Transpose Loop.
Import ListNotations.

Section Definitions.
Context {A : ring}.
Add Ring numbers : (laws A).
Variable L : library A.
Hypothesis good : transposes L.

(** No part of a trace has type (). *)
Lemma trace_not_unit p : forall x, In x (snd (fst (trans (trace_ty L) p))) -> snd x <> TUnit.
Proof.
  induction p as [|s k IH|a x p IHp y q IHq k IHk]; simpl; [tauto| |].
  - destruct (trans (trace_ty L) k) as [[f u] b]. simpl in *. intros z Hz.
    apply in_app_or in Hz as [Hz|Hz]; auto. destruct s; simpl in Hz; try tauto.
    + destruct (silent b0 a); [destruct Hz|]. unfold traced in Hz.
      destruct (eqty (trace_ty L f0) TUnit) eqn:E; simpl in Hz; [destruct Hz|]. destruct Hz as [<-|[]].
      simpl. intros K. unfold eqty in E. rewrite K in E. destruct (ty_dec TUnit TUnit); congruence.
    + destruct (static (snd a)) eqn:E; [destruct Hz|]. destruct Hz as [<-|[]]. simpl. intros K. rewrite K in E. discriminate.
  - destruct (trans (trace_ty L) p) as [[fp up] bp], (trans (trace_ty L) q) as [[fq uq] bq].
    destruct (trans (trace_ty L) k) as [[f u] b]. simpl in *. intros z Hz.
    apply in_app_or in Hz as [Hz|Hz]; auto. unfold trace_case in Hz.
    destruct (idle a up uq bp bq); [destruct Hz|]. destruct Hz as [<-|[]]. discriminate.
Qed.

Lemma packed_unit u : (forall x, In x u -> snd x <> TUnit) -> packed u = TUnit -> u = [].
Proof.
  destruct u as [|x [|y u]]; intros H E; auto; [|discriminate]. exfalso. apply (H x); simpl; auto.
Qed.

(** Of a definition f : S → T that is checked, revf$f and revr$f are a transpose:

        (f x, X) = revf$f x      and      ⟨revr$f (X, ȳ), ẋ⟩ = ⟨ȳ, T[f] x ẋ⟩ *)
Theorem definition_ok d : check_def (sig L) d = true ->
  forall v w, hasty (snd (input d)) v -> run (fns L) d v = Some w ->
  hasty (snd (output d)) w /\
  (forall e, tan_of (snd (input d)) v e ->
     exists e', trun (fns L) (tans L) d v e = Some e' /\ tan_of (snd (output d)) w e') /\
  exists x, run (fns L) (fwd_def (trace_ty L) d) v = Some (pair_val w x) /\
    (trace_of (trace_ty L) d = TUnit -> x = VUnit) /\
    forall c, cot_of (snd (output d)) w c ->
      exists b, run (fns L) (rev_def (trace_ty L) d) (pair_val x c) = Some b /\ cot_of (snd (input d)) v b /\
        forall e e', tan_of (snd (input d)) v e -> trun (fns L) (tans L) d v e = Some e' -> dot b e = dot c e'.
Proof.
  intros H v w Tv Rv. unfold check_def in H.
  set (st := St [input d] [fst (input d)]) in *.
  destruct (check (sig L) (body d) st) as [st'|] eqn:Ck; [|discriminate].
  assert (W : wf st). { split; simpl; [repeat constructor; auto | apply incl_refl]. }
  destruct (procedure L good (body d) st st' W Ck) as [E S].
  assert (Ctx : ctx st' = [output d]).
  { apply Permutation_length_1_inv. apply Permutation_sym, same_perm; [apply E | exact H]. }
  set (r := upd empty (fst (input d)) v). unfold run in Rv. fold r in Rv.
  destruct (eval (fns L) (body d) r) as [r'|] eqn:Ev; [|discriminate].
  assert (C : conforms (ctx st) r).
  { intros z [<-|[]]. exists v. split; [apply upd_same | exact Tv]. }
  destruct (S r r' C Ev) as (C' & N' & T' & F').
  assert (In_out : In (output d) (ctx st')) by (rewrite Ctx; simpl; auto).
  assert (Tw : hasty (snd (output d)) w). { destruct (C' _ In_out) as (w' & E1 & E2). rewrite Rv in E1; injection E1 as <-. auto. }
  assert (Tt : forall e, tan_of (snd (input d)) v e -> tangent (ctx st) r (upd empty (fst (input d)) e)).
  { intros e He z [<-|[]]. exists v, e. repeat split; auto; apply upd_same. }
  split; [auto|]. split.
  { intros e He. destruct (T' _ (Tt e He)) as (t' & K1 & K2 & K3).
    destruct (K2 _ In_out) as (w' & e' & M1 & M2 & M3). rewrite Rv in M1; injection M1 as <-.
    exists e'. unfold trun. fold r. rewrite K1. auto. }
  set (rf := upd (@empty A var) (P (fst (input d))) v).
  destruct (F' rf) as (rf' & L1 & L2 & L3 & L4 & L5).
  { intros n [<-|[]]. unfold rf, r. rewrite !upd_same. auto. }
  unfold fwd_def, rev_def, trace_of, fwd, trace, back in *.
  pose proof (trace_not_unit (body d)) as NU.
  destruct (trans (trace_ty L) (body d)) as [[f u] b]. simpl in L1, L4, L5, NU.
  destruct (pack_unpack (fns L) (TC 1 (fst (output d))) u rf') as (x & rf2 & P1 & P2 & P3 & P4 & P5); [intros; apply L4; auto|].
  exists x. split.
  { unfold run; simpl. fold rf. rewrite eval_app, L1. simpl. rewrite eval_app, P1. simpl. unfold step; simpl.
    rewrite P2, P3, L2 by (try discriminate; apply dom_in, In_out). rewrite Rv. simpl. rewrite upd_same. reflexivity. }
  split; [intros K; apply P4, packed_unit; auto|].
  intros c Hc.
  destruct (P5 (upd (upd (@empty A var) (TC 0 (fst (output d))) (pair_val x c)) (B (fst (output d))) c)) as (s & Q1 & Q2 & Q3).
  assert (Sb : s (B (fst (output d))) = Some c).
  { rewrite Q3; [apply upd_same | discriminate|]. intros K. destruct (L4 _ K) as [[] _]. }
  assert (Sc : bar_val s (output d) = Some c).
  { unfold bar_val. destruct (disc (snd (output d))) eqn:D; auto. rewrite (cot_disc _ _ _ D Hc). reflexivity. }
  destruct (L5 s) as (s' & M1 & M2 & M3 & M4); auto.
  { intros z Hz. rewrite Ctx in Hz. destruct Hz as [<-|[]]. exists w, c. auto. }
  assert (Ei : exists b, bar_val s' (input d) = Some b /\ cot_of (snd (input d)) v b).
  { destruct (M2 (input d)) as (v' & k & K1 & K2 & K3); [simpl; auto|].
    unfold r in K1. rewrite upd_same in K1. injection K1 as <-. eauto. }
  destruct Ei as (bv & B1 & B2). exists bv. split.
  { unfold run; simpl. unfold step; simpl. rewrite upd_same. simpl. rewrite eval_app, Q1. simpl. rewrite eval_app.
    assert (Ed : eval (fns L) (only (negb (barred (output d))) (one (Elim (bar (output d))))) s = Some s).
    { destruct (barred (output d)); [reflexivity|]. simpl. unfold step; simpl. rewrite Sb. reflexivity. }
    rewrite Ed. simpl. rewrite eval_app, M1. simpl. unfold bar_or.
    destruct (barred (input d)) eqn:Bi; simpl.
    - rewrite bar_val_barred in B1 by auto. exact B1.
    - unfold step; simpl. rewrite upd_same. rewrite bar_val_not in B1 by auto. exact B1. }
  split; [auto|].
  intros e e' He Et. unfold trun in Et. fold r in Et.
  destruct (teval (fns L) (tans L) (body d) r (upd empty (fst (input d)) e)) as [t'|] eqn:Ee; [|discriminate].
  pose proof (M4 _ t' (Tt e He) Ee) as D. rewrite Ctx in D. simpl in D.
  rewrite B1, Sc, Et, upd_same in D. simpl in D.
  transitivity (kadd A (dot bv e) (k0 A)); [ring|]. rewrite D. ring.
Qed.
End Definitions.

Section Programs.
Context {A : ring}.

Definition named (f : fn) : bool := match f with Name _ | Times _ => true | _ => false end.

(** The library with one more function g : S → T, its derivative, revf$g and revr$g. *)
Definition extend (L : library A) (g : fn) (S T : ty) (f : val A -> option (val A)) (tan : val A -> val A -> option (val A))
    (x : ty) (fwd back : val A -> option (val A)) : library A :=
  Library
    (fun h => if fn_dec h g then Some (S, T) else sig L h)
    (fun h => if fn_dec h g then f else if fn_dec h (RevF g) then fwd else if fn_dec h (RevR g) then back else fns L h)
    (fun h => if fn_dec h g then tan else tans L h)
    (fun h => if fn_dec h g then x else trace_ty L h).

Lemma extend_ok L g S T f tan x fwd back : transposes L -> named g = true ->
  transpose_of S T f tan x fwd back -> transposes (extend L g S T f tan x fwd back).
Proof.
  intros (G1 & G2 & G3) N H.
  assert (no : forall h, named h = false -> h <> g) by (intros h K ->; congruence).
  split; [|split].
  - intros t a b. simpl. destruct (fn_dec (AddOf t) g) as [e|_]; [destruct (no (AddOf t) eq_refl e)|].
    destruct (fn_dec (AddOf t) (RevF g)); [discriminate|].
    destruct (fn_dec (AddOf t) (RevR g)); [discriminate|]. exact (G1 t a b).
  - intros t v. simpl. destruct (fn_dec (ZeroOf t) g) as [e|_]; [destruct (no (ZeroOf t) eq_refl e)|].
    destruct (fn_dec (ZeroOf t) (RevF g)); [discriminate|].
    destruct (fn_dec (ZeroOf t) (RevR g)); [discriminate|]. exact (G2 t v).
  - intros h S' T' K. simpl in K. unfold transposed. simpl.
    destruct (fn_dec (RevF h) g) as [e|_]; [destruct (no (RevF h) eq_refl e)|].
    destruct (fn_dec (RevR h) g) as [e|_]; [destruct (no (RevR h) eq_refl e)|].
    destruct (fn_dec (RevR h) (RevF g)); [discriminate|].
    destruct (fn_dec h g) as [->|nh].
    + injection K as <- <-. split; [destruct g; simpl; auto; discriminate|].
      destruct (fn_dec (RevF g) (RevF g)); [|congruence].
      destruct (fn_dec (RevR g) (RevR g)); [|congruence]. exact H.
    + destruct (G3 h S' T' K) as [Ih Th]. split; auto.
      destruct (fn_dec h (RevF g)) as [->|_]; [destruct Ih|].
      destruct (fn_dec h (RevR g)) as [->|_]; [destruct Ih|].
      destruct (fn_dec (RevF h) (RevF g)) as [e|_]; [injection e as e; congruence|].
      destruct (fn_dec (RevR h) (RevR g)) as [e|_]; [injection e as e; congruence|].
      exact Th.
Qed.

Definition define (L : library A) (d : def nat) : library A :=
  extend L (name d) (snd (input d)) (snd (output d)) (run (fns L) d) (trun (fns L) (tans L) d)
    (trace_of (trace_ty L) d) (run (fns L) (fwd_def (trace_ty L) d)) (run (fns L) (rev_def (trace_ty L) d)).

Lemma define_ok L d : transposes L -> named (name d) = true -> check_def (sig L) d = true -> transposes (define L d).
Proof. intros G N C. apply extend_ok; auto. intros v w. apply definition_ok; auto. Qed.

(** nTimes{f} : (Int, S) → S of f : S → S.  The types here have no stacks: of the type of
    a trace it only matters that it is not (). *)
Definition loop (L : library A) (f : fn) (S : ty) : library A :=
  extend L (Times f) (pair_ty TInt S) S (times (fns L f)) (ttimes (fns L f) (tans L f))
    (pair_ty TInt (trace_ty L f)) (times_fwd (fns L (RevF f))) (times_back (fns L (RevR f)) S).

Lemma loop_ok L f S : transposes L -> sig L f = Some (S, S) -> transposes (loop L f S).
Proof.
  intros G K. apply extend_ok; auto. destruct G as (_ & _ & G3). destruct (G3 f S S K) as [_ Tf].
  eapply times_ok; [|discriminate]. exact Tf.
Qed.

(** A program: definitions, each checked, and loops of those before them. *)
Inductive item := Define (d : def nat) | Loop (f : fn).
Fixpoint load (L : library A) (p : list item) : option (library A) :=
  match p with
  | [] => Some L
  | Define d :: p' => if named (name d) && check_def (sig L) d then load (define L d) p' else None
  | Loop f :: p' =>
    match sig L f with
    | Some (s, t) => if eqty s t then load (loop L f s) p' else None
    | None => None
    end
  end.

(** The theorem, of programs. *)
Theorem program_ok p : forall L L', transposes L -> load L p = Some L' -> transposes L'.
Proof.
  induction p as [|[d|f] p IH]; simpl; intros L L' G H.
  - injection H as <-. exact G.
  - destruct (named (name d)) eqn:N; [|discriminate]. destruct (check_def (sig L) d) eqn:C; [|discriminate].
    exact (IH _ _ (define_ok L d G N C) H).
  - destruct (sig L f) as [[S T]|] eqn:K; [|discriminate]. destruct (eqty S T) eqn:E; [|discriminate].
    apply eqty_eq in E as <-. exact (IH _ _ (loop_ok L f S G K) H).
Qed.

(** Nothing is stuck: a program fails only where a primitive fails. *)
Definition total (L : library A) : Prop :=
  forall f S T, sig L f = Some (S, T) -> forall v, hasty S v -> fns L f v <> None.

Lemma sem_total L (s : stmt nat) vs : total L -> rule (sig L) s = true -> length vs = length (ins s) ->
  hasty (types (ins s)) (tuple_val vs) -> sem (fns L) s vs <> None.
Proof.
  intros Tot R Len H. destruct s; simpl in *; try (destruct vs as [|v [|]]; try discriminate).
  - destruct (sig L f) as [[S T]|] eqn:Sf; [|discriminate]. apply andb_prop in R as [R _]. apply eqty_eq in R.
    pose proof (Tot f S T Sf v) as K. rewrite <- R in K. destruct (fns L f v); [discriminate|].
    exfalso. apply K; auto. apply H.
  - apply andb_prop in R as [R _]. apply eqty_eq in R. destruct H as [H _]. simpl in H. rewrite R in H.
    destruct (hasty_tuple l v H) as (ws & _ & -> & _). discriminate.
Qed.

Theorem progress L : transposes L -> total L -> forall (p : proc nat) st st' r, wf st -> check (sig L) p st = Some st' ->
  conforms (ctx st) r -> eval (fns L) p r <> None.
Proof.
  intros good Tot. induction p as [|s k IH|a x p IHp y q IHq k IHk]; intros st st' r W H C.
  - discriminate.
  - pose proof (procedure L good (one s) st) as Ps. simpl in H, Ps.
    destruct (rule (sig L) s) eqn:R; [|discriminate].
    destruct (takes (ins s) (ctx st)) as [g|] eqn:T; [|discriminate].
    destruct (binds (outs s) (St g (seen st))) as [s1|] eqn:B; [|discriminate].
    destruct (Ps s1 W eq_refl) as [E S].
    destruct (step (fns L) s r) as [r1|] eqn:Es.
    + cbn [eval]. rewrite Es. cbn [and_then]. destruct (S r r1 C) as (C1 & _); [unfold one; simpl; rewrite Es; reflexivity|].
      exact (IH _ _ _ (proj2 (proj2 E)) H C1).
    + exfalso. unfold step in Es. apply takes_perm in T.
      destruct (conforms_getl (ins s) r) as (vs & Ev & Tv).
      { intros z Hz. apply C. eapply Permutation_in; [apply Permutation_sym, T | apply in_or_app; auto]. }
      rewrite Ev in Es. destruct (sem (fns L) s vs) eqn:K; [discriminate|].
      exact (sem_total L s vs Tot R (getl_length _ _ _ Ev) Tv K).
  - simpl in H. destruct (snd a) as [| | | |l t] eqn:Ea; try discriminate.
    destruct (take a (ctx st)) as [g|] eqn:T; [|discriminate]. apply take_perm in T.
    destruct (eqty (snd x) l && eqty (snd y) t) eqn:Et; [|discriminate].
    apply andb_prop in Et as [Ex Ey]. apply eqty_eq in Ex, Ey.
    destruct (bind x (St g (seen st))) as [sx|] eqn:Bx; [|discriminate].
    apply bind_spec in Bx as (X1 & X2 & X3).
    destruct (check (sig L) p sx) as [sp|] eqn:Cp; [|discriminate].
    set (gone := filter (fun n => negb (mem n (dom (ctx sp)))) (seen sp)) in H.
    destruct (bind y (St g (union (seen st) gone))) as [sy|] eqn:By; [|discriminate].
    apply bind_spec in By as (Y1 & Y2 & Y3).
    destruct (check (sig L) q sy) as [sq|] eqn:Cq; [|discriminate].
    destruct (same (ctx sp) (ctx sq)) eqn:J; [|discriminate].
    destruct sx as [cx nx], sy as [cy ny]. simpl in X1, X2, X3, Y1, Y2, Y3. subst cx nx cy ny.
    assert (Wg : NoDup (dom g) /\ incl (dom g) (seen st)).
    { destruct W as [N I]. pose proof (dom_perm _ _ T) as P. simpl in P. split.
      - apply (Permutation_NoDup P) in N. inversion N; auto.
      - intros n Hn. apply I. eapply Permutation_in; [apply Permutation_sym, P | simpl; auto]. }
    destruct Wg as [Wg1 Wg2].
    assert (Wx : wf (St (x :: g) (fst x :: seen st))).
    { split; simpl; [constructor; auto|]. intros n [<-|Hn]; simpl; auto. }
    assert (Wy : wf (St (y :: g) (fst y :: union (seen st) gone))).
    { split; simpl; [constructor; auto|]; [intros K; apply Y3, in_or_union; auto|].
      intros n [<-|Hn]; simpl; auto. right. apply in_or_union. auto. }
    destruct (procedure L good p _ _ Wx Cp) as [Ep Sp].
    destruct (procedure L good q _ _ Wy Cq) as [Eq Sq].
    assert (J' : Permutation (ctx sp) (ctx sq)) by (apply same_perm; [apply Ep | exact J]).
    assert (W' : wf (St (ctx sp) (union (seen sp) (seen sq)))).
    { destruct Ep as (_ & _ & N & I). split; auto. intros n Hn. apply in_or_union. auto. }
    destruct (C a) as (v & Ev & Tv); [eapply Permutation_in; [apply Permutation_sym, T | simpl; auto]|].
    assert (Cg : forall z w, ~ In (fst z) (seen st) -> hasty (snd z) w -> conforms (z :: g) (upd r (fst z) w)).
    { intros z w Hz Hw n [<-|Hn]; [exists w; rewrite upd_same; auto|].
      rewrite upd_other by (intros K; apply Hz; rewrite K; apply Wg2, dom_in, Hn).
      apply C. eapply Permutation_in; [apply Permutation_sym, T | simpl; auto]. }
    rewrite Ea in Tv. cbn [eval]. rewrite Ev. destruct v as [| | | |v|v]; simpl in Tv; try tauto.
    + assert (Cx : conforms (x :: g) (upd r (fst x) v)) by (apply Cg; [auto | rewrite Ex; auto]).
      pose proof (IHp _ _ _ Wx Cp Cx) as K. destruct (eval (fns L) p (upd r (fst x) v)) as [r'|] eqn:Er; [|tauto].
      destruct (Sp _ _ Cx Er) as (C' & _). exact (IHk _ _ _ W' H C').
    + assert (Hy : ~ In (fst y) (seen st)) by (intros K; apply Y3, in_or_union; auto).
      assert (Cy : conforms (y :: g) (upd r (fst y) v)) by (apply Cg; [auto | rewrite Ey; auto]).
      pose proof (IHq _ _ _ Wy Cq Cy) as K. destruct (eval (fns L) q (upd r (fst y) v)) as [r'|] eqn:Er; [|tauto].
      destruct (Sq _ _ Cy Er) as (C' & _). refine (IHk _ _ _ W' H _).
      intros z Hz. apply C'. eapply Permutation_in; eauto.
Qed.

(** A program of total primitives, without loops, computes a result of every argument. *)
Theorem program_total ds : forall L L', transposes L -> total L -> load L (map Define ds) = Some L' -> total L'.
Proof.
  induction ds as [|d ds IH]; simpl; intros L L' G Tot H.
  - injection H as <-. exact Tot.
  - destruct (named (name d)) eqn:N; [|discriminate]. destruct (check_def (sig L) d) eqn:Cd; [|discriminate].
    apply (IH (define L d) L'); [apply define_ok; auto | | exact H].
    intros f S T Sf v Hv. simpl in Sf |- *. destruct (fn_dec f (name d)) as [->|nf].
    + injection Sf as <- <-. unfold check_def in Cd.
      destruct (check (sig L) (body d) (St [input d] [fst (input d)])) as [st'|] eqn:Ck; [|discriminate].
      assert (W : wf (St [input d] [fst (input d)])). { split; simpl; [repeat constructor; auto | apply incl_refl]. }
      assert (C : conforms [input d] (upd (@empty A nat) (fst (input d)) v)).
      { intros z [<-|[]]. exists v. split; [apply upd_same | exact Hv]. }
      pose proof (progress L G Tot _ _ _ _ W Ck C) as K.
      destruct (procedure L G _ _ _ W Ck) as [E Sp]. unfold run.
      destruct (eval (fns L) (body d) (upd empty (fst (input d)) v)) as [r'|] eqn:Er; [|tauto].
      destruct (Sp _ _ C Er) as (C' & _).
      destruct (C' (output d)) as (w & Ew & _); [|congruence].
      eapply Permutation_in; [apply Permutation_sym, same_perm; [apply E | exact Cd] | simpl; auto].
    + destruct G as (_ & _ & G3). destruct (G3 f S T Sf) as [If _].
      destruct (fn_dec f (RevF (name d))) as [->|_]; [destruct If|].
      destruct (fn_dec f (RevR (name d))) as [->|_]; [destruct If|]. eapply Tot; eauto.
Qed.
End Programs.

