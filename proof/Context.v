(** Contexts and environments: what is taken out of Γ and put into it, and what
    conforms to it. *)
From Coq Require Import ZArith List Bool Ring Permutation Lia.
From Procad Require Import Value Syntax Eval.
Import ListNotations.

Section Static.
Context {V : Type} {names_V : names V}.
Implicit Types (l : list (tvar V)) (x y : tvar V) (st : state V).

Lemma eqty_eq a b : eqty a b = true -> a = b.
Proof. unfold eqty. destruct (ty_dec a b); [auto | discriminate]. Qed.

Lemma mem_In n (l : list V) : mem n l = true <-> In n l.
Proof. unfold mem. destruct (in_dec name_dec n l); split; auto; discriminate. Qed.

Lemma take_perm x l l' : take x l = Some l' -> Permutation l (x :: l').
Proof.
  revert l'. induction l as [|y l IH]; simpl; intros l' H; [discriminate|].
  destruct (name_dec (fst x) (fst y)).
  - destruct (eqty (snd x) (snd y)) eqn:E; [|discriminate]. apply eqty_eq in E.
    destruct x, y; simpl in *; subst. injection H as <-. apply Permutation_refl.
  - destruct (take x l) eqn:E; [|discriminate]. injection H as <-.
    eapply perm_trans; [apply perm_skip, IH; reflexivity | apply perm_swap].
Qed.

Lemma takes_perm xs : forall l l', takes xs l = Some l' -> Permutation l (xs ++ l').
Proof.
  induction xs as [|x xs IH]; simpl; intros l l' H.
  - injection H as <-. apply Permutation_refl.
  - destruct (take x l) eqn:E; [|discriminate].
    eapply perm_trans; [apply take_perm, E | apply perm_skip, IH, H].
Qed.

Lemma bind_spec x st st' : bind x st = Some st' ->
  ctx st' = x :: ctx st /\ seen st' = fst x :: seen st /\ ~ In (fst x) (seen st).
Proof.
  unfold bind. destruct (mem (fst x) (seen st)) eqn:E; [discriminate|].
  intros H; injection H as <-. repeat split. rewrite <- mem_In, E. discriminate.
Qed.

Lemma binds_spec xs : forall st st', binds xs st = Some st' ->
  Permutation (ctx st') (xs ++ ctx st) /\
  (forall n, In n (seen st') <-> In n (dom xs) \/ In n (seen st)) /\
  NoDup (dom xs) /\ forall n, In n (dom xs) -> ~ In n (seen st).
Proof.
  induction xs as [|x xs IH]; simpl; intros st st' H.
  - injection H as <-. repeat split; auto; try tauto. constructor.
  - destruct (bind x st) as [s1|] eqn:E; [|discriminate].
    apply bind_spec in E as (E1 & E2 & E3). apply IH in H as (H1 & H2 & H3 & H4).
    rewrite E1, E2 in *. repeat split.
    + eapply perm_trans; [apply H1|]. apply Permutation_sym, Permutation_middle.
    + intros Hn. apply H2 in Hn. simpl in Hn. tauto.
    + intros Hn. apply H2. simpl. tauto.
    + constructor; auto. intros Hn. apply (H4 _ Hn). simpl; auto.
    + intros n [<-|Hn]; auto. intros Hs. apply (H4 _ Hn). simpl; auto.
Qed.

(** Names in Γ are distinct, and have been seen. *)
Definition wf st := NoDup (dom (ctx st)) /\ incl (dom (ctx st)) (seen st).

(** From Γ to Δ: Δ has variables of Γ and variables that were not seen before. *)
Definition ext st st' :=
  incl (seen st) (seen st') /\
  (forall n, In n (dom (ctx st')) -> In n (dom (ctx st)) \/ ~ In n (seen st)) /\
  wf st'.

Lemma ext_refl st : wf st -> ext st st.
Proof. intros H. repeat split; auto; try apply H. apply incl_refl. Qed.

