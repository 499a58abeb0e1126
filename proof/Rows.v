(** Each rule of the figure is right. *)
From Coq Require Import ZArith List Bool Ring Permutation Lia.
From Procad Require Import Value Syntax Eval Reverse Context Spec Zero Parts.
Import ListNotations.

Section Rows.
Context {A : ring}.
Add Ring numbers : (laws A).
Variable fns : fn -> val A -> option (val A).
Variable tans : fn -> val A -> val A -> option (val A).
Variable trace_ty : fn -> ty.
Implicit Types (l : list (tvar nat)).

(** f : S → T has the derivative tan, of which fwd and back are a transpose: fwd x is
    (f x, X), with an X of type x, and ⟨back (X, ȳ), ẋ⟩ = ⟨ȳ, tan x ẋ⟩. *)
Definition transpose_of (S T : ty) (f : val A -> option (val A)) (tan : val A -> val A -> option (val A))
    (x : ty) (fwd back : val A -> option (val A)) : Prop :=
  forall v w, hasty S v -> f v = Some w ->
  hasty T w /\
  (forall d, tan_of S v d -> exists e, tan v d = Some e /\ tan_of T w e) /\
  exists t, fwd v = Some (pair_val w t) /\ (x = TUnit -> t = VUnit) /\
    forall c, cot_of T w c ->
      exists b, back (pair_val t c) = Some b /\ cot_of S v b /\
        forall d e, tan_of S v d -> tan v d = Some e -> dot b d = dot c e.

(** f has a derivative, of which revf$f and revr$f are a transpose. *)
Definition transposed (S T : ty) (f : fn) : Prop :=
  transpose_of S T (fns f) (tans f) (trace_ty f) (fns (RevF f)) (fns (RevR f)).

Hypothesis add_of : forall t a b, fns (AddOf t) (pair_val a b) = addv a b.
Hypothesis zero_of_value : forall t v, fns (ZeroOf t) v = Some (zerov t v).

Variable sig : fn -> option (ty * ty).
Hypothesis calls : forall f S T, sig f = Some (S, T) -> transposed S T f.

Lemma dom_prims l n : In (P n) (dom (prims l)) <-> In n (dom l).
Proof.
  unfold dom, prims. rewrite map_map. simpl. rewrite !in_map_iff. split.
  - intros (x & E & H). injection E as <-. eauto.
  - intros (x & <- & H). eauto.
Qed.
Lemma dom_prims_only l y : In y (dom (prims l)) -> exists n, y = P n /\ In n (dom l).
Proof.
  unfold dom, prims. rewrite map_map, in_map_iff. intros (x & <- & H). eexists; split; [reflexivity|].
  apply in_map; auto.
Qed.
Lemma prims_nodup l : NoDup (dom l) -> NoDup (dom (prims l)).
Proof.
  induction l as [|x l IH]; simpl; intros H; [constructor|]. inversion H; subst. constructor; auto.
  intros K. apply dom_prims in K. auto.
Qed.

Lemma sem_map (s : stmt nat) vs : sem fns (map_stmt P s) vs = sem fns s vs.
Proof. destruct s; simpl; auto. rewrite map_length. reflexivity. Qed.
Lemma ins_map (s : stmt nat) : ins (map_stmt P s) = prims (ins s).
Proof. destruct s; reflexivity. Qed.
Lemma outs_map (s : stmt nat) : outs (map_stmt P s) = prims (outs s).
Proof. destruct s; reflexivity. Qed.

(** F[s] = s *)
Lemma as_it_is_ok s rf vs ws : NoDup (dom (outs s)) -> getl rf (prims (ins s)) = Some vs ->
  sem fns s vs = Some ws -> length ws = length (outs s) ->
  exists rf', eval fns (as_it_is s) rf = Some rf' /\ getl rf' (prims (outs s)) = Some ws /\
    forall y, ~ row_set_by_f (ins s) (outs s) y -> rf' y = rf y.
Proof.
  intros N E S L. exists (setl rf (prims (outs s)) ws).
  unfold as_it_is, one; simpl. unfold step. rewrite ins_map, E, sem_map, S, outs_map. simpl.
  split; [reflexivity|]. split.
  - apply getl_setl; [apply prims_nodup; auto | unfold prims; rewrite map_length; auto].
  - intros y Hy. apply setl_other. intros K. apply dom_prims_only in K as (n & -> & K). auto.
