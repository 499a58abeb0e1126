(** The theorem is about something: the rationals with eight primitives, two of which
    fail at some arguments, and a program over them. *)
From Coq Require Import String.
From Coq Require Import ZArith QArith Qcanon List Bool Ring.
From Procad Require Import Value Syntax Eval Reverse Context Spec Rows Loop Transpose Program.
Import ListNotations.

Definition rational : ring :=
  {| K := Qc; k0 := Q2Qc 0; k1 := Q2Qc 1; kadd := Qcplus; kmul := Qcmult; ksub := Qcminus; kopp := Qcopp;
     laws := Qcrt; bits := fun z => Q2Qc (inject_Z z); bits_zero := eq_refl |}.
Definition value := val rational.
Definition num (x : Qc) : value := @VReal rational x.

Inductive op := Add | Mul | Div | SMul | SDiv | ZMul | Less | OfInt.
Definition op_of (f : string) : option op :=
  if string_dec f "add" then Some Add else
  if string_dec f "mul" then Some Mul else
  if string_dec f "div" then Some Div else
  if string_dec f "smul" then Some SMul else
  if string_dec f "sdiv" then Some SDiv else
  if string_dec f "zmul" then Some ZMul else
  if string_dec f "lt" then Some Less else
  if string_dec f "real" then Some OfInt else None.

Definition bool_ty := TSum TUnit TUnit.
Definition two := pair_ty TReal TReal.
Definition op_sig (o : op) : ty * ty :=
  match o with
  | Add | Mul | Div | SMul | SDiv | ZMul => (two, TReal)
  | Less => (two, bool_ty)
  | OfInt => (TInt, TReal)
  end.

Definition with_two (v : value) (f : Qc -> Qc -> option value) : option value :=
  match v with VCons (VReal x) (VCons (VReal y) VUnit) => f x y | _ => None end.
Definition is_zero (x : Qc) : bool := if Qc_eq_dec x (Q2Qc 0) then true else false.
(** what a tangent or a cotangent x contributes: 0 where it is 0, else a *)
Definition strong (x a : Qc) : Qc := if is_zero x then Q2Qc 0 else a.
(** x · y, and 0 where one of both is 0 *)
Definition zmul (x y : Qc) : Qc := strong x (strong y (y * x)).
Definition less (x y : Qc) : value := if Qclt_le_dec x y then VInl VUnit else VInr VUnit.

(** f(x), a run-time error where None *)
Definition op_val (o : op) (v : value) : option value :=
  match o with
  | Add => with_two v (fun x y => Some (num (x + y)))
  | Mul => with_two v (fun x y => Some (num (x * y)))
  | Div => with_two v (fun x y => if is_zero y then None else Some (num (x * / y)))
  | SMul => with_two v (fun x y => Some (num (strong x (x * y))))
  | SDiv => with_two v (fun x y => if is_zero y then None else Some (num (strong x (x * / y))))
  | ZMul => with_two v (fun x y => Some (num (zmul x y)))
  | Less => with_two v (fun x y => Some (less x y))
  | OfInt => match v with VInt z => Some (num (Q2Qc (inject_Z z))) | _ => None end
  end.
(** its derivative at v, of d *)
Definition op_tan (o : op) (v d : value) : option value :=
  with_two v (fun x y =>
    match o with
    | Add => with_two d (fun a b => Some (num (a + b)))
    | Mul => with_two d (fun a b => Some (num (a * y + x * b)))
    | Div => with_two d (fun a b => Some (num (a * / y - x * / y * b * / y)))
    | SMul => with_two d (fun a b => Some (num (strong a (a * y) + zmul x b)))
    | SDiv => with_two d (fun a b =>
        Some (num (strong a (a * / y) - zmul (strong x (x * / y)) (strong b (b * / y)))))
    | ZMul => with_two d (fun a b => Some (num (zmul a y + zmul x b)))
    | Less => Some (less x y)
    | OfInt => None
    end).
