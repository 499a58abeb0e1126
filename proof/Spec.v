(** What is to be shown of F, Υ and R, and why it holds of a sequence if it holds
    of its parts. *)
From Coq Require Import ZArith List Bool Ring Permutation.
From Procad Require Import Value Syntax Eval Reverse Context.
Import ListNotations.

Section Spec.
Context {A : ring}.
Add Ring numbers : (laws A).
Variable fns : fn -> val A -> option (val A).
Variable tans : fn -> val A -> val A -> option (val A).
Implicit Types (st : state nat) (r t : env A nat) (rf s : env A var) (y : var) (n : nat).

(** n is bound, and n is consumed, between Γ and Δ. *)
Definition bound st st' n := ~ In n (seen st) /\ In n (seen st').
Definition consumed st st' n :=
  ~ In n (dom (ctx st')) /\ In n (seen st') /\ (In n (dom (ctx st)) \/ ~ In n (seen st)).

(** The names that F sets, those that R sets, and those that Υ has. *)
Definition set_by_f st st' y :=
  match y with P n | TB _ n => bound st st' n | TC _ n => consumed st st' n | B _ => False end.
Definition set_by_r st st' y :=
  match y with P n | B n | TC _ n => consumed st st' n | TB _ n => bound st st' n end.
Definition in_trace st st' y :=
  match y with P n | TC _ n => consumed st st' n | TB _ n => bound st st' n | B _ => False end.

Definition agree (l : list (tvar nat)) rf r := forall n, In n (dom l) -> rf (P n) = r n.

(** ev and tv are a procedure and T of it, from Γ to Δ.  If it computes ρ' from ρ:
    ρ' conforms to Δ; T is defined and conforms; F computes ρ' and leaves Υ; R, at
    cotangents that conform to ρ', is defined, gives cotangents that conform to ρ, and

        ⟨R Δ̄, Γ̇⟩ = ⟨Δ̄, T Γ̇⟩ *)
Definition spec st st' (ev : env A nat -> option (env A nat)) (tv : env A nat -> env A nat -> option (env A nat))
    (f : proc var) (u : list (tvar var)) (b : proc var) : Prop :=
  forall r r', conforms (ctx st) r -> ev r = Some r' ->
  conforms (ctx st') r' /\
  (forall n, ~ bound st st' n -> r' n = r n) /\
  (forall t, tangent (ctx st) r t ->
     exists t', tv r t = Some t' /\ tangent (ctx st') r' t' /\ forall n, ~ bound st st' n -> t' n = t n) /\
  (forall rf, agree (ctx st) rf r ->
     exists rf', eval fns f rf = Some rf' /\ agree (ctx st') rf' r' /\
       (forall y, ~ set_by_f st st' y -> rf' y = rf y) /\
       (forall y, In y (dom u) -> in_trace st st' y /\ rf' y <> None) /\
       forall s, cotangent (ctx st') r' s -> (forall y, In y (dom u) -> s y = rf' y) ->
         exists s', eval fns b s = Some s' /\ cotangent (ctx st) r s' /\
           (forall y, ~ set_by_r st st' y -> s' y = s y) /\
           forall t t', tangent (ctx st) r t -> tv r t = Some t' ->
             cdot (ctx st) s' t = cdot (ctx st') s t').

Lemma spec_done st : spec st st Some (fun _ t => Some t) Done [] Done.
Proof.
  intros r r' C H; injection H as <-.
  split; [auto|]. split; [auto|]. split; [eauto|].
  intros rf G. exists rf. simpl. repeat split; auto; try tauto.
  intros s D _. exists s. repeat split; auto. intros t t' _ E. injection E as <-. reflexivity.
Qed.

Section Between.
Variables a b c : state nat.
Hypothesis ab : ext a b.
Hypothesis bc : ext b c.

Lemma bound_l n : bound a b n -> bound a c n.
Proof. destruct bc. unfold bound. firstorder. Qed.
Lemma bound_r n : bound b c n -> bound a c n.
Proof. destruct ab. unfold bound. firstorder. Qed.
Lemma consumed_l n : consumed a b n -> consumed a c n.
Proof.
  destruct bc as (S & D & _). intros (H1 & H2 & H3). split; [|split]; auto.
  intros H. apply D in H as [H|H]; auto.
Qed.
Lemma consumed_r n : consumed b c n -> consumed a c n.
Proof.
  destruct ab as (S & D & _). intros (H1 & H2 & H3). split; [|split]; auto.
  destruct H3 as [H3|H3]; auto.
Qed.
Lemma set_by_f_l y : set_by_f a b y -> set_by_f a c y.
Proof. destruct y; simpl; auto using bound_l, consumed_l. Qed.
Lemma set_by_f_r y : set_by_f b c y -> set_by_f a c y.
Proof. destruct y; simpl; auto using bound_r, consumed_r. Qed.
Lemma set_by_r_l y : set_by_r a b y -> set_by_r a c y.
Proof. destruct y; simpl; auto using bound_l, consumed_l. Qed.
Lemma set_by_r_r y : set_by_r b c y -> set_by_r a c y.
Proof. destruct y; simpl; auto using bound_r, consumed_r. Qed.
Lemma in_trace_l y : in_trace a b y -> in_trace a c y.
Proof. destruct y; simpl; auto using bound_l, consumed_l. Qed.
Lemma in_trace_r y : in_trace b c y -> in_trace a c y.
Proof. destruct y; simpl; auto using bound_r, consumed_r. Qed.

(** What comes later does not touch the trace of what came before. *)
Lemma trace_not_f y : in_trace a b y -> ~ set_by_f b c y.
Proof. unfold in_trace, set_by_f, bound, consumed. destruct y; tauto. Qed.
Lemma trace_not_r y : in_trace a b y -> ~ set_by_r b c y.
Proof. unfold in_trace, set_by_r, bound, consumed. destruct y; tauto. Qed.
End Between.

(** F[p1] ; F[p2]      Υ1, Υ2      R[p2] ; R[p1] *)
Lemma spec_seq a b c e1 d1 f1 u1 b1 e2 d2 f2 u2 b2 :
  ext a b -> ext b c ->
  spec a b e1 d1 f1 u1 b1 -> spec b c e2 d2 f2 u2 b2 ->
  spec a c (fun r => and_then (e1 r) e2)
    (fun r t => match e1 r, d1 r t with Some r', Some t' => d2 r' t' | _, _ => None end)
    (app f1 f2) (u1 ++ u2) (app b2 b1).
Proof.
  intros ab bc S1 S2 r r2 C1 H. destruct (e1 r) as [r1|] eqn:E1; [|discriminate]. simpl in H.
  destruct (S1 r r1 C1 E1) as (C2 & N1 & T1 & F1).
  destruct (S2 r1 r2 C2 H) as (C3 & N2 & T2 & F2).
  split; [auto|]. split.
  { intros n Hn. rewrite N2, N1; auto; intros K; apply Hn; eauto using bound_l, bound_r. }
  split.
  { intros t Ht. destruct (T1 t Ht) as (t' & G1 & G2 & G3). rewrite G1.
    destruct (T2 t' G2) as (t'' & K1 & K2 & K3). exists t''. repeat split; auto.
    intros n Hn. rewrite K3, G3; auto; intros K; apply Hn; eauto using bound_l, bound_r. }
  intros rf G. destruct (F1 rf G) as (rf1 & L1 & G1 & W1 & U1 & R1).
  destruct (F2 rf1 G1) as (rf2 & L2 & G2 & W2 & U2 & R2).
  exists rf2. rewrite eval_app, L1. simpl. split; [auto|]. split; [auto|]. split.
  { intros y Hy. rewrite W2, W1; auto; intros K; apply Hy; eauto using set_by_f_l, set_by_f_r. }
  assert (K1 : forall y, In y (dom u1) -> rf2 y = rf1 y).
  { intros y Hy. apply W2. eapply trace_not_f, U1, Hy. }
  split.
  { intros y Hy. rewrite dom_app in Hy. apply in_app_or in Hy as [Hy|Hy].
    - rewrite K1 by auto. split; [eapply in_trace_l | ]; eauto; apply U1; auto.
    - split; [eapply in_trace_r|]; eauto; apply U2; auto. }
  intros s D Hu. rewrite dom_app in Hu.
  destruct (R2 s D) as (s1 & M1 & M2 & M3 & M4); [intros y Hy; apply Hu, in_or_app; auto|].
  destruct (R1 s1 M2) as (s2 & O1 & O2 & O3 & O4).
  { intros y Hy. rewrite M3, Hu, K1; auto.
    - apply in_or_app; auto.
    - eapply trace_not_r, U1, Hy. }
  exists s2. rewrite eval_app, M1. simpl. repeat split; auto.
  { intros y Hy. rewrite O3, M3; auto; intros K; apply Hy; eauto using set_by_r_l, set_by_r_r. }
  intros t t'' Ht K. destruct (T1 t Ht) as (t' & P1 & P2 & P3). rewrite P1 in K.
  rewrite (O4 t t'); auto.
Qed.

(** The same for what a statement consumes, i, and binds, o, only. *)
Definition row_set_by_f (i o : list (tvar nat)) y :=
  match y with P n | TB _ n => In n (dom o) | TC _ n => In n (dom i) | B _ => False end.
Definition row_set_by_r (i o : list (tvar nat)) y :=
  match y with P _ => False | B n | TC _ n => In n (dom i) | TB _ n => In n (dom o) end.
Definition row_in_trace (i o : list (tvar nat)) y :=
  match y with P n | TC _ n => In n (dom i) | TB _ n => In n (dom o) | B _ => False end.

Definition row_spec (i o : list (tvar nat)) (sm : list (val A) -> option (list (val A)))
    (tsm : list (val A) -> list (val A) -> option (list (val A)))
    (f : proc var) (u : list (tvar var)) (b : proc var) : Prop :=
  forall vs ws, length vs = length i -> hasty (types i) (tuple_val vs) -> sm vs = Some ws ->
  length ws = length o /\
  hasty (types o) (tuple_val ws) /\
  (forall ds, length ds = length i -> tan_of (types i) (tuple_val vs) (tuple_val ds) ->
     exists es, length es = length o /\ tsm vs ds = Some es /\ tan_of (types o) (tuple_val ws) (tuple_val es)) /\
  (forall rf, getl rf (prims i) = Some vs ->
     exists rf', eval fns f rf = Some rf' /\ getl rf' (prims o) = Some ws /\
       (forall y, ~ row_set_by_f i o y -> rf' y = rf y) /\
       (forall y, In y (dom u) -> row_in_trace i o y /\ rf' y <> None) /\
       forall s cs, bar_vals s o = Some cs -> cot_parts_of (types o) (tuple_val ws) (tuple_val cs) ->
         (forall y, In y (dom u) -> s y = rf' y) ->
         exists s' bs, eval fns b s = Some s' /\ bar_vals s' i = Some bs /\
           cot_parts_of (types i) (tuple_val vs) (tuple_val bs) /\
           (forall y, ~ row_set_by_r i o y -> s' y = s y) /\
           forall ds es, tan_of (types i) (tuple_val vs) (tuple_val ds) -> tsm vs ds = Some es ->
             dot (tuple_val bs) (tuple_val ds) = dot (tuple_val cs) (tuple_val es)).

Lemma getl_agree l : forall rf r vs, getl rf (prims l) = Some vs -> getl r l = Some vs -> agree l rf r.
Proof.
  induction l as [|x l IH]; simpl; intros rf r vs H H' n; simpl; [tauto|].
  destruct (rf (P (fst x))) eqn:E1; [|discriminate]. destruct (getl rf (prims l)) eqn:E2; [|discriminate].
  destruct (r (fst x)) eqn:E3; [|discriminate]. destruct (getl r l) eqn:E4; [|discriminate].
  injection H as <-. injection H' as <- <-. intros [<-|Hn]; [congruence|]. eapply IH; eauto.
Qed.

Section Lift.
Variables (st st' : state nat) (i o g : list (tvar nat)).
Hypothesis W : wf st.
Hypothesis before : Permutation (ctx st) (i ++ g).
Hypothesis after : Permutation (ctx st') (o ++ g).
Hypothesis seen_after : forall n, In n (seen st') <-> In n (dom o) \/ In n (seen st).
Hypothesis distinct : NoDup (dom o).
Hypothesis fresh : forall n, In n (dom o) -> ~ In n (seen st).

Lemma lift_before n : In n (dom (ctx st)) <-> In n (dom i) \/ In n (dom g).
Proof.
  rewrite <- in_app_iff, <- dom_app. apply dom_perm in before.
  split; apply Permutation_in; auto using Permutation_sym.
Qed.
Lemma lift_after n : In n (dom (ctx st')) <-> In n (dom o) \/ In n (dom g).
Proof.
  rewrite <- in_app_iff, <- dom_app. apply dom_perm in after.
  split; apply Permutation_in; auto using Permutation_sym.
Qed.
Lemma lift_nodup : NoDup (dom i ++ dom g).
Proof. rewrite <- dom_app. eapply Permutation_NoDup; [apply dom_perm, before | apply W]. Qed.
Lemma lift_disjoint n : In n (dom i) -> In n (dom g) -> False.
Proof.
  pose proof lift_nodup as N. induction (dom i) as [|m l IH]; simpl in *; [tauto|].
  inversion N; subst. intros [->|H]; auto. intros H'. apply H1, in_or_app; auto.
Qed.
Lemma lift_seen n : In n (dom i) \/ In n (dom g) -> In n (seen st).
Proof. intros H. apply W, lift_before, H. Qed.

Lemma lift_ext : ext st st'.
Proof.
  split; [|split].
  - intros n Hn. apply seen_after; auto.
  - intros n Hn. apply lift_after in Hn as [H|H]; auto. left. apply lift_before; auto.
  - split.
    + eapply Permutation_NoDup; [apply Permutation_sym, dom_perm, after|].
      rewrite dom_app. assert (Hg : NoDup (dom g)).
      { pose proof lift_nodup as N. induction (dom i); simpl in *; auto. inversion N; auto. }
      assert (D : forall n, In n (dom o) -> ~ In n (dom g)).
      { intros n Hn Hn'. apply (fresh n Hn), lift_seen; auto. }
      clear - distinct Hg D. induction (dom o) as [|m l IH]; simpl in *; auto.
      inversion distinct; subst. constructor; auto.
      rewrite in_app_iff. intros [H|H]; auto. apply (D m); auto.
    + intros n Hn. apply seen_after. apply lift_after in Hn as [H|H]; auto. right. apply lift_seen; auto.
Qed.

Lemma lift_bound n : In n (dom o) -> bound st st' n.
Proof. intros H. split; auto. apply seen_after; auto. Qed.
Lemma lift_consumed n : In n (dom i) -> consumed st st' n.
Proof.
  intros H. split; [|split].
  - intros K. apply lift_after in K as [K|K]; [apply (fresh n K), lift_seen; auto | eapply lift_disjoint; eauto].
  - apply seen_after. right. apply lift_seen; auto.
  - left. apply lift_before; auto.
Qed.

(** What holds of a statement alone holds of it in any Γ. *)
Lemma lift_row sm tsm f u b :
  row_spec i o sm tsm f u b ->
  spec st st'
    (fun r => match getl r i with
              | Some vs => match sm vs with Some ws => Some (setl r o ws) | None => None end
              | None => None end)
    (fun r t => match getl r i, getl t i with
                | Some vs, Some ds => match tsm vs ds with Some es => Some (setl t o es) | None => None end
                | _, _ => None end)
    f u b.
Proof.
  intros L r r' C H.
  assert (Ci : conforms i r). { intros x Hx. apply C. eapply Permutation_in; [apply Permutation_sym, before|]. apply in_or_app; auto. }
  assert (Cg : conforms g r). { intros x Hx. apply C. eapply Permutation_in; [apply Permutation_sym, before|]. apply in_or_app; auto. }
  destruct (conforms_getl i r Ci) as (vs & Ev & Tv). rewrite Ev in H.
  destruct (sm vs) as [ws|] eqn:Es; [|discriminate]. injection H as <-.
  destruct (L vs ws (getl_length _ _ _ Ev) Tv Es) as (Lw & Tw & TT & FF).
  assert (Eo : getl (setl r o ws) o = Some ws) by (apply getl_setl; auto).
  assert (go : forall x, In x g -> ~ In (fst x) (dom o)).
  { intros x Hx K. apply (fresh _ K), lift_seen. right. apply dom_in; auto. }
  assert (Er : forall x, In x g -> setl r o ws (fst x) = r (fst x)) by (intros; apply setl_other; auto).
  assert (NB : forall (q : env A nat) vs n, ~ bound st st' n -> setl q o vs n = q n).
  { intros q qs n Hn. apply setl_other. intros K. apply Hn, lift_bound; auto. }
  assert (after_in : forall x, In x (ctx st') -> In x o \/ In x g).
  { intros x Hx. apply in_app_or. eapply Permutation_in; eauto. }
  split.
  { intros x Hx. destruct (after_in x Hx) as [Ho|Hg].
    - eapply getl_conforms; eauto.
    - rewrite Er by auto. apply Cg; auto. }
  split; [intros; apply NB; auto|]. split.
  { intros t Ht.
    assert (Ti : tangent i r t). { intros x Hx. apply Ht. eapply Permutation_in; [apply Permutation_sym, before|]. apply in_or_app; auto. }
    destruct (tangent_getl i r t vs Ti Ev) as (ds & Ed & Td). rewrite Ev, Ed.
    destruct (TT ds (getl_length _ _ _ Ed) Td) as (es & Le & Ee & Te). rewrite Ee.
    exists (setl t o es). repeat split; auto.
    intros x Hx. destruct (after_in x Hx) as [Ho|Hg].
    - eapply (getl_tangent o); eauto. apply getl_setl; auto.
    - rewrite Er by auto. rewrite (setl_other o t) by auto. apply Ht.
      eapply Permutation_in; [apply Permutation_sym, before|]. apply in_or_app; auto. }
  intros rf G.
  assert (Efi : getl rf (prims i) = Some vs).
  { rewrite <- Ev. apply prims_getl. intros n Hn. apply G, lift_before; auto. }
  destruct (FF rf Efi) as (rf' & Ef & Eo' & Wf & Uf & RR).
  exists rf'. split; [auto|]. split.
  { intros n Hn. apply lift_after in Hn as [Hn|Hn].
    - eapply getl_agree; eauto.
    - rewrite Wf; [rewrite (setl_other o r)|].
      + apply G, lift_before; auto.
      + intros K. apply (fresh _ K), lift_seen; auto.
      + simpl. intros K. apply (fresh _ K), lift_seen; auto. }
  split.
  { intros y Hy. apply Wf. intros K. apply Hy. destruct y; simpl in *; auto using lift_bound, lift_consumed. }
  split.
  { intros y Hy. destruct (Uf y Hy) as [K1 K2]. split; auto.
    destruct y; simpl in *; auto using lift_bound, lift_consumed. }
  intros s D Hu.
  assert (Do : cotangent o (setl r o ws) s). { intros x Hx. apply D. eapply Permutation_in; [apply Permutation_sym, after|]. apply in_or_app; auto. }
  destruct (cotangent_bars o _ s ws Do Eo) as (cs & Ec & Tc).
  destruct (RR s cs Ec Tc Hu) as (s' & bs & Eb & Bb & Tb & Wb & Db).
  assert (gB : forall x, In x g -> s' (B (fst x)) = s (B (fst x))).
  { intros x Hx. apply Wb. simpl. intros K. eapply lift_disjoint; eauto. apply dom_in; auto. }
  exists s'. split; [auto|]. split.
  { intros x Hx. assert (Hx' : In x (i ++ g)) by (eapply Permutation_in; eauto).
    apply in_app_or in Hx' as [Hi|Hg].
    - eapply bars_cotangent; eauto.
    - destruct (D x) as (v & c & E1 & E2 & E3).
      { eapply Permutation_in; [apply Permutation_sym, after|]. apply in_or_app; auto. }
      exists v, c. rewrite Er in E1 by auto. repeat split; auto.
      rewrite (bar_val_ext s' s); auto. }
  split.
  { intros y Hy. apply Wb. intros K. apply Hy. destruct y; simpl in *; try tauto; auto using lift_bound, lift_consumed. }
  intros t t' Ht E. rewrite Ev in E.
  assert (Ti : tangent i r t). { intros x Hx. apply Ht. eapply Permutation_in; [apply Permutation_sym, before|]. apply in_or_app; auto. }
  destruct (tangent_getl i r t vs Ti Ev) as (ds & Ed & Td). rewrite Ed in E.
  destruct (tsm vs ds) as [es|] eqn:Ee; [|discriminate]. injection E as <-.
  destruct (TT ds (getl_length _ _ _ Ed) Td) as (es' & Le & Ee' & _).
  rewrite Ee in Ee'; injection Ee' as <-.
  rewrite (cdot_perm _ _ s' t before), (cdot_perm _ _ s (setl t o es) after), !cdot_app.
  rewrite (cdot_dot i s' t bs ds), (cdot_dot o s (setl t o es) cs es); auto; [|apply getl_setl; auto].
  rewrite (Db ds es) by auto. f_equal.
  apply cdot_ext; auto. intros x Hx. symmetry. apply setl_other; auto.
Qed.
End Lift.
End Spec.