Lemma ext_trans s1 s2 s3 : ext s1 s2 -> ext s2 s3 -> ext s1 s3.
Proof.
  intros (A1 & A2 & A3) (B1 & B2 & B3). split; [eapply incl_tran; eauto|]. split; auto.
  intros n Hn. destruct (B2 n Hn) as [H|H]; [auto|]. right. auto.
Qed.

Lemma dom_app l l' : dom (l ++ l') = dom l ++ dom l'.
Proof. apply map_app. Qed.
Lemma dom_perm l l' : Permutation l l' -> Permutation (dom l) (dom l').
Proof. apply Permutation_map. Qed.
Lemma dom_in x l : In x l -> In (fst x) (dom l).
Proof. apply in_map. Qed.

Lemma same_perm l l' : NoDup (dom l) -> same l l' = true -> Permutation l l'.
Proof.
  intros N H. apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1.
  apply NoDup_Permutation_bis.
  - eapply NoDup_map_inv. apply N.
  - rewrite H1. auto.
  - intros x Hx. rewrite forallb_forall in H2. specialize (H2 x Hx).
    destruct (in_dec tvar_dec x l'); [auto | discriminate].
Qed.
End Static.

Section Dynamic.
Context {A : ring} {V : Type} {names_V : names V}.
Add Ring numbers : (laws A).
Implicit Types (l : list (tvar V)) (r t : env A V).

Lemma upd_same r x v : upd r x v x = Some v.
Proof. unfold upd. destruct (name_dec x x); congruence. Qed.
Lemma upd_other r x v y : x <> y -> upd r x v y = r y.
Proof. unfold upd. destruct (name_dec x y); congruence. Qed.

Lemma setl_other l : forall r vs y, ~ In y (dom l) -> setl r l vs y = r y.
Proof.
  induction l as [|x l IH]; simpl; intros r vs y H; [reflexivity|].
  destruct vs; [reflexivity|]. rewrite upd_other by tauto. apply IH. tauto.
Qed.

Lemma getl_ext l : forall r r', (forall x, In x (dom l) -> r x = r' x) -> getl r l = getl r' l.
Proof.
  induction l as [|x l IH]; simpl; intros r r' H; [reflexivity|].
  rewrite (H (fst x)), (IH r r'); auto.
Qed.

Lemma getl_setl l : forall r vs, NoDup (dom l) -> length vs = length l -> getl (setl r l vs) l = Some vs.
Proof.
  induction l as [|x l IH]; intros r [|v vs] N E; try discriminate; [reflexivity|].
  simpl in *. inversion N; subst. rewrite upd_same.
  rewrite (getl_ext l _ (setl r l vs)).
  - rewrite IH; auto.
  - intros y Hy. apply upd_other. intros <-. tauto.
Qed.

Lemma getl_length l : forall r vs, getl r l = Some vs -> length vs = length l.
Proof.
  induction l as [|x l IH]; simpl; intros r vs H.
  - injection H as <-. reflexivity.
  - destruct (r (fst x)); [|discriminate]. destruct (getl r l) eqn:E; [|discriminate].
    injection H as <-. simpl. f_equal. eauto.
Qed.

Lemma hasty_length l : forall vs : list (val A), hasty (types l) (tuple_val vs) -> length vs = length l.
Proof. induction l; destruct vs; simpl; intros; try tauto. f_equal. apply IHl. tauto. Qed.

(** Every variable of Γ has a value of its type; a tangent at its value. *)
Definition conforms l r := forall x, In x l -> exists v, r (fst x) = Some v /\ hasty (snd x) v.
Definition tangent l r t := forall x, In x l ->
  exists v d, r (fst x) = Some v /\ t (fst x) = Some d /\ tan_of (snd x) v d.

Lemma conforms_getl l r : conforms l r -> exists vs, getl r l = Some vs /\ hasty (types l) (tuple_val vs).
Proof.
  induction l as [|x l IH]; intros H; [exists []; simpl; auto|].
  destruct IH as (vs & E & C); [intros y Hy; apply H; simpl; auto|].
  destruct (H x) as (v & Ev & Cv); [simpl; auto|].
  exists (v :: vs). simpl. rewrite Ev, E. auto.
Qed.

Lemma getl_conforms l : forall r vs, getl r l = Some vs -> hasty (types l) (tuple_val vs) -> conforms l r.
Proof.
  induction l as [|x l IH]; intros r vs E H y Hy; [destruct Hy|].
  simpl in E. destruct (r (fst x)) as [v|] eqn:Ev; [|discriminate].
  destruct (getl r l) as [vs'|] eqn:El; [|discriminate]. injection E as <-. destruct H as [H1 H2].
  destruct Hy as [<-|Hy]; eauto. eapply IH; eauto.
Qed.

Lemma tangent_getl l : forall r t vs, tangent l r t -> getl r l = Some vs ->
  exists ds, getl t l = Some ds /\ tan_of (types l) (tuple_val vs) (tuple_val ds).
Proof.
  induction l as [|x l IH]; intros r t vs H E.
  - injection E as <-. exists []. simpl; auto.
  - simpl in E. destruct (r (fst x)) as [v|] eqn:Ev; [|discriminate].
    destruct (getl r l) as [vs'|] eqn:El; [|discriminate]. injection E as <-.
    destruct (IH r t vs') as (ds & E & C); auto; [intros y Hy; apply H; simpl; auto|].
    destruct (H x) as (v' & d & E1 & E2 & E3); [simpl; auto|].
    rewrite Ev in E1; injection E1 as <-.
    exists (d :: ds). simpl. rewrite E2, E. auto.
Qed.

Lemma getl_tangent l : forall r t vs ds, getl r l = Some vs -> getl t l = Some ds ->
  tan_of (types l) (tuple_val vs) (tuple_val ds) -> tangent l r t.
Proof.
  induction l as [|x l IH]; intros r t vs ds E F H y Hy; [destruct Hy|].
  simpl in E, F. destruct (r (fst x)) as [v|] eqn:Ev; [|discriminate].
  destruct (getl r l) as [vs'|] eqn:El; [|discriminate]. injection E as <-.
  destruct (t (fst x)) as [d|] eqn:Ed; [|discriminate].
  destruct (getl t l) as [ds'|] eqn:Dl; [|discriminate]. injection F as <-. destruct H as [H1 H2].
  destruct Hy as [<-|Hy]; eauto. eapply IH; eauto.
Qed.

Lemma tangent_conforms l r t : tangent l r t -> forall x, In x l -> t (fst x) <> None.
Proof. intros H x Hx. destruct (H x Hx) as (v & d & _ & E & _). congruence. Qed.
End Dynamic.

(** Cotangents: of x, under the name x̄, where its type has one. *)
Section Bars.
Context {A : ring}.
Add Ring numbers' : (laws A).
Implicit Types (l : list (tvar nat)) (r t : env A nat) (s : env A var).

Definition bar_val s (x : tvar nat) : option (val A) := if disc (snd x) then Some VUnit else s (B (fst x)).
Fixpoint bar_vals s l : option (list (val A)) :=
  match l with
  | [] => Some []
  | x :: l' => match bar_val s x, bar_vals s l' with Some c, Some cs => Some (c :: cs) | _, _ => None end
  end.

Definition cotangent l r s := forall x, In x l ->
  exists v c, r (fst x) = Some v /\ bar_val s x = Some c /\ cot_of (snd x) v c.

Definition odot (c d : option (val A)) : K A :=
  match c, d with Some c, Some d => dot c d | _, _ => k0 A end.

(** ⟨Γ̄, Γ̇⟩, a sum over Γ *)
Definition cdot l s t : K A := fold_right (fun x sum => kadd A (odot (bar_val s x) (t (fst x))) sum) (k0 A) l.

Lemma cotangent_bars l : forall r s vs, cotangent l r s -> getl r l = Some vs ->
  exists cs, bar_vals s l = Some cs /\ cot_parts_of (types l) (tuple_val vs) (tuple_val cs).
Proof.
  induction l as [|x l IH]; intros r s vs H E.
  - injection E as <-. exists []. simpl; auto.
  - simpl in E. destruct (r (fst x)) as [v|] eqn:Ev; [|discriminate].
    destruct (getl r l) as [vs'|] eqn:El; [|discriminate]. injection E as <-.
    destruct (IH r s vs') as (cs & E & C); auto; [intros y Hy; apply H; simpl; auto|].
    destruct (H x) as (v' & c & E1 & E2 & E3); [simpl; auto|].
    rewrite Ev in E1; injection E1 as <-.
    exists (c :: cs). simpl bar_vals. rewrite E2, E. split; [reflexivity|]. split; auto.
Qed.

Lemma bars_cotangent l : forall r s vs cs, getl r l = Some vs -> bar_vals s l = Some cs ->
  cot_parts_of (types l) (tuple_val vs) (tuple_val cs) -> cotangent l r s.
Proof.
  induction l as [|x l IH]; intros r s vs cs E F H y Hy; [destruct Hy|].
  simpl in E, F. destruct (r (fst x)) as [v|] eqn:Ev; [|discriminate].
  destruct (getl r l) as [vs'|] eqn:El; [|discriminate]. injection E as <-.
  destruct (bar_val s x) as [c|] eqn:Ec; [|discriminate].
  destruct (bar_vals s l) as [cs'|] eqn:Cl; [|discriminate]. injection F as <-. destruct H as [H1 H2].
  destruct Hy as [<-|Hy]; eauto. eapply IH; eauto.
Qed.

Lemma cdot_dot l : forall s t cs ds, bar_vals s l = Some cs -> getl t l = Some ds ->
  cdot l s t = dot (tuple_val cs) (tuple_val ds).
Proof.
  induction l as [|x l IH]; simpl; intros s t cs ds E F.
  - injection E as <-. injection F as <-. reflexivity.
  - destruct (bar_val s x); [|discriminate]. destruct (bar_vals s l) eqn:El; [|discriminate].
    destruct (t (fst x)); [|discriminate]. destruct (getl t l) eqn:Fl; [|discriminate].
    injection E as <-. injection F as <-. simpl. f_equal. auto.
Qed.

Lemma cdot_app l l' s t : cdot (l ++ l') s t = kadd A (cdot l s t) (cdot l' s t).
Proof. induction l; simpl; [ring|]. rewrite IHl. ring. Qed.

Lemma cdot_perm l l' s t : Permutation l l' -> cdot l s t = cdot l' s t.
Proof. induction 1; simpl; try congruence. ring. Qed.

Lemma bar_val_ext s s' x : s (B (fst x)) = s' (B (fst x)) -> bar_val s x = bar_val s' x.
Proof. unfold bar_val. destruct (disc (snd x)); auto. Qed.

Lemma cdot_ext l s s' t t' :
  (forall x, In x l -> s (B (fst x)) = s' (B (fst x))) -> (forall x, In x l -> t (fst x) = t' (fst x)) ->
  cdot l s t = cdot l s' t'.
Proof.
  induction l as [|x l IH]; simpl; intros H H'; [reflexivity|].
  rewrite IH by auto. rewrite (bar_val_ext s s' x), (H' x) by auto. reflexivity.
Qed.

Lemma bar_vals_length l : forall s cs, bar_vals s l = Some cs -> length cs = length l.
Proof.
  induction l as [|x l IH]; simpl; intros s cs H.
  - injection H as <-. reflexivity.
  - destruct (bar_val s x); [|discriminate]. destruct (bar_vals s l) eqn:E; [|discriminate].
    injection H as <-. simpl. f_equal. eauto.
Qed.

Lemma prims_getl l (rf : env A var) r : (forall x, In x (dom l) -> rf (P x) = r x) ->
  getl rf (map (rename P) l) = getl r l.
Proof.
  induction l as [|x l IH]; simpl; intros H; [reflexivity|].
  rewrite H, IH by auto. reflexivity.
Qed.
End Bars.
