(** The procedure language (Figure 20), and how a procedure is checked (Figure 21, with Case). *)
From Coq Require Import ZArith List Bool String Permutation.
From Procad Require Import Value.
Import ListNotations.

(** Names can be compared. *)
Class names (V : Type) := name_dec : forall x y : V, {x = y} + {x <> y}.
(* By a boolean: Nat.eq_dec computes a proof at each step. *)
#[global] Instance nat_names : names nat.
Proof.
  intros x y. destruct (Nat.eqb x y) eqn:E; [left; apply Nat.eqb_eq, E | right; apply Nat.eqb_neq, E].
Defined.

(** The names in F[p] and R[p], where p has numbers for names: P x is x itself and
    B x is x̄.  TB k x and TC k x are further names, which belong to the statement
    that binds x, and to the one that consumes it. *)
Inductive var := P (x : nat) | B (x : nat) | TB (k x : nat) | TC (k x : nat).
#[global] Instance var_names : names var.
Proof. unfold names. decide equality; apply Nat.eq_dec. Defined.

(** f ::= a definition or a primitive | nTimes{f} | revf$f | revr$f | add{T} | zero{T} | unreachable{A, B} *)
Inductive fn :=
  | Name (f : string) | Times (f : fn) | RevF (f : fn) | RevR (f : fn)
  | AddOf (t : ty) | ZeroOf (t : ty) | Unreachable (a b : ty).

Inductive const := CReal (k : Z) | CInt (k : Z) | CUnit.
Definition const_ty (k : const) : ty := match k with CReal _ => TReal | CInt _ => TInt | CUnit => TUnit end.

Section Syntax.
Context {V : Type} {names_V : names V}.

(** A variable and its type. *)
Definition tvar : Type := V * ty.

(** Statements without procedures in them. *)
Inductive stmt :=
  | Call (b : tvar) (f : fn) (a : tvar)       (* b = Call f a        *)
  | Const (a : tvar) (k : const)              (* a = Const k         *)
  | Elim (a : tvar)                           (* Elim a              *)
  | Dup (t s : tvar)                          (* t = Dup s           *)
  | Tuple (b : tvar) (l : list tvar)          (* b = (a1, …, an)     *)
  | Untuple (l : list tvar) (b : tvar)        (* (a1, …, an) = b     *)
  | Inl (a b : tvar)                          (* a = Inl b           *)
  | Inr (a b : tvar).                         (* a = Inr b           *)

(** p ::= nothing | s ; p | Case a (Inl x p) (Inr y p) ; p *)
Inductive proc :=
  | Done
  | Do (s : stmt) (k : proc)
  | Case (a x : tvar) (p : proc) (y : tvar) (q : proc) (k : proc).

Fixpoint app (p q : proc) : proc :=
  match p with
  | Done => q
  | Do s k => Do s (app k q)
  | Case a x p1 y p2 k => Case a x p1 y p2 (app k q)
  end.

Definition one (s : stmt) : proc := Do s Done.

(** What a statement consumes and what it binds. *)
Definition ins (s : stmt) : list tvar :=
  match s with
  | Call _ _ a | Elim a | Dup _ a | Untuple _ a | Inl _ a | Inr _ a => [a]
  | Const _ _ => []
  | Tuple _ l => l
  end.
Definition outs (s : stmt) : list tvar :=
  match s with
  | Call b _ _ | Const b _ | Dup b _ | Tuple b _ | Inl b _ | Inr b _ => [b]
  | Elim _ => []
  | Untuple l _ => l
  end.

Definition eqty (a b : ty) : bool := if ty_dec a b then true else false.
Definition types (l : list tvar) : ty := tuple_ty (map snd l).

Definition no_single (l : list tvar) : bool := negb (Nat.eqb (List.length l) 1).

(**  a : S ⊢ b = Call f a ⊣ b : T     f : S → T           ⊢ a = Const k ⊣ a : T     k : T
     a : T ⊢ Elim a ⊣                                      s : T ⊢ t = Dup s ⊣ t : (T, T)
     a1 : T1, … ⊢ b = (a1, …) ⊣ b : (T1, …)                b : (T1, …) ⊢ (a1, …) = b ⊣ a1 : T1, …
     b : T1 ⊢ a = Inl b ⊣ a : T1 + T2                      b : T2 ⊢ a = Inr b ⊣ a : T1 + T2 *)
Definition rule (sig : fn -> option (ty * ty)) (s : stmt) : bool :=
  match s with
  | Call b f a => match sig f with Some (i, o) => eqty (snd a) i && eqty (snd b) o | None => false end
  | Const a k => eqty (snd a) (const_ty k)
  | Elim _ => true
  | Dup t s => eqty (snd t) (pair_ty (snd s) (snd s))
  | Tuple b l | Untuple l b => eqty (snd b) (types l) && no_single l
  | Inl a b => match snd a with TSum l _ => eqty l (snd b) | _ => false end
  | Inr a b => match snd a with TSum _ r => eqty r (snd b) | _ => false end
  end.

(** A context Γ, and all names that have been bound so far: each is bound once. *)
Record state := St { ctx : list tvar; seen : list V }.

