package source

// scalar says that op(f) is there for functions to Real alone.
func scalar(op Operator) bool { return op == Grad || op == HVP || op == Hessian }

// hvp is the type of hvp(f) for f : sig.
//
//	hvp(f) = jvp(grad(f))
func hvp(sig Signature) (_ Signature, problem string) {
	if sig, problem = derive(Grad, sig); problem != "" {
		return Signature{}, problem
	}
	return derive(JVP, sig)
}

// hessian is the type of hessian(f) for f : sig.
//
//	hessian(f) = jacfwd(grad(f))                                        f of one parameter
//	hessian(f) : (A1, …, An) → (H1, …, Hn), Hi = jacfwd(grad(f)i)       grad(f)i is component i of grad(f); () if Ai is discrete
func hessian(sig Signature) (_ Signature, problem string) {
	if _, problem := derive(Grad, sig); problem != "" {
		return Signature{}, problem
	}
	if _, problem := derive(JacFwd, sig); problem != "" {
		return Signature{}, problem // of a parameter
	}
	rows := make([]Type, len(sig.Params))
	for i, p := range sig.Params {
		rows[i] = Unit
		if !Discrete(p) {
			row, problem := derive(JacFwd, Signature{sig.Params, Tangent(p)})
			if problem != "" {
				return Signature{}, problem
			}
			rows[i] = row.Result
		}
	}
	return Signature{sig.Params, TupleOf(rows...)}, ""
}