(** the trace X *)
Definition op_trace_ty (o : op) : ty := match o with Mul | Div | SMul | SDiv | ZMul => two | _ => TUnit end.
Definition op_trace (o : op) (v : value) : value := match o with Mul | Div | SMul | SDiv | ZMul => v | _ => VUnit end.
(** revr$f *)
Definition op_back (o : op) (x c : value) : option value :=
  match o, c with
  | Add, VReal c => Some (pair_val (num c) (num c))
  | Mul, VReal c => with_two x (fun x y => Some (pair_val (num (c * y)) (num (c * x))))
  | Div, VReal c => with_two x (fun x y => Some (pair_val (num (c * / y)) (num (- (c * / y * (x * / y))))))
  | SMul, VReal c => with_two x (fun x y => Some (pair_val (num (strong c (c * y))) (num (zmul x c))))
  | SDiv, VReal c => with_two x (fun x y =>
      let xbar := strong c (c * / y) in
      Some (pair_val (num xbar) (num (- zmul (strong x (x * / y)) xbar))))
  | ZMul, VReal c => with_two x (fun x y => Some (pair_val (num (zmul c y)) (num (zmul x c))))
  | Less, VUnit => Some (pair_val (num (Q2Qc 0)) (num (Q2Qc 0)))
  | OfInt, VReal _ => Some VUnit
  | _, _ => None
  end.

Definition of_op {X} (f : fn) (g : op -> X) (none : X) : X :=
  match f with Name n => match op_of n with Some o => g o | None => none end | _ => none end.
Definition with_pair (v : value) (f : value -> value -> option value) : option value :=
  match v with VCons a (VCons b VUnit) => f a b | _ => None end.

Definition arithmetic : library rational :=
  Library
    (fun f => of_op f (fun o => Some (op_sig o)) None)
    (fun f v =>
       match f with
       | RevF g => of_op g (fun o => match op_val o v with Some w => Some (pair_val w (op_trace o v)) | None => None end) None
       | RevR g => of_op g (fun o => with_pair v (op_back o)) None
       | AddOf _ => with_pair v addv
       | ZeroOf t => Some (zerov t v)
       | _ => of_op f (fun o => op_val o v) None
       end)
    (fun f v d => of_op f (fun o => match o with OfInt => Some (num (Q2Qc 0)) | _ => op_tan o v d end) None)
    (fun f => of_op f op_trace_ty TUnit).

Lemma two_reals (v : value) : hasty two v -> exists x y, v = pair_val (num x) (num y).
Proof.
  destruct v as [| | |[x| | | | |] [| | |[y| | | | |] []| |]| |]; simpl; try tauto. intros _. exists x, y. reflexivity.
Qed.
Lemma two_tans x y (d : value) : tan_of two (pair_val (num x) (num y)) d -> exists a b, d = pair_val (num a) (num b).
Proof.
  destruct d as [| | |[a| | | | |] [| | |[b| | | | |] []| |]| |]; simpl; try tauto. intros _. exists a, b. reflexivity.
Qed.
Lemma a_real (x : Qc) (c : value) : cot_of TReal (num x) c -> exists k, c = num k.
Proof. unfold cot_of. destruct c as [k| | | | |]; simpl; try tauto. intros _. exists k. reflexivity. Qed.

(** In a field a strong product is the product: 0 · a is 0. *)
Lemma strong_mul (x a : Qc) : strong x (x * a) = x * a.
Proof. unfold strong, is_zero. destruct (Qc_eq_dec x (Q2Qc 0)) as [->|_]; [ring | reflexivity]. Qed.

Lemma zmul_mul (x y : Qc) : zmul x y = x * y.
Proof.
  unfold zmul. rewrite strong_mul. unfold strong, is_zero.
  destruct (Qc_eq_dec x (Q2Qc 0)) as [->|_]; ring.
Qed.

