"""Jacobians and Hessians, by one call with all directions."""

from __future__ import annotations

import collections
import functools

import numpy

from . import _flat


def jacobian(function, values, wrt):
    """The Jacobian in the parameters that wrt names, as a named tuple of matrices."""
    if function._has("grad"):
        gradient = function.grad(*values)
        chosen = function._chosen(wrt, gradient._fields)
        parts = [getattr(gradient, name) for name in chosen]
        return fields("Jacobian", chosen, [p if isinstance(p, (float, numpy.ndarray)) else _flat.flat(p) for p in parts])
    out = _flat.Layout([("the result", function._entry.types[0], function(*values))])
    if function._has("jvp") and (not function._has("vjp") or function._layout(function._chosen(wrt), values).size <= out.size):
        entry = function.jvp._entry
        chosen = function._chosen(wrt, directed(entry))
        columns = function._layout(chosen, values).size
        matrix = rows(entry.types[1], function.jvp.batch(*values, *directions(entry, values, chosen))[1]).T if columns else numpy.zeros((out.size, 0))
    else:
        entry = function.vjp._entry
        group, types = entry.results[1]
        chosen = function._chosen(wrt, group._fields)
        name, t = entry.params[-1]
        seed = _flat.Layout([(name, t, t.complete(name, None, function(*values), function._entry.types[0]))])
        if seed.size:
            gradient = function.vjp.batch(*values, seed.values(numpy.eye(seed.size))[0])[1]
            matrix = numpy.hstack([rows(types[group._fields.index(name)], getattr(gradient, name)) for name in chosen])
        else:
            matrix = numpy.zeros((0, function._layout(chosen, values).size))
    return blocks("Jacobian", chosen, function._layout(chosen, values), matrix, axes(out.size, out.sections[0][1]))


def hessian(function, values, wrt):
    """The Hessian in the parameters that wrt names, as named tuples of named tuples of matrices."""
    chosen = function._chosen(wrt, directed(function.hvp._entry))
    layout, matrix = function._layout(chosen, values), flat_hessian(function, values, chosen)
    parts = [blocks("Row", chosen, layout, matrix[section], axes(section.stop - section.start, form)) for section, form in layout.sections]
    return fields("Hessian", chosen, parts)


def flat_hessian(function, values, chosen):
    """The Hessian in some parameters as one matrix."""
    entry = function.hvp._entry
    group, types = entry.results[1]
    if not function._layout(chosen, values).size:
        return numpy.zeros((0, 0))
    product = function.hvp.batch(*values, *directions(entry, values, chosen))[1]
    return numpy.hstack([rows(types[group._fields.index(name)], getattr(product, name)) for name in chosen])


def directed(entry):
    """The names of the parameters of which an entry has tangents."""
    return [entry.params[of][0] for of in entry.tangents.values()]


def directions(entry, values, chosen):
    """The tangents of an entry: each direction in the chosen parameters, None for others."""
    of = {entry.params[of][0]: k for k, of in entry.tangents.items()}
    layout = _flat.Layout([(*entry.params[of[name]], entry.zero(of[name], values[entry.tangents[of[name]]])) for name in chosen])
    made = dict(zip(chosen, layout.values(numpy.eye(layout.size))))
    return [made.get(entry.params[of][0]) for of in entry.tangents.values()]


def rows(t, value):
    """A matrix of what a batch made for a type, a row for each problem."""
    if not t.even:
        return numpy.array([_flat.flat(v) for v in value])
    parts: list = []
    _flat.collect(value, parts, lambda a: a.reshape(len(a), -1))
    return numpy.hstack(parts)


def axes(size, form):
    return (size,) if form is None else form


def blocks(name, chosen, layout, matrix, out):
    """A named tuple of the columns of a matrix that belong to each parameter; its rows have the axes out."""
    parts = [matrix[:, section].reshape(out + axes(section.stop - section.start, form)) for section, form in layout.sections]
    return fields(name, chosen, parts)


def fields(name, chosen, parts):
    return named(name, tuple(chosen))(*parts)


@functools.lru_cache(maxsize=None)
def named(name, names):
    return collections.namedtuple(name, names, rename=True)
