"""Functions of PyTorch."""

from __future__ import annotations

import dataclasses

import numpy
import torch
from torch.autograd.function import once_differentiable

from . import _values


def call(function, values):
    """The value of a function, whose derivatives PyTorch finds in the tensors of values."""
    tensors: list = []
    numbers = mapped(values, lambda v: taken(v, tensors))
    form: list = []
    made = Call.apply(function, numbers, [name for name, _ in function._entry.params], form, *tensors)
    rest = iter(made)
    return mapped(form[0], lambda v: next(rest) if isinstance(v, Out) else v)


class Place:
    """Where a tensor is among values."""

    def __init__(self, k):
        self.k = k


class Out:
    """Where a tensor is in a result."""


def taken(value, tensors):
    if not isinstance(value, torch.Tensor):
        return value
    tensors.append(value)
    return Place(len(tensors) - 1)


def mapped(value, f):
    """A value with f of each number, array and tensor in it."""
    if isinstance(value, (tuple, list)):
        parts = [mapped(v, f) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, dict):
        return {name: mapped(v, f) for name, v in value.items()}
    if isinstance(value, (_values.Inl, _values.Inr)):
        return type(value)(mapped(value.value, f))
    if dataclasses.is_dataclass(value):
        return type(value)(*[mapped(getattr(value, field.name), f) for field in dataclasses.fields(value)])
    return f(value)


class Call(torch.autograd.Function):
    @staticmethod
    def forward(ctx, function, values, names, form, *tensors):
        arrays = [array(t) for t in tensors]
        given = mapped(values, lambda v: arrays[v.k] if isinstance(v, Place) else v)
        ctx.function, ctx.values, ctx.names, ctx.trace = function, values, names, None
        ctx.save_for_backward(*tensors)
        smooth = any(t.requires_grad for t in tensors)
        ctx.single = smooth and function._has("value_and_grad")
        if ctx.single:
            value, ctx.gradient = function.value_and_grad(*given)
        elif smooth:
            value, ctx.trace = function.forward(*given)
        else:
            value = function(*given)
        outs: list = []
        form.append(mapped(value, lambda v: put(v, outs)))
        ctx.form = form[0]
        ctx.mark_non_differentiable(*[t for t in outs if not t.is_floating_point()])
        return tuple(outs)

    @staticmethod
    @once_differentiable
    def backward(ctx, *seeds):
        tensors = ctx.saved_tensors  # which says whether they have changed
        if ctx.single:
            gradient, scale = ctx.gradient, seeds[0]
        else:
            trace, ctx.trace, scale = ctx.trace, None, None
            if trace is None:  # this is not the first time: retain_graph=True
                arrays = [array(t) for t in tensors]
                _, trace = ctx.function.forward(*mapped(ctx.values, lambda v: arrays[v.k] if isinstance(v, Place) else v))
            rest = iter(seeds)
            gradient = trace.reverse(mapped(ctx.form, lambda v: seed(next(rest)) if isinstance(v, Out) else None))
        found: list = [None] * len(tensors)
        for name, value in zip(ctx.names, ctx.values):
            if name in gradient._fields:
                collect(value, getattr(gradient, name), found)
        for k, g in enumerate(found):
            if g is None and ctx.needs_input_grad[4 + k]:
                raise TypeError(f"{ctx.function.__qualname__} has no derivative in a tensor that asks for one: it has them in {', '.join(gradient._fields)}")
        parts = [g if g is None else torch.as_tensor(g, dtype=torch.float64).reshape(t.shape) for g, t in zip(found, tensors)]
        return (None, None, None, None, *[g if g is None or scale is None else scale * g for g in parts])


def array(tensor):
    """The numbers of a tensor, in the same memory if it is one of float64 on the CPU."""
    if tensor.device.type != "cpu":
        raise TypeError(f"a tensor on the CPU is wanted, not on {tensor.device}: give tensor.cpu()")
    return tensor.detach().numpy()


def put(value, outs):
    """The place of a tensor with a value, which becomes one of outs; what has no Reals stays as it is."""
    if isinstance(value, numpy.ndarray) and value.dtype == float:
        outs.append(torch.from_numpy(value))
    elif isinstance(value, float):
        outs.append(torch.tensor(value, dtype=torch.float64))
    else:
        return value
    return Out()


def seed(tensor):
    """A cotangent as the function takes it."""
    return tensor.item() if tensor.ndim == 0 else tensor.contiguous().numpy()


def collect(value, gradient, found):
    """Puts the parts of a gradient where the tensors of its value are."""
    if isinstance(value, Place):
        found[value.k] = gradient
    elif isinstance(value, (tuple, list)):
        for v, g in zip(value, gradient or ()):
            collect(v, g, found)
    elif isinstance(value, dict):
        for name, v in value.items():
            collect(v, getattr(gradient, name, None), found)
    elif isinstance(value, (_values.Inl, _values.Inr)):
        collect(value.value, gradient.value, found)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            collect(getattr(value, field.name), getattr(gradient, field.name, None), found)
