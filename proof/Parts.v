(** The cotangents of single variables, and of the parts of a tuple. *)
From Coq Require Import ZArith List Bool Ring Permutation Lia.
From Procad Require Import Value Syntax Eval Reverse Context Spec.
Import ListNotations.

Ltac one_value vs L := destruct vs as [|? [|]]; try discriminate L; clear L.
Ltac inv H := injection H as <-.

Section Parts.
Context {A : ring}.
Add Ring numbers : (laws A).
Variable fns : fn -> val A -> option (val A).
Implicit Types (l : list (tvar nat)).

Lemma bar_val_barred (s : env A var) a : barred a = true -> bar_val s a = s (B (fst a)).
Proof. unfold barred, bar_val. destruct (disc (snd a)); [discriminate | auto]. Qed.
Lemma bar_val_not (s : env A var) a : barred a = false -> bar_val s a = Some VUnit.
Proof. unfold barred, bar_val. destruct (disc (snd a)); [auto | discriminate]. Qed.
Lemma not_barred a (v c : val A) : barred a = false -> cot_of (snd a) v c -> c = VUnit.
Proof. unfold barred. intros H. apply cot_disc. destruct (disc (snd a)); [auto | discriminate]. Qed.
Lemma barred_cot a (v c : val A) : barred a = true -> cot_of (snd a) v c = cot_parts_of (snd a) v c.
Proof. unfold barred, cot_of. destruct (disc (snd a)); [discriminate | auto]. Qed.
Lemma not_barred_cot a (v : val A) : barred a = false -> cot_of (snd a) v VUnit.
Proof. unfold barred, cot_of. destruct (disc (snd a)); [auto | discriminate]. Qed.

Lemma one_cot_of (a : tvar nat) (w c : val A) :
  cot_parts_of (types [a]) (tuple_val [w]) (tuple_val [c]) -> cot_of (snd a) w c.
Proof. intros [H _]. exact H. Qed.

Lemma bar_vals_one (s : env A var) a : bar_vals s [a] = match bar_val s a with Some c => Some [c] | None => None end.
Proof. reflexivity. Qed.

Lemma bar_vals_cons (s : env A var) a l :
  bar_vals s (a :: l) = match bar_val s a, bar_vals s l with Some c, Some cs => Some (c :: cs) | _, _ => None end.
Proof. reflexivity. Qed.

(** The parts of a cotangent of a tuple. *)
Lemma cot_tuple l : forall (vs : list (val A)) c, length vs = length l ->
  cot_parts_of (types l) (tuple_val vs) c ->
  exists cs, c = tuple_val cs /\ parts (length l) c = Some cs /\ length cs = length l.
