(** The text of definitions: one statement a line, with the type of every variable,
    fields separated by tabs. *)
From Coq Require Import String Ascii DecimalString ZArith List.
From Procad Require Import Value Syntax Reverse.
Import ListNotations.
Open Scope string_scope.

Definition nat_text (n : nat) : string := NilZero.string_of_uint (Nat.to_uint n).
Definition Z_text (z : Z) : string := NilZero.string_of_int (Z.to_int z).
Definition tab : string := String (ascii_of_nat 9) "".

(** Real, Int, a tuple in parentheses, a sum in parentheses. *)
Fixpoint ty_text (t : ty) : string :=
  let fix rest (t : ty) : string :=
    match t with
    | TCons a b => ", " ++ ty_text a ++ rest b
    | _ => ")"
    end in
  match t with
  | TReal => "Real"
  | TInt => "Int"
  | TUnit => "()"
  | TCons a b => "(" ++ ty_text a ++ rest b
  | TSum a b => "(" ++ ty_text a ++ " + " ++ ty_text b ++ ")"
  end.

Definition var_text (x : var) : string :=
  match x with
  | P n => "x" ++ nat_text n
  | B n => "x" ++ nat_text n ++ ".bar"
  | TB k n => "x" ++ nat_text n ++ ".b" ++ nat_text k
  | TC k n => "x" ++ nat_text n ++ ".c" ++ nat_text k
  end.

(** A function, and of add, zero and unreachable the types in further fields. *)
Fixpoint fn_text (f : fn) : string :=
  match f with
  | Name s => s
  | Times g => "nTimes{" ++ fn_text g ++ "}"
  | RevF g => "revf$" ++ fn_text g
  | RevR g => "revr$" ++ fn_text g
  | AddOf t => "add|" ++ ty_text t
  | ZeroOf t => "zero|" ++ ty_text t
  | Unreachable a b => "unreachable|" ++ ty_text a ++ "|" ++ ty_text b
  end.

(** A variable where it is bound, with its type, and where it is used, without. *)
Definition bound_text (x : tvar var) : string := tab ++ var_text (fst x) ++ tab ++ ty_text (snd x).
Definition used_text (x : tvar var) : string := tab ++ var_text (fst x).
Definition each (f : tvar var -> string) (l : list (tvar var)) : string := String.concat "" (map f l).

Definition const_text (k : const) : string :=
  tab ++ match k with CReal b => Z_text b | CInt z => Z_text z | CUnit => "0" end.

Definition stmt_text (s : stmt var) : string :=
  match s with
  | Call b f a => "call" ++ used_text a ++ tab ++ fn_text f ++ bound_text b
  | Const a k => "const" ++ bound_text a ++ const_text k
  | Elim a => "elim" ++ used_text a
  | Dup t s => "dup" ++ used_text s ++ bound_text t
  | Tuple b l => "tuple" ++ each used_text l ++ bound_text b
  | Untuple l b => "untuple" ++ used_text b ++ each bound_text l
  | Inl a b => "inl" ++ used_text b ++ bound_text a
  | Inr a b => "inr" ++ used_text b ++ bound_text a
  end.

Fixpoint proc_text (p : proc var) : list string :=
  match p with
  | Done => []
  | Do s k => stmt_text s :: proc_text k
  | Case a x p y q k =>
    ("case" ++ used_text a ++ bound_text x)%string :: proc_text p ++
    ("or" ++ bound_text y)%string :: proc_text q ++ "end" :: proc_text k
  end%list.

Definition def_text (d : def var) : list string :=
  (("def" ++ tab ++ fn_text (name d) ++ bound_text (input d))%string :: proc_text (body d)
   ++ [("return" ++ used_text (output d))%string])%list.

(** Types and trace types of what a definition calls. *)
Definition table := list (string * (ty * ty * ty)).
Fixpoint find (t : table) (f : string) : option (ty * ty * ty) :=
  match t with
  | [] => None
  | (g, s) :: t' => if string_dec f g then Some s else find t' f
  end.
Definition table_sig (t : table) (f : fn) : option (ty * ty) :=
  match f with
  | Name s => match find t s with Some (i, o, _) => Some (i, o) | None => None end
  | _ => None
  end.
Definition table_trace (t : table) (f : fn) : ty :=
  match f with Name s => match find t s with Some (_, _, x) => x | None => TUnit end | _ => TUnit end.

(** Whether a definition is checked, and if so its revf and revr, line by line. *)
Definition report (t : table) (d : def nat) : list string :=
  if check_def (table_sig t) d
  then ("checked" :: def_text (fwd_def (table_trace t) d) ++ def_text (rev_def (table_trace t) d))%list
  else ["refused"].

(** The verdict alone. *)
Definition verdict (t : table) (d : def nat) : list string := [if check_def (table_sig t) d then "checked" else "refused"].
