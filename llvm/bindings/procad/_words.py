"""What functions of other systems are called here, for messages about names that are not there."""

import difflib

# Words of JAX, PyTorch, autograd, SciPy and others, by the attribute of a function that has what they mean.
WORDS = {
    "batch": "apply_along_axis map pmap vectorize vmap xmap",
    "grad": "backprop backward d deriv derivative df diff differentiate dx elementwise_grad filter_grad get_gradient gradient gradients nabla",
    "hessian": "hess hessians",
    "hvp": "hessian_vector_product hessian_vector_products hess_vec hessp make_hvp vhp",
    "jacobian": "jac jacfwd jacobi jacobians jacrev",
    "jvp": "directional directional_derivative fwd linearize make_jvp pushforward tangent",
    "ravel": "flatten ravel_pytree tree_flatten",
    "scipy": "minimise minimize optimise optimize",
    "torch": "autograd requires_grad",
    "unravel": "tree_unflatten unflatten",
    "value": "call eval evaluate func primal",
    "value_and_grad": "filter_value_and_grad fun_and_grad fun_and_jac func_and_grad grad_and_value loss_and_grad val_and_grad valgrad "
    "value_and_derivative value_and_gradient value_grad value_gradient vg withgradient",
    "vjp": "adjoint linear_transpose make_vjp pullback transpose vector_jacobian_product",
}
HERE = {word: name for name, words in WORDS.items() for word in words.split()}

# What there is instead of other things.
INSTEAD = {
    "no_grad": "without grad nothing of a derivative is computed",
    **dict.fromkeys(["argnums", "stop_gradient", "detach"], "wrt names the parameters of a derivative"),
    **dict.fromkeys(["checkpoint", "checkpointing", "remat"], "checkpoint is an option of procad build and of procad.compile"),
    **dict.fromkeys(["compile", "compiled", "filter_jit", "jit", "njit"], "functions are compiled already"),
}

# What has the derivatives of a gradient.
SECOND = {"grad": "hessian", "value_and_grad": "hessian", "jacobian": "hessian", "hessian": "hessian", "jvp": "hvp", "vjp": "hvp", "hvp": "hvp"}


def missing(owner, name, names, text):
    """An AttributeError about a name that owner has not. names are those that it has. text says where an attribute of functions is,
    which has the name or what it means elsewhere."""
    if name.startswith("_"):  # what Python itself asks for
        return AttributeError(f"{owner} has no attribute {name!r}")
    word = HERE.get(name.lower()) or (name if name in WORDS else "")
    close = difflib.get_close_matches(name, [n for n in names if not n.startswith("_")], 1)
    hint = ""
    if word:
        hint = text(word)
    elif name.lower() in INSTEAD:
        hint = INSTEAD[name.lower()]
    elif close:
        hint = f"did you mean {close[0]}?"
    return AttributeError(f"{owner} has no {name}" + (f": {hint}" if hint else ""))


def missing_in_module(owner, name, names, function):
    """The AttributeError about a name that a module has not. function is what its functions are called, or one of them."""
    return missing(owner, name, names, lambda word: f"functions have it, as {function}.{word}")