Definition dom (l : list tvar) : list V := map fst l.
Definition mem (x : V) (l : list V) : bool := if in_dec name_dec x l then true else false.

(** The names of both lists, each once where each list has it once: a chain of Cases has
    as many names as it binds, not twice as many after each Case. *)
Definition union (l m : list V) : list V := l ++ filter (fun n => negb (mem n l)) m.

Lemma in_or_union l m n : In n l \/ In n m -> In n (union l m).
Proof.
  intros [H|H]; apply in_or_app; auto. destruct (mem n l) eqn:E.
  - unfold mem in E. destruct (in_dec name_dec n l); [auto | discriminate].
  - right. apply filter_In. rewrite E. auto.
Qed.

(** Takes a variable out of Γ. *)
Fixpoint take (x : tvar) (l : list tvar) : option (list tvar) :=
  match l with
  | [] => None
  | y :: l' =>
    if name_dec (fst x) (fst y) then if eqty (snd x) (snd y) then Some l' else None
    else match take x l' with Some l'' => Some (y :: l'') | None => None end
  end.
Fixpoint takes (xs l : list tvar) : option (list tvar) :=
  match xs with
  | [] => Some l
  | x :: xs' => match take x l with Some l' => takes xs' l' | None => None end
  end.

Definition bind (x : tvar) (st : state) : option state :=
  if mem (fst x) (seen st) then None else Some (St (x :: ctx st) (fst x :: seen st)).
Fixpoint binds (xs : list tvar) (st : state) : option state :=
  match xs with
  | [] => Some st
  | x :: xs' => match bind x st with Some st' => binds xs' st' | None => None end
  end.

(** The same variables, in any order. *)
Definition tvar_dec (x y : tvar) : {x = y} + {x <> y}.
Proof.
  destruct x as [x t], y as [y s].
  destruct (name_dec x y); [destruct (ty_dec t s); [left | right] | right]; congruence.
Defined.
Definition same (l l' : list tvar) : bool :=
  Nat.eqb (List.length l) (List.length l') && forallb (fun x => if in_dec tvar_dec x l' then true else false) l.

(** Γ ⊢ p ⊣ Δ

    Γ ⊢ p ⊣ Δ'    Δ' ⊢ q ⊣ Δ            Γ, x : T1 ⊢ p ⊣ Δ    Γ, y : T2 ⊢ q ⊣ Δ
    ─────────────────────────            ───────────────────────────────────────────────
    Γ ⊢ p ; q ⊣ Δ                        a : T1 + T2, Γ ⊢ Case a (Inl x p) (Inr y q) ⊣ Δ

    The right branch of a Case binds no name of the left one, but those of Δ. *)
Fixpoint check (sig : fn -> option (ty * ty)) (p : proc) (st : state) : option state :=
  match p with
  | Done => Some st
  | Do s k =>
    if rule sig s then
      match takes (ins s) (ctx st) with
      | Some g => match binds (outs s) (St g (seen st)) with Some st' => check sig k st' | None => None end
      | None => None
      end
    else None
  | Case a x p y q k =>
    match snd a, take a (ctx st) with
    | TSum l r, Some g =>
      if eqty (snd x) l && eqty (snd y) r then
        match bind x (St g (seen st)) with
        | Some sx =>
          match check sig p sx with
          | Some sp =>
            let gone := filter (fun n => negb (mem n (dom (ctx sp)))) (seen sp) in
            match bind y (St g (union (seen st) gone)) with
            | Some sy =>
              match check sig q sy with
              | Some sq =>
                if same (ctx sp) (ctx sq) then check sig k (St (ctx sp) (union (seen sp) (seen sq))) else None
              | None => None
              end
            | None => None
            end
          | None => None
          end
        | None => None
        end
      else None
    | _, _ => None
    end
  end.
End Syntax.
Arguments tvar : clear implicits.
Arguments stmt : clear implicits.
Arguments proc : clear implicits.
Arguments state : clear implicits.

Section Map.
Context {V W : Type} (f : V -> W).
Definition rename (x : tvar V) : tvar W := (f (fst x), snd x).

Definition map_stmt (s : stmt V) : stmt W :=
  match s with
  | Call b g a => Call (rename b) g (rename a)
  | Const a k => Const (rename a) k
  | Elim a => Elim (rename a)
  | Dup t s => Dup (rename t) (rename s)
  | Tuple b l => Tuple (rename b) (map rename l)
  | Untuple l b => Untuple (map rename l) (rename b)
  | Inl a b => Inl (rename a) (rename b)
  | Inr a b => Inr (rename a) (rename b)
  end.
End Map.

(** A definition f : S → T, Γ = in : S and Δ = out : T. *)
Record def (V : Type) := Def { name : fn; input : tvar V; body : proc V; output : tvar V }.
Arguments Def {V}. Arguments name {V}. Arguments input {V}. Arguments body {V}. Arguments output {V}.

Definition check_def {V} `{names V} (sig : fn -> option (ty * ty)) (d : def V) : bool :=
  match check sig (body d) (St [input d] [fst (input d)]) with
  | Some st => same (ctx st) [output d]
  | None => false
  end.
