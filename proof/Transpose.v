(** The theorem: of procedures, of definitions, and of programs. *)
From Coq Require Import ZArith List Bool Ring Permutation String.
From Procad Require Import Value Syntax Eval Reverse Context Spec Parts Rows Branch Case.
Import ListNotations.

Definition fn_dec (f g : fn) : {f = g} + {f <> g}.
Proof. decide equality; first [apply string_dec | apply ty_dec]. Defined.
Arguments fn_dec : simpl never.

(** The functions that a procedure may call: their types, what they compute, their
    derivatives, and the types of their traces. *)
Record library (A : ring) := Library {
  sig : fn -> option (ty * ty);
  fns : fn -> val A -> option (val A);
  tans : fn -> val A -> val A -> option (val A);
  trace_ty : fn -> ty }.
Arguments sig {A}. Arguments fns {A}. Arguments tans {A}. Arguments trace_ty {A}. Arguments Library {A}.

Definition is_name (f : fn) : Prop := match f with Name _ | Times _ => True | _ => False end.

(** Every function has a derivative, of which revf$f and revr$f are a transpose. *)
Definition transposes {A} (L : library A) : Prop :=
  (forall t a b, fns L (AddOf t) (pair_val a b) = addv a b) /\
  (forall t v, fns L (ZeroOf t) v = Some (zerov t v)) /\
  forall f S T, sig L f = Some (S, T) -> is_name f /\ transposed (fns L) (tans L) (trace_ty L) S T f.

Section Procedures.
Context {A : ring}.
Add Ring numbers : (laws A).
Variable L : library A.
Hypothesis good : transposes L.

Definition fwd (p : proc nat) : proc var := fst (fst (trans (trace_ty L) p)).
Definition trace (p : proc nat) : list (tvar var) := snd (fst (trans (trace_ty L) p)).
Definition back (p : proc nat) : proc var := snd (trans (trace_ty L) p).

Lemma spec_weaken st st' ev tv ev' tv' f u b : (forall r, ev r = ev' r) -> (forall r t, tv r t = tv' r t) ->
  spec (fns L) st st' ev tv f u b -> spec (fns L) st st' ev' tv' f u b.
Proof.
  intros E T H r r' C Er. rewrite <- E in Er. destruct (H r r' C Er) as (H1 & H2 & H3 & H4).
  split; [auto|]. split; [auto|]. split.
  - intros t Ht. rewrite <- T. auto.
  - intros rf G. destruct (H4 rf G) as (rf' & K1 & K2 & K3 & K4 & K5). exists rf'.
    split; [auto|]. split; [auto|]. split; [auto|]. split; [auto|]. intros s D Hu.
    destruct (K5 s D Hu) as (s' & M1 & M2 & M3 & M4). exists s'.
    split; [auto|]. split; [auto|]. split; [auto|]. intros t t'. rewrite <- T. auto.
Qed.

Lemma perm_nodup (l l' g : list (tvar nat)) : NoDup (dom l') -> Permutation l' (l ++ g) -> NoDup (dom l).
Proof.
  intros N P. apply dom_perm in P. rewrite dom_app in P. pose proof (Permutation_NoDup P N) as H. clear - H.
  induction (dom l); simpl in *; [constructor|]. inversion H; subst. constructor; auto.
  intros K. apply H2, in_or_app; auto.
Qed.

(** Γ ⊢ p ⊣ Δ, so p has a transpose. *)
Theorem procedure : forall p st st', wf st -> check (sig L) p st = Some st' ->
  ext st st' /\ spec (fns L) st st' (eval (fns L) p) (teval (fns L) (tans L) p) (fwd p) (trace p) (back p).
Proof.
  unfold fwd, trace, back.
  induction p as [|s k IH|a x p IHp y q IHq k IHk]; intros st st' W H.
  - injection H as <-. split; [apply ext_refl, W|]. apply spec_done.
  - simpl in H. destruct (rule (sig L) s) eqn:R; [|discriminate].
    destruct (takes (ins s) (ctx st)) as [g|] eqn:T; [|discriminate]. apply takes_perm in T.
    destruct (binds (outs s) (St g (seen st))) as [s1|] eqn:B; [|discriminate].
    apply binds_spec in B as (B1 & B2 & B3 & B4). simpl in B1, B2, B4.
    assert (E1 : ext st s1) by (eapply lift_ext; eauto).
    destruct (IH s1 st') as [E2 S2]; auto; [apply E1|].
    split; [eapply ext_trans; eauto|].
    simpl. destruct (trans (trace_ty L) k) as [[f u] b]. simpl in *.
    eapply spec_weaken; [| |eapply spec_seq; [exact E1 | exact E2 | | exact S2]].
    3:{ eapply lift_row; eauto. destruct good as (G1 & G2 & G3).
        eapply row_ok; eauto; [intros f0 S T0 K; apply G3, K|]. eapply perm_nodup; [apply W | exact T]. }
    + intros r. reflexivity.
    + intros r t. unfold step, tstep. reflexivity.
  - simpl in H. destruct (snd a) as [| | | |l r] eqn:Ea; try discriminate.
    destruct (take a (ctx st)) as [g|] eqn:T; [|discriminate]. apply take_perm in T.
    destruct (eqty (snd x) l && eqty (snd y) r) eqn:Et; [|discriminate].
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
    destruct (IHp (St (x :: g) (fst x :: seen st)) sp) as [Ep Sp]; auto.
    { split; simpl; [constructor; auto|]. intros n [<-|Hn]; simpl; auto. }
    destruct (IHq (St (y :: g) (fst y :: union (seen st) gone)) sq) as [Eq Sq]; auto.
    { split; simpl; [constructor; auto|]; [intros K; apply Y3, in_or_union; auto|].
      intros n [<-|Hn]; simpl; auto. right. apply in_or_union. auto. }
    assert (J' : Permutation (ctx sp) (ctx sq)) by (apply same_perm; [apply Ep | exact J]).
    assert (E1 : ext st (St (ctx sp) (union (seen sp) (seen sq)))) by (eapply case_ext; eauto).
    destruct (IHk _ st' (proj2 (proj2 E1)) H) as [E2 S2].
    split; [eapply ext_trans; eauto|].
    simpl. destruct (trans (trace_ty L) p) as [[fp up] bp], (trans (trace_ty L) q) as [[fq uq] bq].
    destruct (trans (trace_ty L) k) as [[f u] b]. simpl in Sp, Sq, S2 |- *.
    eapply spec_weaken; [| |eapply spec_seq; [exact E1 | exact E2 | | exact S2]].
    3:{ eapply case_spec; eauto. }
    + intros e. unfold case_eval. destruct (e (fst a)) as [[]|]; reflexivity.
    + intros e t. unfold case_eval, case_teval.
      destruct (e (fst a)) as [[]|]; try reflexivity; destruct (t (fst a)) as [[]|]; try reflexivity;
        try (destruct (eval (fns L) p _); reflexivity); try (destruct (eval (fns L) q _); reflexivity).
Qed.
End Procedures.