Theorem arithmetic_transposes : transposes arithmetic.
Proof.
  split; [reflexivity|]. split; [reflexivity|]. intros f S T E.
  destruct f as [n| | | | | |]; try discriminate. split; [exact I|]. unfold transposed. simpl in *.
  destruct (op_of n) as [o|]; [|discriminate]. injection E as E.
  intros v w Tv Ev. rewrite Ev.
  destruct o; injection E as <- <-;
    try (destruct (two_reals v Tv) as (x & y & ->); unfold op_val in Ev; simpl in Ev).
  - injection Ev as <-. split; [exact I|]. split.
    + intros d Hd. destruct (two_tans _ _ _ Hd) as (a & b & ->). eexists; split; [reflexivity | exact I].
    + eexists. split; [reflexivity|]. split; [auto|]. intros c Hc. destruct (a_real _ c Hc) as [k ->].
      eexists. split; [reflexivity|]. split; [repeat split|].
      intros d e Hd Ed. destruct (two_tans _ _ _ Hd) as (a & b & ->). injection Ed as <-. simpl. ring.
  - injection Ev as <-. split; [exact I|]. split.
    + intros d Hd. destruct (two_tans _ _ _ Hd) as (a & b & ->). eexists; split; [reflexivity | exact I].
    + eexists. split; [reflexivity|]. split; [discriminate|]. intros c Hc. destruct (a_real _ c Hc) as [k ->].
      eexists. split; [reflexivity|]. split; [repeat split|].
      intros d e Hd Ed. destruct (two_tans _ _ _ Hd) as (a & b & ->). injection Ed as <-. simpl. ring.
  - destruct (is_zero y); [discriminate|]. injection Ev as <-. split; [exact I|]. split.
    + intros d Hd. destruct (two_tans _ _ _ Hd) as (a & b & ->). eexists; split; [reflexivity | exact I].
    + eexists. split; [reflexivity|]. split; [discriminate|]. intros c Hc. destruct (a_real _ c Hc) as [k ->].
      eexists. split; [reflexivity|]. split; [repeat split|].
      intros d e Hd Ed. destruct (two_tans _ _ _ Hd) as (a & b & ->). injection Ed as <-. simpl. ring.
  - injection Ev as <-. split; [exact I|]. split.
    + intros d Hd. destruct (two_tans _ _ _ Hd) as (a & b & ->). eexists; split; [reflexivity | exact I].
    + eexists. split; [reflexivity|]. split; [discriminate|]. intros c Hc. destruct (a_real _ c Hc) as [k ->].
      eexists. split; [reflexivity|]. split; [repeat split|].
      intros d e Hd Ed. destruct (two_tans _ _ _ Hd) as (a & b & ->). injection Ed as <-. simpl.
      rewrite ?zmul_mul, ?strong_mul. ring.
  - destruct (is_zero y); [discriminate|]. injection Ev as <-. split; [exact I|]. split.
    + intros d Hd. destruct (two_tans _ _ _ Hd) as (a & b & ->). eexists; split; [reflexivity | exact I].
    + eexists. split; [reflexivity|]. split; [discriminate|]. intros c Hc. destruct (a_real _ c Hc) as [k ->].
      eexists. split; [reflexivity|]. split; [repeat split|].
      intros d e Hd Ed. destruct (two_tans _ _ _ Hd) as (a & b & ->). injection Ed as <-. simpl.
      rewrite ?zmul_mul, ?strong_mul. ring.
  - injection Ev as <-. split; [exact I|]. split.
    + intros d Hd. destruct (two_tans _ _ _ Hd) as (a & b & ->). eexists; split; [reflexivity | exact I].
    + eexists. split; [reflexivity|]. split; [discriminate|]. intros c Hc. destruct (a_real _ c Hc) as [k ->].
      eexists. split; [reflexivity|]. split; [repeat split|].
      intros d e Hd Ed. destruct (two_tans _ _ _ Hd) as (a & b & ->). injection Ed as <-. simpl.
      rewrite ?zmul_mul, ?strong_mul. ring.
  - injection Ev as <-. split; [unfold less; destruct (Qclt_le_dec x y); exact I|]. split.
    + intros d Hd. eexists; split; [reflexivity|]. unfold less. destruct (Qclt_le_dec x y); exact I.
    + eexists. split; [reflexivity|]. split; [auto|]. intros c ->. eexists. split; [reflexivity|].
      split; [repeat split|]. intros d e Hd Ed. destruct (two_tans _ _ _ Hd) as (a & b & ->). simpl. ring.
  - destruct v; try destruct Tv. injection Ev as <-. split; [exact I|]. split.
    + intros d Hd. eexists; split; [reflexivity | exact I].
    + eexists. split; [reflexivity|]. split; [auto|]. intros c Hc. destruct (a_real _ c Hc) as [k ->].
      eexists. split; [reflexivity|]. split; [reflexivity|].
      intros d e Hd Ed. injection Ed as <-. simpl. ring.
