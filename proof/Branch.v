(** Case: what holds of the procedure of a branch holds of the branch. *)
From Coq Require Import ZArith List Bool Ring Permutation.
From Procad Require Import Value Syntax Eval Reverse Context Spec Parts Rows.
Import ListNotations.

(** The left or the right side of a sum. *)
Definition inj_val {A : ring} (left : bool) : val A -> val A := if left then VInl else VInr.
Definition inj_stmt {V : Type} (left : bool) : tvar V -> tvar V -> stmt V := if left then Inl else Inr.
Definition side (left : bool) (t : ty) : ty := match t with TSum l r => if left then l else r | _ => t end.

Section Packing.
Context {A : ring}.
Variable fns : fn -> val A -> option (val A).

Lemma getl_bound (l : list (tvar var)) (r : env A var) : (forall y, In y (dom l) -> r y <> None) -> exists vs, getl r l = Some vs.
Proof.
  induction l as [|x l IH]; intros H; simpl; [eauto|].
  destruct IH as [vs ->]; [intros; apply H; simpl; auto|].
  destruct (r (fst x)) eqn:E; [eauto|]. destruct (H (fst x)); simpl; auto.
Qed.

Lemma setl_getl (l : list (tvar var)) (r : env A var) : forall s vs y, getl r l = Some vs -> In y (dom l) -> setl s l vs y = r y.
Proof.
  induction l as [|x l IH]; simpl; intros s vs y E; [tauto|].
  destruct (r (fst x)) eqn:Ex; [|discriminate]. destruct (getl r l) eqn:El; [|discriminate]. injection E as <-.
  intros H. unfold upd. destruct (name_dec (fst x) y) as [<-|N]; [auto|]. apply IH; auto. tauto.
Qed.

(** (Υ) = u gives back what u = (Υ) has taken. *)
Lemma pack_unpack k u (r : env A var) : (forall y, In y (dom u) -> r y <> None) ->
  exists x r', eval fns (pack k u) r = Some r' /\ r' (fst (pack_as k u)) = Some x /\
    (forall y, y <> k -> r' y = r y) /\ (u = [] -> x = VUnit) /\
    forall s, exists s', eval fns (unpack k u) (upd s (fst (pack_as k u)) x) = Some s' /\
      (forall y, In y (dom u) -> s' y = r y) /\ (forall y, y <> k -> ~ In y (dom u) -> s' y = s y).