Qed.

(** The part about R of a rule. *)
Definition back_spec (i o : list (tvar nat)) (tsm : list (val A) -> list (val A) -> option (list (val A)))
    (u : list (tvar var)) (rf' : env A var) (b : proc var) vs ws : Prop :=
  forall (s : env A var) cs, bar_vals s o = Some cs -> cot_parts_of (types o) (tuple_val ws) (tuple_val cs) ->
    (forall y, In y (dom u) -> s y = rf' y) ->
    exists s' bs, eval fns b s = Some s' /\ bar_vals s' i = Some bs /\
      cot_parts_of (types i) (tuple_val vs) (tuple_val bs) /\
      (forall y, ~ row_set_by_r i o y -> s' y = s y) /\
      forall ds es, tan_of (types i) (tuple_val vs) (tuple_val ds) -> tsm vs ds = Some es ->
        dot (tuple_val bs) (tuple_val ds) = dot (tuple_val cs) (tuple_val es).

Lemma as_it_is_row s b : NoDup (dom (outs s)) ->
  (forall vs ws, length vs = length (ins s) -> hasty (types (ins s)) (tuple_val vs) -> sem fns s vs = Some ws ->
    length ws = length (outs s) /\ hasty (types (outs s)) (tuple_val ws) /\
    (forall ds, length ds = length (ins s) -> tan_of (types (ins s)) (tuple_val vs) (tuple_val ds) ->
       exists es, length es = length (outs s) /\ tsem tans s vs ds = Some es /\
         tan_of (types (outs s)) (tuple_val ws) (tuple_val es)) /\
    forall rf', back_spec (ins s) (outs s) (tsem tans s) [] rf' b vs ws) ->
  row_spec fns (ins s) (outs s) (sem fns s) (tsem tans s) (as_it_is s) [] b.
Proof.
  intros N H vs ws L T E. destruct (H vs ws L T E) as (H1 & H2 & H3 & H4).
  split; [auto|]. split; [auto|]. split; [auto|]. intros rf G.
  destruct (as_it_is_ok s rf vs ws N G E H1) as (rf' & E1 & E2 & E3).
  exists rf'. split; [auto|]. split; [auto|]. split; [auto|]. split; [simpl; tauto|]. apply (H4 rf').
Qed.


Lemma const_row a k : snd a = const_ty k ->
  row_spec fns [] [a] (sem fns (Const a k)) (tsem tans (Const a k)) (as_it_is (Const a k)) [] (only (barred a) (one (Elim (bar a)))).
Proof.
  intros Ht. apply (as_it_is_row (Const a k)); simpl; [repeat constructor; auto|].
  intros vs ws L _ E. destruct vs; [|discriminate]. inv E.
  split; [reflexivity|]. split; [unfold types; simpl; rewrite Ht; destruct k; simpl; auto|]. split.
  { intros ds Ld _. destruct ds; [|discriminate]. eexists. repeat split; try reflexivity.
    unfold types; simpl; rewrite Ht; destruct k; simpl; auto. }
  intros rf' s cs Ec C _. one_cot Ec. apply one_cot_of in C.
  assert (D : dot v (const_tan k) = k0 A).
  { unfold cot_of in C. rewrite Ht in C. destruct k; simpl in *; destruct v; simpl; try tauto; try discriminate; try ring. }
  exists s, []. split.
  { destruct (barred a) eqn:Ba; simpl; [|reflexivity]. rewrite bar_val_barred in Heqo by auto.
    unfold step; simpl. rewrite Heqo. reflexivity. }
  repeat split; simpl; auto. intros ds es _ E. destruct ds; [|discriminate]. inv E.
  simpl. rewrite D. ring.
Qed.

Lemma elim_row a :
  row_spec fns [a] [] (sem fns (Elim a)) (tsem tans (Elim a)) (fwd_row trace_ty (Elim a)) (trace_row trace_ty (Elim a))
    (rev_row trace_ty (Elim a)).
Proof.
  intros vs ws L T E. simpl in L. one_value vs L. inv E. destruct T as [T _]. simpl in T.
  split; [reflexivity|]. split; [simpl; auto|]. split.
  { intros ds Ld _. one_value ds Ld. exists []. simpl; auto. }
  intros rf G. simpl in G. destruct (rf (P (fst a))) eqn:Ga; [|discriminate]. injection G as ->.
  exists rf. split.
  { simpl. destruct (static (snd a)); simpl; [|reflexivity]. unfold step; simpl. rewrite Ga. reflexivity. }
  split; [reflexivity|]. split; [auto|]. split.
  { intros y. simpl. destruct (static (snd a)); simpl; [tauto|]. intros [<-|[]]. split; [simpl; auto | congruence]. }
  intros s cs Ec _ Hu. simpl in Ec. inv Ec. simpl in Hu |- *.
  destruct (zerov_ok (snd a) v T) as [Cz Dz].
  assert (D0 : forall ds es, tan_of (types [a]) (tuple_val [v]) (tuple_val ds) -> tsem tans (Elim a) [v] ds = Some es ->
    dot (tuple_val [zerov (snd a) v]) (tuple_val ds) = dot (tuple_val []) (tuple_val es)).
  { intros ds es Td E. destruct ds as [|d [|]]; simpl in E; try discriminate. inv E. simpl. rewrite Dz. ring. }
  destruct (static (snd a)) eqn:St.
  - destruct (barred a) eqn:Ba; simpl.
    + destruct (zero_of_ok fns a v s Ba St T) as (s' & E1 & E2 & E3).
      exists s', [zerov (snd a) v]. split; [auto|]. rewrite bar_val_barred, E2 by auto.
      split; [reflexivity|]. split; [split; simpl; auto|]. split; auto.
      intros y Hy. apply E3; [|intros k]; intros ->; apply Hy; simpl; auto.
    + exists s, [VUnit]. rewrite bar_val_not by auto. split; [auto|]. split; [auto|].
      assert (Z : zerov (snd a) v = VUnit).
      { unfold zerov. unfold barred in Ba. destruct (disc (snd a)); [auto | discriminate]. }
      rewrite Z in D0, Cz. split; [split; simpl; auto|]. split; auto.
  - assert (Ba : barred a = true). { unfold barred. unfold static in St. destruct (disc (snd a)); [discriminate | auto]. }
    unfold one; simpl. unfold step; simpl. rewrite Hu by (simpl; auto). rewrite Ga. simpl. rewrite zero_of_value. simpl.
    eexists _, [zerov (snd a) v]. split; [reflexivity|]. rewrite bar_val_barred, upd_same by auto.
    split; [reflexivity|]. split; [split; simpl; auto|]. split; auto.
    intros y Hy. apply upd_other. intros <-. apply Hy; simpl; auto.
Qed.

Lemma dup_row t s : snd t = pair_ty (snd s) (snd s) ->
  row_spec fns [s] [t] (sem fns (Dup t s)) (tsem tans (Dup t s)) (as_it_is (Dup t s)) [] (rev_row trace_ty (Dup t s)).
Proof.
  intros Ht. apply (as_it_is_row (Dup t s)); simpl; [repeat constructor; auto|].
  intros vs ws L T E. one_value vs L. inv E. destruct T as [T _]. simpl in T.
  assert (Bt : barred t = barred s).
  { unfold barred. rewrite Ht. simpl. rewrite andb_true_r. destruct (disc (snd s)); reflexivity. }
  split; [reflexivity|]. split; [unfold types; simpl; rewrite Ht; simpl; auto|]. split.
  { intros ds Ld Td. one_value ds Ld. destruct Td as [Td _]. eexists. repeat split; try reflexivity.
    unfold types; simpl; rewrite Ht; simpl; auto. }
  intros rf' q cs Ec C _. one_cot Ec. apply one_cot_of in C.
  destruct (barred s) eqn:Bs; simpl.
  - rewrite bar_val_barred in Heqo by auto. rewrite barred_cot in C by auto. rewrite Ht in C.
    destruct v0 as [| | |c1 c2| |]; simpl in C; try tauto. destruct C as [C1 C2].
    destruct c2 as [| | |c2 c3| |]; simpl in C2; try tauto. destruct C2 as [C2 C3].
    destruct c3; try tauto. destruct (addv_ok (snd s) v c1 c2) as (z & Ez & Cz & Dz); auto.
    exists (upd q (B (fst s)) z), [z]. unfold step; simpl. rewrite Heqo. simpl.
    change (VCons c1 (VCons c2 VUnit)) with (pair_val c1 c2). rewrite add_of, Ez. simpl.
    split; [reflexivity|]. rewrite bar_val_barred, upd_same by auto. split; [reflexivity|].
    split; [split; simpl; auto|]. split.
    { intros y Hy. apply upd_other. intros <-. apply Hy; simpl; auto. }
    intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E. simpl.
    rewrite Dz by auto. ring.
  - exists q, [VUnit]. split; [reflexivity|]. rewrite bar_val_not by auto. split; [reflexivity|].
    split; [split; [apply not_barred_cot; auto | simpl; auto]|]. split; [auto|].
    intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E.
    rewrite (not_barred t _ v0) by (rewrite ?Bt; auto || apply C). simpl. rewrite ?dot_unit. ring.
Qed.


Lemma tuple_row b l : snd b = types l -> NoDup (dom l) ->
  row_spec fns l [b] (sem fns (Tuple b l)) (tsem tans (Tuple b l)) (as_it_is (Tuple b l)) [] (rev_row trace_ty (Tuple b l)).
Proof.
  intros Ht N. apply (as_it_is_row (Tuple b l)); simpl; [repeat constructor; auto|].
  intros vs ws L T E. inv E.
  split; [reflexivity|]. split; [change (hasty (snd b) (tuple_val vs) /\ True); rewrite Ht; auto|]. split.
  { intros ds Ld Td. exists [tuple_val ds]. split; [reflexivity|]. split; [reflexivity|].
    change (tan_of (snd b) (tuple_val vs) (tuple_val ds) /\ True). rewrite Ht; auto. }
  intros rf' s cs Ec C _. one_cot Ec. apply one_cot_of in C.
  destruct (barred b) eqn:Bb; simpl.
  - rewrite bar_val_barred in Heqo by auto. rewrite barred_cot in C by auto. rewrite Ht in C.
    destruct (cot_tuple l vs v L C) as (cs & -> & Ep & Lc).
    set (nm := fun i => TB i (fst b)).
    assert (inj : forall i j, nm i = nm j -> i = j) by (intros i j K; injection K; auto).
    assert (nb : forall i x, nm i <> B x) by discriminate.
    exists (setl s (part_bars nm 0 l) cs), cs.
    unfold step; simpl. rewrite Heqo, part_bars_length, Ep. simpl.
    rewrite elims_nothing.
    2:{ intros x Hx. apply in_rev in Hx. apply (part_units_in nm) in Hx as (j & _ & -> & K).
        eexists; split; [reflexivity|]. apply getl_setl_in; auto. rewrite part_bars_length; auto. }
    split; [reflexivity|]. split; [eapply part_bars_set; eauto|]. split; [auto|]. split.
    { intros y Hy. apply setl_other. intros K. apply (part_bars_names nm) in K as [(a & Ha & ->)|(j & _ & ->)]; auto.
      apply Hy. simpl. auto. }
    intros ds es Td E. inv E. simpl. ring.
  - assert (D : disc (types l) = true). { rewrite <- Ht. unfold barred in Bb. destruct (disc (snd b)); [auto | discriminate]. }
    destruct (discrete_bars l s vs D L) as (E1 & E2 & E3).
    exists s, (map (fun _ => VUnit) l). repeat split; auto.
    intros ds es Td E. inv E. rewrite E3, (not_barred b _ v Bb C). simpl. rewrite ?dot_unit. ring.
Qed.

Lemma untuple_row l b : snd b = types l -> NoDup (dom l) ->
  row_spec fns [b] l (sem fns (Untuple l b)) (tsem tans (Untuple l b)) (as_it_is (Untuple l b)) [] (rev_row trace_ty (Untuple l b)).
Proof.
  intros Ht N. apply (as_it_is_row (Untuple l b)); [exact N|].
  intros vs ws L T E. simpl in L. one_value vs L. destruct T as [T _]. simpl in T, E. rewrite Ht in T.
  destruct (hasty_tuple l v T) as (vs & -> & Ep & Lv). rewrite Ep in E. inv E.
  split; [exact Lv|]. split; [exact T|]. split.
  { intros ds Ld Td. one_value ds Ld. destruct Td as [Td _]. simpl in Td. rewrite Ht in Td.
    destruct (tan_tuple l vs v Td) as (es & -> & Ee & Le). exists es. simpl. auto. }
  intros rf' s cs Ec C _. simpl outs in *.
  simpl rev_row. destruct (barred b) eqn:Bb; simpl.
  - set (nm := fun i => TC i (fst b)).
    assert (inj : forall i j, nm i = nm j -> i = j) by (intros i j K; injection K; auto).
    assert (nb : forall i x, nm i <> B x) by discriminate.
    destruct (part_units_made fns nm inj nb l 0 s) as (s1 & E1 & E2 & E3).
    rewrite eval_app, E1. simpl. unfold step; simpl. rewrite (E3 vs cs Ec C Lv). simpl.
    eexists _, [_]. split; [reflexivity|]. rewrite bar_val_barred, upd_same by auto. split; [reflexivity|].
    assert (Cb : cot_of (snd b) (tuple_val vs) (tuple_val cs)) by (rewrite barred_cot, Ht by auto; exact C).
    split; [split; [exact Cb | simpl; auto]|]. split.
    { intros y Hy. rewrite upd_other by (intros <-; apply Hy; simpl; auto).
      apply E2. intros j _ ->. apply Hy. simpl; auto. }
    intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. simpl in E.
    rewrite (parts_inv _ _ _ E). simpl. ring.
  - assert (D : disc (types l) = true). { rewrite <- Ht. unfold barred in Bb. destruct (disc (snd b)); [auto | discriminate]. }
    exists s, [VUnit]. split; [reflexivity|]. rewrite bar_val_not by auto. split; [reflexivity|].
    split; [split; [apply not_barred_cot; auto | simpl; auto]|]. split; [auto|].
    intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _].
    destruct (discrete_bars l s vs D Lv) as (E1 & E2 & E3). rewrite E1 in Ec. inv Ec. rewrite E3.
    simpl. rewrite ?dot_unit. ring.
Qed.

Lemma inl_row a b (l r : ty) : snd a = TSum l r -> l = snd b ->
  row_spec fns [b] [a] (sem fns (Inl a b)) (tsem tans (Inl a b)) (as_it_is (Inl a b)) [] (rev_row trace_ty (Inl a b)).
Proof.
  intros Ht ->. apply (as_it_is_row (Inl a b)); simpl; [repeat constructor; auto|].
  intros vs ws L T E. one_value vs L. destruct T as [T _]. inv E. simpl in T.
  split; [reflexivity|]. split; [unfold types; simpl; rewrite Ht; simpl; auto|]. split.
  { intros ds Ld Td. one_value ds Ld. destruct Td as [Td _]. eexists. repeat split; try reflexivity.
    unfold types; simpl; rewrite Ht; simpl; auto. }
  intros rf' s cs Ec C _. one_cot Ec. apply one_cot_of in C.
  destruct (barred a) eqn:Ba; simpl.
  - rewrite bar_val_barred in Heqo by auto. rewrite barred_cot, Ht in C by auto.
    destruct v0 as [| | | |c|]; simpl in C; try tauto.
    destruct (barred b) eqn:Bb; simpl.
    + unfold from_left. simpl. rewrite Heqo. simpl. eexists _, [c]. split; [reflexivity|].
      rewrite bar_val_barred, upd_same by auto. split; [reflexivity|]. split; [split; simpl; auto|]. split.
      { intros y Hy. apply upd_other. intros <-. apply Hy; simpl; auto. }
      intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E. simpl. ring.
    + unfold step; simpl. rewrite Heqo. simpl. exists s, [VUnit]. rewrite bar_val_not by auto.
      split; [reflexivity|]. split; [reflexivity|]. split; [split; [apply not_barred_cot; auto | simpl; auto]|].
      split; [auto|]. intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E.
      rewrite (not_barred b _ c Bb C). simpl. rewrite ?dot_unit. ring.
  - assert (Bb : barred b = false).
    { unfold barred in *. rewrite Ht in Ba. simpl in Ba. destruct (disc (snd b)); [auto | discriminate]. }
    exists s, [VUnit]. rewrite bar_val_not by auto. split; [reflexivity|]. split; [reflexivity|].
    split; [split; [apply not_barred_cot; auto | simpl; auto]|]. split; [auto|].
    intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E.
    rewrite (not_barred a _ v0 Ba C). simpl. rewrite ?dot_unit. ring.
Qed.

Lemma inr_row a b (l r : ty) : snd a = TSum l r -> r = snd b ->
  row_spec fns [b] [a] (sem fns (Inr a b)) (tsem tans (Inr a b)) (as_it_is (Inr a b)) [] (rev_row trace_ty (Inr a b)).
Proof.
  intros Ht ->. apply (as_it_is_row (Inr a b)); simpl; [repeat constructor; auto|].
  intros vs ws L T E. one_value vs L. destruct T as [T _]. inv E. simpl in T.
  split; [reflexivity|]. split; [unfold types; simpl; rewrite Ht; simpl; auto|]. split.
  { intros ds Ld Td. one_value ds Ld. destruct Td as [Td _]. eexists. repeat split; try reflexivity.
    unfold types; simpl; rewrite Ht; simpl; auto. }
  intros rf' s cs Ec C _. one_cot Ec. apply one_cot_of in C.
  destruct (barred a) eqn:Ba; simpl.
  - rewrite bar_val_barred in Heqo by auto. rewrite barred_cot, Ht in C by auto.
    destruct v0 as [| | | | |c]; simpl in C; try tauto.
    destruct (barred b) eqn:Bb; simpl.
    + unfold from_right. simpl. rewrite Heqo. simpl. eexists _, [c]. split; [reflexivity|].
      rewrite bar_val_barred, upd_same by auto. split; [reflexivity|]. split; [split; simpl; auto|]. split.
      { intros y Hy. apply upd_other. intros <-. apply Hy; simpl; auto. }
      intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E. simpl. ring.
    + unfold step; simpl. rewrite Heqo. simpl. exists s, [VUnit]. rewrite bar_val_not by auto.
      split; [reflexivity|]. split; [reflexivity|]. split; [split; [apply not_barred_cot; auto | simpl; auto]|].
      split; [auto|]. intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E.
      rewrite (not_barred b _ c Bb C). simpl. rewrite ?dot_unit. ring.
  - assert (Bb : barred b = false).
    { unfold barred in *. rewrite Ht in Ba. simpl in Ba. destruct (disc (snd b)); [auto | destruct (disc l); discriminate]. }
    exists s, [VUnit]. rewrite bar_val_not by auto. split; [reflexivity|]. split; [reflexivity|].
    split; [split; [apply not_barred_cot; auto | simpl; auto]|]. split; [auto|].
    intros ds es Td E. destruct ds as [|d [|]]; try discriminate. destruct Td as [Td _]. inv E.
    rewrite (not_barred a _ v0 Ba C). simpl. rewrite ?dot_unit. ring.
Qed.

Lemma call_row b f a : sig f = Some (snd a, snd b) ->
  row_spec fns [a] [b] (sem fns (Call b f a)) (tsem tans (Call b f a)) (fwd_row trace_ty (Call b f a))
    (trace_row trace_ty (Call b f a)) (rev_row trace_ty (Call b f a)).
Proof.
  intros Sf. destruct (silent b a) eqn:Si; unfold fwd_row, trace_row, rev_row; rewrite Si.
  - apply (as_it_is_row (Call b f a)); simpl; [repeat constructor; auto|].
    intros vs ws L T E. one_value vs L. destruct T as [T _]. simpl in E.
    destruct (fns f v) as [w|] eqn:Ef; [|discriminate]. inv E.
    destruct (calls f _ _ Sf v w T Ef) as (Tw & Td & _).
    split; [reflexivity|]. split; [split; [exact Tw | simpl; auto]|]. split.
    { intros ds Ld K. one_value ds Ld. destruct K as [K _]. destruct (Td v0 K) as (e & Ee & Te).
      exists [e]. simpl. rewrite Ee. repeat split; auto. }
    intros rf' s cs Ec C _. one_cot Ec. apply one_cot_of in C.
    apply andb_prop in Si as [S1 S2]. rewrite (cot_disc _ _ _ S1 C).
    destruct (zerov_ok (snd a) v T) as [Cz Dz].
    assert (D0 : forall ds es, tan_of (types [a]) (tuple_val [v]) (tuple_val ds) -> tsem tans (Call b f a) [v] ds = Some es ->
      dot (tuple_val [zerov (snd a) v]) (tuple_val ds) = dot (tuple_val [VUnit]) (tuple_val es)).
    { intros ds es K E. destruct ds as [|d [|]]; simpl in E; try discriminate.
      destruct (tans f v d); [|discriminate]. inv E. simpl. rewrite Dz, ?dot_unit. ring. }
    destruct (barred a) eqn:Ba; simpl.
    + destruct (zero_of_ok fns a v s Ba S2 T) as (s' & E1 & E2 & E3).
      exists s', [zerov (snd a) v]. split; [auto|]. rewrite bar_val_barred, E2 by auto.
      split; [reflexivity|]. split; [split; [exact Cz | simpl; auto]|]. split; auto.
      intros y Hy. apply E3; [|intros k]; intros ->; apply Hy; simpl; auto.
    + exists s, [VUnit]. rewrite bar_val_not by auto. split; [auto|]. split; [auto|].
      assert (Z : zerov (snd a) v = VUnit).
      { unfold zerov. unfold barred in Ba. destruct (disc (snd a)); [auto | discriminate]. }
      rewrite Z in D0, Cz. split; [split; [exact Cz | simpl; auto]|]. split; auto.
  - intros vs ws L T E. simpl in L. one_value vs L. destruct T as [T _]. simpl in E.
    destruct (fns f v) as [w|] eqn:Ef; [|discriminate]. inv E.
    destruct (calls f _ _ Sf v w T Ef) as (Tw & Td & x & Ex & Ux & Rx).
    split; [reflexivity|]. split; [split; [exact Tw | simpl; auto]|]. split.
    { intros ds Ld K. one_value ds Ld. destruct K as [K _]. destruct (Td v0 K) as (e & Ee & Te).
      exists [e]. simpl. rewrite Ee. repeat split; auto. }
    intros rf G. simpl in G. destruct (rf (P (fst a))) as [v'|] eqn:Ga; [|discriminate]. injection G as ->.
    set (rf' := upd (upd (upd rf (TB 0 (fst b)) (pair_val w x)) (TB 1 (fst b)) x) (P (fst b)) w).
    exists rf'.
    assert (Nx : rf' (TB 1 (fst b)) = Some x). { unfold rf'. rewrite upd_other, upd_same by discriminate. auto. }
    split.
    { simpl. unfold step; simpl. rewrite Ga. simpl. rewrite Ex. simpl. rewrite upd_same. simpl. fold rf'.
      destruct (traced trace_ty f); simpl; [auto|]. unfold step; simpl. rewrite Nx. reflexivity. }
    split; [simpl; unfold rf'; rewrite upd_same; reflexivity|]. split.
    { intros y Hy. unfold rf'. rewrite !upd_other; auto; intros <-; apply Hy; simpl; auto. }
    split.
    { intros y. destruct (traced trace_ty f); simpl; [|tauto]. intros [<-|[]]. split; [simpl; auto | congruence]. }
    intros s cs Ec C Hu. one_cot Ec. apply one_cot_of in C. rename v0 into c.
    destruct (Rx c C) as (d & Ed & Cd & Dd).
    (* t, made again where it is () *)
    assert (M1 : exists s1, eval fns (only (negb (traced trace_ty f)) (one (Tuple (TB 1 (fst b), trace_ty f) []))) s = Some s1 /\
      s1 (TB 1 (fst b)) = Some x /\ forall y, y <> TB 1 (fst b) -> s1 y = s y).
    { unfold traced in *. destruct (eqty (trace_ty f) TUnit) eqn:Et; simpl.
      - unfold step; simpl. eexists. split; [reflexivity|]. apply eqty_eq in Et. rewrite (Ux Et), upd_same.
        split; [reflexivity|]. intros y Hy. apply upd_other; auto.
      - exists s. split; [reflexivity|]. rewrite Hu by (simpl; auto). auto. }
    destruct M1 as (s1 & E1 & X1 & F1).
    (* b̄, or a () in its place *)
    assert (M2 : exists s2, eval fns (only (negb (barred b)) (one (unit (TB 3 (fst b))))) s1 = Some s2 /\
      s2 (TB 1 (fst b)) = Some x /\ s2 (fst (bar_or (TB 3 (fst b)) b)) = Some c /\ forall y, y <> TB 3 (fst b) -> s2 y = s1 y).
    { unfold bar_or. destruct (barred b) eqn:Bb; simpl.
      - exists s1. rewrite bar_val_barred in Heqo by auto. rewrite (F1 (B (fst b))) by discriminate. auto.
      - unfold step; simpl. eexists. split; [reflexivity|]. rewrite upd_same, upd_other by discriminate.
        rewrite (not_barred b _ c Bb C). split; [auto|]. split; [auto|]. intros y Hy. apply upd_other; auto. }
    destruct M2 as (s2 & E2 & X2 & B2 & F2).
    rewrite eval_app, E1. simpl. rewrite eval_app, E2. simpl. unfold step; simpl. rewrite X2, B2. simpl.
    rewrite upd_same. simpl. change (VCons x (VCons c VUnit)) with (pair_val x c). rewrite Ed. simpl.
    exists (upd (upd s2 (TB 2 (fst b)) (pair_val x c)) (fst (bar_or (TC 0 (fst a)) a)) d), [d]. split.
    { destruct (barred a) eqn:Ba; simpl; [reflexivity|]. unfold step; simpl.
      unfold bar_or; rewrite Ba; simpl. rewrite upd_same. reflexivity. }
    split.
    { destruct (barred a) eqn:Ba.
      - rewrite bar_val_barred by auto. unfold bar_or; rewrite Ba. simpl. rewrite upd_same. reflexivity.
      - rewrite bar_val_not by auto. rewrite (not_barred a _ d Ba Cd). reflexivity. }
    split; [split; [exact Cd | simpl; auto]|]. split.
    { intros y Hy. rewrite (upd_other _ (fst (bar_or _ _))), (upd_other _ (TB 2 (fst b))), F2, F1; auto.
      1-3: intros K; subst y; apply Hy; simpl; auto.
      unfold bar_or. destruct (barred a); simpl; intros K; subst y; apply Hy; simpl; auto. }
    intros ds es Tk E. destruct ds as [|e [|]]; simpl in E; try discriminate. destruct Tk as [Tk _].
    destruct (tans f v e) eqn:Ee; [|discriminate]. inv E. simpl. rewrite (Dd e v0) by auto. ring.
Qed.

(** The rule of any statement that is checked. *)
Theorem row_ok s : rule sig s = true -> NoDup (dom (ins s)) -> NoDup (dom (outs s)) ->
  row_spec fns (ins s) (outs s) (sem fns s) (tsem tans s) (fwd_row trace_ty s) (trace_row trace_ty s) (rev_row trace_ty s).
Proof.
  intros H Ni No. destruct s; simpl in H.
  - destruct (sig f) as [[S T]|] eqn:Sf; [|discriminate]. apply andb_prop in H as [H1 H2].
    apply eqty_eq in H1, H2. apply call_row. congruence.
  - apply const_row. apply eqty_eq, H.
  - apply elim_row.
  - apply dup_row. apply eqty_eq, H.
  - apply andb_prop in H as [H _]. apply tuple_row; [apply eqty_eq, H | exact Ni].
  - apply andb_prop in H as [H _]. apply untuple_row; [apply eqty_eq, H | exact No].
  - destruct (snd a) as [| | | |l r] eqn:Ea; try discriminate. eapply inl_row; [eauto | apply eqty_eq, H].
  - destruct (snd a) as [| | | |l r] eqn:Ea; try discriminate. eapply inr_row; [eauto | apply eqty_eq, H].
Qed.
End Rows.