Qed.

Open Scope nat_scope.

Definition r (x : nat) : tvar nat := (x, TReal).
Definition t2 (x : nat) : tvar nat := (x, two).

(** square a = a · a *)
Definition square : def nat :=
  Def (Name "square") (r 0) (Do (Dup (t2 1) (r 0)) (Do (Call (r 2) (Name "mul") (t2 1)) Done)) (r 2).

(** f (a, b) = if a < b then square a · b else a / b *)
Definition f : def nat :=
  let four := (2, pair_ty two two) in
  Def (Name "f") (t2 1)
    (Do (Dup four (t2 1)) (Do (Untuple [t2 3; t2 4] four)
      (Do (Call (5, bool_ty) (Name "lt") (t2 3))
        (Case (5, bool_ty)
          (6, TUnit) (Do (Elim (6, TUnit)) (Do (Untuple [r 7; r 8] (t2 4)) (Do (Call (r 9) (Name "square") (r 7))
            (Do (Tuple (t2 10) [r 9; r 8]) (Do (Call (r 11) (Name "mul") (t2 10)) Done)))))
          (12, TUnit) (Do (Elim (12, TUnit)) (Do (Call (r 11) (Name "div") (t2 4)) Done))
          Done)))) (r 11).

Definition q (n : Z) : value := num (Q2Qc (inject_Z n)).
Definition run_in (L : option (library rational)) (g : fn) (v : value) : option value :=
  match L with Some L => fns L g v | None => None end.
Definition programs : option (library rational) := load arithmetic [Define square; Define f; Loop (Name "square")].

(** What is computed, with rationals as numerator and denominator. *)
Fixpoint shown (v : value) : list (Z * positive) :=
  match v with
  | VReal x => [(Qnum (this x), Qden (this x))]
  | VCons a b => shown a ++ shown b
  | VInl a | VInr a => shown a
  | _ => []
  end.
(** The cotangent of v at g v, of the cotangent 1. *)
Definition gradient (g : fn) (v : value) : option (list (Z * positive)) :=
  match run_in programs (RevF g) v with
  | Some (VCons _ (VCons x VUnit)) =>
    match run_in programs (RevR g) (pair_val x (q 1)) with Some b => Some (shown b) | None => None end
  | _ => None
  end.

(** f (2, 5) = 20, and its gradient there is (2ab, a²); at (3, 2) it is (1/b, -a/b²). *)
Example value_at_2_5 : match run_in programs (Name "f") (pair_val (q 2) (q 5)) with Some v => shown v | None => [] end = [(20, 1%positive)]%Z.
Proof. vm_compute. reflexivity. Qed.
Example gradient_at_2_5 : gradient (Name "f") (pair_val (q 2) (q 5)) = Some [(20, 1%positive); (4, 1%positive)]%Z.
Proof. vm_compute. reflexivity. Qed.
Example gradient_at_3_2 : gradient (Name "f") (pair_val (q 3) (q 2)) = Some [(1, 2%positive); (-3, 4%positive)]%Z.
Proof. vm_compute. reflexivity. Qed.

(** Squared three times, a is a⁸, whose derivative is 8a⁷. *)
Example loop_at_2 : gradient (Times (Name "square")) (pair_val (VInt 3) (q 2)) = Some [(1024, 1%positive)]%Z.
Proof. vm_compute. reflexivity. Qed.

(** So the theorem applies. *)
Theorem loaded : exists L, programs = Some L /\ transposes L.
Proof.
  assert (H : match programs with Some _ => true | None => false end = true) by (vm_compute; reflexivity).
  destruct programs as [L|] eqn:E; [|discriminate].
  exists L. split; auto. exact (program_ok _ _ _ arithmetic_transposes E).
Qed.

(** None of them rests on an axiom. *)
Print Assumptions procedure.
Print Assumptions times_ok.
Print Assumptions program_ok.
Print Assumptions program_total.
Print Assumptions loaded.