Proof.
  intros H.
  assert (M : forall u, (forall y, In y (dom u) -> r y <> None) ->
    exists x r', eval fns (one (Tuple (k, packed u) u)) r = Some r' /\ r' k = Some x /\
    (forall y, y <> k -> r' y = r y) /\ (u = [] -> x = VUnit) /\
    forall s, exists s', eval fns (one (Untuple u (k, packed u))) (upd s k x) = Some s' /\
      (forall y, In y (dom u) -> s' y = r y) /\ (forall y, y <> k -> ~ In y (dom u) -> s' y = s y)).
  { clear u H. intros u H. destruct (getl_bound u r H) as [vs E].
    exists (tuple_val vs), (upd r k (tuple_val vs)). simpl. unfold step; simpl. rewrite E. simpl.
    split; [reflexivity|]. split; [apply upd_same|]. split; [intros y Hy; apply upd_other; auto|]. split.
    { intros ->. injection E as <-. reflexivity. }
    intros s. rewrite upd_same. simpl. rewrite <- (getl_length _ _ _ E), parts_tuple. simpl.
    eexists; split; [reflexivity|]. split.
    - intros y Hy. eapply setl_getl; eauto.
    - intros y H1 H2. rewrite setl_other by auto. apply upd_other; auto. }
  destruct u as [|z [|z' u]]; [apply M, H | | apply M, H].
  clear M. simpl in *. destruct (r (fst z)) as [x|] eqn:E; [|destruct (H (fst z)); auto].
  exists x, r. split; [reflexivity|]. split; [auto|]. split; [auto|]. split; [discriminate|].
  intros s. eexists; split; [reflexivity|]. split.
  - intros y [<-|[]]. rewrite upd_same. auto.
  - intros y _ Hy. apply upd_other. intros <-. apply Hy; auto.
Qed.

Lemma inj_made left tag z (r : env A var) x : r (fst z) = Some x ->
  eval fns (one (inj_stmt left tag z)) r = Some (upd r (fst tag) (inj_val left x)).
Proof. intros H. destruct left; simpl; unfold step; simpl; rewrite H; reflexivity. Qed.
End Packing.

Section Branch.
Context {A : ring}.
Add Ring numbers : (laws A).
Variable fns : fn -> val A -> option (val A).
Variables (left : bool) (a x : tvar nat) (g : list (tvar nat)).
Variables st st' sb se : state nat.
Variable ev : env A nat -> option (env A nat).
Variable tv : env A nat -> env A nat -> option (env A nat).
Variables (f : proc var) (u : list (tvar var)) (b : proc var).
Hypothesis W : wf st.
Hypothesis before : Permutation (ctx st) (a :: g).
Hypothesis begin : ctx sb = x :: g.
Hypothesis after : Permutation (ctx st') (ctx se).
Hypothesis sum : exists l r, snd a = TSum l r.
Hypothesis of_side : snd x = side left (snd a).
Hypothesis fresh : ~ In (fst x) (seen st).
Hypothesis x_bound : bound st st' (fst x).
Hypothesis a_consumed : consumed st st' (fst a).
Hypothesis bound_in : forall n, bound sb se n -> bound st st' n.
Hypothesis consumed_in : forall n, consumed sb se n -> consumed st st' n.
Hypothesis branch : spec fns sb se ev tv f u b.
Local Notation inj := (@inj_val A left).

Lemma hasty_inj v : hasty (snd a) (inj v) -> hasty (snd x) v.
Proof. destruct sum as (l & r & E). rewrite of_side, E. destruct left; simpl; auto. Qed.
Lemma tan_inj v e : tan_of (snd a) (inj v) e -> exists d, e = inj d /\ tan_of (snd x) v d.
Proof. destruct sum as (l & r & E). rewrite of_side, E. destruct left, e; simpl; try tauto; eauto. Qed.
Lemma cot_inj v c : barred a = true -> cot_of (snd x) v c -> cot_of (snd a) (inj v) (inj c).
Proof.
  intros Ba H. rewrite barred_cot by auto. destruct sum as (l & r & E). rewrite of_side, E in H. rewrite E.
  destruct left; simpl in *; apply H.
Qed.
Lemma not_barred_inj : barred a = false -> barred x = false.
Proof.
  destruct sum as (l & r & E). unfold barred. rewrite of_side, E. simpl.
  destruct left, (disc l), (disc r); auto.
Qed.
Lemma dot_inj (c d : val A) : dot (inj c) (inj d) = dot c d.
Proof. destruct left; reflexivity. Qed.

Lemma in_g y : In y g -> In y (ctx st).
Proof. intros H. eapply Permutation_in; [apply Permutation_sym, before|]. simpl; auto. Qed.
Lemma in_a : In a (ctx st).
Proof. eapply Permutation_in; [apply Permutation_sym, before|]. simpl; auto. Qed.
Lemma g_not_x y : In y g -> fst x <> fst y.
Proof. intros H E. apply fresh. rewrite E. apply W, dom_in, in_g, H. Qed.
Lemma g_not_a y : In y g -> fst a <> fst y.
Proof.
  intros H E. destruct W as [N _]. apply dom_perm in before. simpl in before.
  apply (Permutation_NoDup before) in N. inversion N; subst. apply H2. rewrite E. apply dom_in, H.
Qed.

Lemma branch_ok r v r' : conforms (ctx st) r -> r (fst a) = Some (inj v) -> ev (upd r (fst x) v) = Some r' ->
  conforms (ctx st') r' /\
  (forall n, ~ bound st st' n -> r' n = r n) /\
  (forall t, tangent (ctx st) r t -> exists d t', t (fst a) = Some (inj d) /\
     tv (upd r (fst x) v) (upd t (fst x) d) = Some t' /\ tangent (ctx st') r' t' /\
     forall n, ~ bound st st' n -> t' n = t n) /\
  (forall rf, agree (ctx st) rf r ->
     exists rf', eval fns f (upd rf (P (fst x)) v) = Some rf' /\ agree (ctx st') rf' r' /\
       (forall y, ~ set_by_f st st' y -> rf' y = rf y) /\
       (forall y, In y (dom u) -> in_trace st st' y /\ rf' y <> None) /\
       forall s, cotangent (ctx st') r' s -> (forall y, In y (dom u) -> s y = rf' y) ->
         exists s', eval fns (app b (inject (inj_stmt left) a x)) s = Some s' /\ cotangent (ctx st) r s' /\
           (forall y, ~ set_by_r st st' y -> s' y = s y) /\
           forall t t' d, tangent (ctx st) r t -> t (fst a) = Some (inj d) ->
             tv (upd r (fst x) v) (upd t (fst x) d) = Some t' ->
             cdot (ctx st) s' t = cdot (ctx st') s t').
Proof.
  intros C Ea Ev.
  assert (Tv : hasty (snd x) v).
  { destruct (C a in_a) as (v' & E & T). rewrite Ea in E; injection E as <-. apply hasty_inj, T. }
  assert (Cb : conforms (ctx sb) (upd r (fst x) v)).
  { rewrite begin. intros y [<-|Hy].
    - exists v. rewrite upd_same. auto.
    - rewrite upd_other by (apply g_not_x; auto). apply C, in_g, Hy. }
  assert (Tb : forall t d, tangent (ctx st) r t -> t (fst a) = Some (inj d) -> tangent (ctx sb) (upd r (fst x) v) (upd t (fst x) d)).
  { intros t d Ht Ed. rewrite begin. intros y [<-|Hy].
    - destruct (Ht a in_a) as (v' & e & E1 & E2 & E3). rewrite Ea in E1; injection E1 as <-.
      rewrite Ed in E2; injection E2 as <-. apply tan_inj in E3 as (d' & E & E3).
      exists v, d. rewrite !upd_same. repeat split.
      replace d with d'; auto. destruct left; injection E as ->; auto.
    - rewrite !upd_other by (apply g_not_x; auto). apply Ht, in_g, Hy. }
  destruct (branch _ r' Cb Ev) as (C' & N' & T' & F').
  assert (X : forall n, ~ bound st st' n -> fst x <> n) by (intros n Hn <-; auto).
  split; [intros y Hy; apply C'; eapply Permutation_in; eauto|]. split.
  { intros n Hn. rewrite N' by auto. apply upd_other; auto. }
  split.
  { intros t Ht. destruct (Ht a in_a) as (v' & e & E1 & E2 & E3). rewrite Ea in E1; injection E1 as <-.
    apply tan_inj in E3 as (d & -> & E3). destruct (T' _ (Tb t d Ht E2)) as (t' & G1 & G2 & G3).
    exists d, t'. repeat split; auto.
    - intros y Hy. apply G2. eapply Permutation_in; eauto.
    - intros n Hn. rewrite G3 by auto. apply upd_other; auto. }
  intros rf G. destruct (F' (upd rf (P (fst x)) v)) as (rf' & E1 & E2 & E3 & E4 & E5).
  { intros n. rewrite begin. intros [<-|Hn]; [rewrite !upd_same; auto|].
    apply in_map_iff in Hn as (y & <- & Hy).
    rewrite !upd_other; [apply G, dom_in, in_g, Hy | apply g_not_x; auto | intros K; injection K; apply g_not_x; auto]. }
  assert (SF : forall y, set_by_f sb se y -> set_by_f st st' y) by (intros []; simpl; auto).
  assert (SR : forall y, set_by_r sb se y -> set_by_r st st' y) by (intros []; simpl; auto).
  assert (ST : forall y, in_trace sb se y -> in_trace st st' y) by (intros []; simpl; auto).
  exists rf'. split; [auto|]. split.
  { intros n Hn. apply E2. eapply Permutation_in; [apply dom_perm, after | auto]. }
  split.
  { intros y Hy. rewrite E3 by auto. apply upd_other. intros <-. auto. }
  split; [intros y Hy; destruct (E4 y Hy); auto|].
  intros s D Hu.
  destruct (E5 s) as (s1 & G1 & G2 & G3 & G4); auto.
  { intros y Hy. apply D. eapply Permutation_in; [apply Permutation_sym, after | auto]. }
  rewrite begin in G2.
  destruct (G2 x) as (v' & c & K1 & K2 & K3); [simpl; auto|]. rewrite upd_same in K1; injection K1 as <-.
  (* ā = Inl x̄ *)
  assert (M : exists s', eval fns (inject (inj_stmt left) a x) s1 = Some s' /\
    (forall y, y <> B (fst a) -> y <> TC 3 (fst a) -> s' y = s1 y) /\
    exists c', bar_val s' a = Some c' /\ cot_of (snd a) (inj v) c' /\ forall d, dot c' (inj d) = dot c d).
  { unfold inject. destruct (barred a) eqn:Ba.
    - assert (M : exists s2, eval fns (only (negb (barred x)) (one (unit (TC 3 (fst a))))) s1 = Some s2 /\
        (forall y, y <> TC 3 (fst a) -> s2 y = s1 y) /\ s2 (fst (bar_or (TC 3 (fst a)) x)) = Some c).
      { unfold bar_or. destruct (barred x) eqn:Bx; simpl.
        - exists s1. rewrite bar_val_barred in K2 by auto. auto.
        - unfold step; simpl. eexists; split; [reflexivity|]. rewrite upd_same, (not_barred x v c Bx K3).
          split; [|auto]. intros y Hy. apply upd_other; auto. }
      destruct M as (s2 & M1 & M2 & M3). rewrite eval_app, M1. cbn [and_then].
      rewrite (inj_made fns left (bar a) _ s2 c M3). eexists; split; [reflexivity|]. split.
      + intros y H1 H2. rewrite upd_other by auto. auto.
      + exists (inj c). rewrite bar_val_barred by auto. simpl. rewrite upd_same. split; [auto|].
        split; [apply cot_inj; auto | apply dot_inj].
    - exists s1. split; [reflexivity|]. split; [auto|]. exists VUnit. rewrite bar_val_not by auto.
      split; [auto|]. split; [apply not_barred_cot; auto|].
      rewrite (not_barred x v c (not_barred_inj Ba) K3). intros d. rewrite !dot_unit. reflexivity. }
  destruct M as (s' & M1 & M2 & c' & M3 & M4 & M5).
  assert (gB : forall y, In y g -> s' (B (fst y)) = s1 (B (fst y))).
  { intros y Hy. apply M2; [|discriminate]. intros K; injection K as K. apply (g_not_a y Hy). auto. }
  exists s'. rewrite eval_app, G1. split; [exact M1|]. split.
  { intros y Hy. apply (Permutation_in _ before) in Hy as [<-|Hy].
    - exists (inj v), c'. auto.
    - destruct (G2 y) as (w & e & H1 & H2 & H3); [simpl; auto|]. rewrite upd_other in H1 by (apply g_not_x; auto).
      exists w, e. rewrite (bar_val_ext s' s1) by auto. auto. }
  split.
  { intros y Hy. rewrite M2, G3; auto; intros ->; apply Hy; simpl; auto. }
  intros t t' d Ht Ed Et.
  pose proof (G4 _ t' (Tb t d Ht Ed) Et) as D1. rewrite begin in D1.
  rewrite (cdot_perm _ _ s' t before), (cdot_perm _ _ s t' after), <- D1. simpl.
  rewrite M3, Ed, K2, upd_same. simpl. rewrite M5. f_equal.
  apply cdot_ext; auto. intros y Hy. symmetry. apply upd_other, g_not_x, Hy.
Qed.
End Branch.