Proof.
  induction l as [|x l IH]; intros [|v vs] c L H; try discriminate.
  - destruct c; simpl in H; try tauto. exists []. auto.
  - destruct c as [| | |c c'| |]; simpl in H; try tauto. destruct H as [_ H].
    destruct (IH vs c') as (cs & -> & E & Lc); auto. exists (c :: cs). simpl. rewrite E. auto.
Qed.
Lemma hasty_tuple l : forall (v : val A), hasty (types l) v ->
  exists vs, v = tuple_val vs /\ parts (length l) v = Some vs /\ length vs = length l.
Proof.
  induction l as [|x l IH]; intros v H.
  - destruct v; simpl in H; try tauto. exists []. auto.
  - destruct v as [| | |c c'| |]; simpl in H; try tauto. destruct H as [_ H].
    destruct (IH c') as (cs & -> & E & Lc); auto. exists (c :: cs). simpl. rewrite E. auto.
Qed.
Lemma tan_tuple l : forall (vs : list (val A)) d, tan_of (types l) (tuple_val vs) d ->
  exists ds, d = tuple_val ds /\ parts (length l) d = Some ds /\ length ds = length l.
Proof.
  induction l as [|x l IH]; intros [|v vs] d H; simpl in H; try tauto; destruct d as [| | |c c'| |]; try tauto.
  - exists []. auto.
  - destruct H as [_ H]. destruct (IH vs c') as (cs & -> & E & Lc); auto. exists (c :: cs). simpl. rewrite E. auto.
Qed.
Lemma parts_tuple (vs : list (val A)) : parts (length vs) (tuple_val vs) = Some vs.
Proof. induction vs; simpl; auto. rewrite IHvs. reflexivity. Qed.
Lemma parts_inv n : forall (v : val A) vs, parts n v = Some vs -> v = tuple_val vs.
Proof.
  induction n; intros [] vs H; simpl in H; try discriminate.
  - inv H. reflexivity.
  - destruct (parts n b) eqn:E; [|discriminate]. inv H. simpl. f_equal. auto.
Qed.

(** Of a tuple that is discrete all parts are. *)
Lemma discrete_bars l : forall (s : env A var) (vs : list (val A)), disc (types l) = true -> length vs = length l ->
  let us := map (fun _ => VUnit) l in
  bar_vals s l = Some us /\ cot_parts_of (types l) (tuple_val vs) (tuple_val us) /\
  forall ds : list (val A), dot (tuple_val us) (tuple_val ds) = k0 A.
Proof.
  induction l as [|x l IH]; intros s [|v vs] H L; try discriminate; cbn zeta.
  - split; [reflexivity|]. split; [simpl; auto|]. intros []; reflexivity.
  - simpl in H. apply andb_prop in H as [H1 H2].
    destruct (IH s vs H2) as (E1 & E2 & E3); auto. simpl. unfold bar_val. rewrite H1, E1.
    split; [reflexivity|]. split; [auto|]. intros [|d ds]; [reflexivity|]. simpl. rewrite ?dot_unit, E3. ring.
Qed.

Lemma elims_nothing (l : list (stmt var)) : forall s : env A var, (forall x, In x l -> exists y, x = drop y /\ s y <> None) ->
  eval fns (doing l) s = Some s.
Proof.
  induction l as [|x l IH]; intros s H; simpl; [reflexivity|].
  destruct (H x) as (y & -> & E); [simpl; auto|]. unfold step; simpl.
  destruct (s y) as [v|] eqn:E'; [|congruence]. simpl. apply IH. intros z Hz. apply H. simpl; auto.
Qed.

Lemma getl_setl_in (l : list (tvar var)) : forall (s : env A var) vs y, length vs = length l -> In y (dom l) -> setl s l vs y <> None.
Proof.
  induction l as [|x l IH]; simpl; intros s [|v vs] y L; try discriminate; [tauto|]. intros [<-|H].
  - rewrite upd_same. discriminate.
  - unfold upd. destruct (name_dec (fst x) y); [discriminate | apply IH; auto].
Qed.

Section PartNames.
Variable nm : nat -> var.
Lemma part_bars_names l : forall i y, In y (dom (part_bars nm i l)) ->
  (exists a, In a (dom l) /\ y = B a) \/ exists j, i <= j /\ y = nm j.
Proof.
  induction l as [|x l IH]; simpl; intros i y; [tauto|]. intros [<-|H].
  - unfold bar_or. destruct (barred x); simpl; [left; eauto | right; eauto].
  - destruct (IH (S i) y H) as [(a & Ha & ->)|(j & Hj & ->)]; [left; eauto | right; exists j; split; [lia | auto]].
Qed.

Lemma part_units_in mk l : forall i z, In z (part_units mk nm i l) -> exists j, i <= j /\ z = mk (nm j) /\ In (nm j) (dom (part_bars nm i l)).
Proof.
  induction l as [|x l IH]; simpl; intros i z; [tauto|]. rewrite in_app_iff. unfold bar_or. destruct (barred x).
  - intros [[]|H]. destruct (IH (S i) z H) as (j & Hj & -> & K). exists j. split; [lia | auto].
  - intros [[<-|[]]|H].
    + exists i. simpl; auto.
    + destruct (IH (S i) z H) as (j & Hj & -> & K). exists j. split; [lia | auto].
Qed.

Lemma part_bars_length l : forall i, length (part_bars nm i l) = length l.
Proof. induction l; simpl; auto. Qed.

Hypothesis nm_inj : forall i j, nm i = nm j -> i = j.
Hypothesis nm_bar : forall i x, nm i <> B x.

Lemma part_bars_nodup l : forall i, NoDup (dom l) -> NoDup (dom (part_bars nm i l)).
Proof.
  induction l as [|x l IH]; simpl; intros i N; [constructor|]. inversion N; subst. constructor; auto.
  unfold bar_or. intros K. apply part_bars_names in K as [(a & Ha & E)|(j & Hj & E)];
    destruct (barred x); simpl in E.
  - injection E as <-. auto.
  - eapply nm_bar; eauto.
  - symmetry in E. eapply nm_bar; eauto.
  - apply nm_inj in E. lia.
Qed.

Lemma part_bars_set l : forall i (s : env A var) (vs cs : list (val A)), NoDup (dom l) -> length cs = length l ->
  cot_parts_of (types l) (tuple_val vs) (tuple_val cs) -> length vs = length l ->
  bar_vals (setl s (part_bars nm i l) cs) l = Some cs.
Proof.
  induction l as [|x l IH]; intros i s [|v vs] [|c cs] N L H Lv; try discriminate; [reflexivity|].
  inversion N as [|? ? Nx Nl]; subst. destruct H as [H1 H2].
  assert (E : bar_vals (setl s (part_bars nm i (x :: l)) (c :: cs)) l = Some cs).
  { rewrite <- (IH (S i) s vs cs) by auto.
    assert (X : forall l', (forall y, In y l' -> In (fst y) (dom l)) ->
      bar_vals (setl s (part_bars nm i (x :: l)) (c :: cs)) l' = bar_vals (setl s (part_bars nm (S i) l) cs) l').
    { induction l' as [|y l' IH']; intros Hl; [reflexivity|]. rewrite !bar_vals_cons, IH' by (intros; apply Hl; simpl; auto).
      rewrite (bar_val_ext _ (setl s (part_bars nm (S i) l) cs)); [reflexivity|].
      simpl. apply upd_other. unfold bar_or. destruct (barred x); simpl.
      - intros K; injection K as K. apply Nx. rewrite K. apply Hl; simpl; auto.
      - intros K. eapply nm_bar; eauto. }
    apply X. intros y Hy. apply dom_in; auto. }
  rewrite bar_vals_cons, E. simpl setl.
  assert (Ex : bar_val (upd (setl s (part_bars nm (S i) l) cs) (fst (bar_or (nm i) x)) c) x = Some c).
  { destruct (barred x) eqn:Bx.
    - rewrite bar_val_barred by auto. unfold bar_or. rewrite Bx. simpl. apply upd_same.
    - rewrite bar_val_not by auto. simpl in H1. rewrite (not_barred x v c Bx H1). reflexivity. }
  rewrite Ex. reflexivity.
Qed.

(** The units that stand for parts without a cotangent. *)
Lemma part_units_made l : forall i (s : env A var), exists s',
  eval fns (doing (part_units unit nm i l)) s = Some s' /\
  (forall y, (forall j, i <= j -> y <> nm j) -> s' y = s y) /\
  forall (vs cs : list (val A)), bar_vals s l = Some cs -> cot_parts_of (types l) (tuple_val vs) (tuple_val cs) -> length vs = length l ->
    getl s' (part_bars nm i l) = Some cs.
Proof.
  induction l as [|x l IH]; intros i s.
  - exists s. simpl. repeat split; auto.
  - simpl part_units. simpl part_bars.
    assert (M : exists s1, eval fns (doing ((if barred x then [] else [unit (nm i)]) ++ part_units unit nm (S i) l)) s
      = eval fns (doing (part_units unit nm (S i) l)) s1 /\ (forall y, y <> nm i -> s1 y = s y)
      /\ (barred x = false -> s1 (nm i) = Some VUnit)).
    { destruct (barred x); simpl.
      - exists s. repeat split; auto. discriminate.
      - unfold step; simpl. eexists. split; [reflexivity|]. split.
        + intros y Hy. apply upd_other; auto.
        + intros _. apply upd_same. }
    destruct M as (s1 & E1 & E2 & E3). rewrite E1.
    destruct (IH (S i) s1) as (s' & F1 & F2 & F3). exists s'. split; [auto|]. split.
    { intros y Hy. rewrite F2, E2; auto. intros j Hj. apply Hy. lia. }
    intros [|v vs] cs Ec C L; try discriminate. simpl in Ec.
    destruct (bar_val s x) as [c|] eqn:Ex; [|discriminate]. destruct (bar_vals s l) as [cs'|] eqn:El; [|discriminate].
    inv Ec. destruct C as [C1 C2]. injection L as L.
    assert (El' : bar_vals s1 l = Some cs').
    { rewrite <- El. clear - E2 nm_bar. induction l as [|y l IH]; [reflexivity|]. simpl.
      rewrite IH, (bar_val_ext s1 s y); [reflexivity|]. apply E2. intros K. eapply nm_bar; eauto. }
    simpl. rewrite (F3 vs cs' El' C2 L).
    assert (Ex' : s' (fst (bar_or (nm i) x)) = Some c).
    { unfold bar_or. destruct (barred x) eqn:Bx; simpl.
      - rewrite F2, E2; [|intros K; eapply nm_bar; eauto | intros j Hj K; eapply nm_bar; eauto].
        rewrite bar_val_barred in Ex; auto.
      - rewrite F2, E3; auto.
        + rewrite bar_val_not in Ex; auto.
        + intros j Hj K. apply nm_inj in K. lia. }
    rewrite Ex'. reflexivity.
Qed.
End PartNames.
End Parts.

(** cs = [c], where c is the cotangent of a *)
Ltac one_cot E :=
  match type of E with bar_vals ?s [?a] = Some ?cs =>
    rewrite bar_vals_one in E; destruct (bar_val s a) eqn:?; [|discriminate E]; injection E as <- end.
