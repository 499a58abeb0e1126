"""The functions of a package, and what are attributes of them."""

from __future__ import annotations

import collections
import functools
import inspect
import types

builder = None  # makes the function of a name in the source with a derivative that has a flag, where that can be done


class Function:
    """A function that has its derivatives as attributes. What is not built is made when it is asked for, if that can be
    done; else there is an AttributeError that says why."""

    def __init__(self, function, of, entry, absent, unbuilt):
        functools.update_wrapper(self, function)
        self._of, self._entry, self._absent, self._unbuilt = of, entry, absent, unbuilt

    def __getattr__(self, name):
        known = self.__dict__
        if name in known.get("_unbuilt", {}):
            self._build(known["_unbuilt"][name])
            return known[name]
        why = known.get("_absent", {}).get(name)
        if why:
            raise AttributeError(f"{self.__qualname__} has no {name}: {why}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _build(self, flag):
        """Makes the derivatives that a flag makes."""
        if builder is None:
            names = ", ".join([n for n, f in self._unbuilt.items() if f == flag])
            raise AttributeError(f"{self.__qualname__} has no {names}: procad build --{flag} makes it, and procad.compile where it is asked for")
        made = builder(self._of, flag)
        for name in [n for n, f in self._unbuilt.items() if f == flag]:
            setattr(self, name, getattr(made, name))
            del self._unbuilt[name]

    def _has(self, name):
        """Whether there is a derivative, or can be."""
        return name in self.__dict__ or builder is not None and name in self._unbuilt

    def _bound(self, args, named):
        """The arguments of a call, in order."""
        return list(inspect.signature(self).bind(*args, **named).args)

    def _chosen(self, wrt, names=None):
        """The names of parameters that wrt says, a list or a str with commas between; all of names if it is None."""
        names = names or (self.Gradient._fields if "Gradient" in self.__dict__ else [name for name, t in self._entry.params if real(t)])
        if wrt is None:
            return list(names)
        chosen = [w.strip() for w in wrt.split(",")] if isinstance(wrt, str) else list(wrt)
        for w in chosen:
            if w not in names:
                raise TypeError(f"wrt: {self.__qualname__} has no derivative in {w!r}, but in {', '.join(names)}")
        return chosen

    @property
    def value(self):
        """The function itself."""
        return self

    @functools.cached_property
    def batch(self):
        """The function for several problems in one call: any parameters may have a leading axis, and the result has it."""
        from . import _batches

        return _batches.Batch(self, self._entry)

    def jacobian(self, *args, wrt=None, **named):
        """The Jacobian: a named tuple with a matrix for each parameter, whose axes are those of the result and then its own.
        What is no Real and no array of Reals has one axis, as ravel has it. wrt names the parameters, if not all."""
        from . import _jacobians

        return _jacobians.jacobian(self, self._bound(args, named), wrt)

    def hessian(self, *args, wrt=None, **named):
        """The Hessian, as named tuples: h.x.y are the second derivatives in x and y, with the axes of x and then those of y.
        What is no Real and no array of Reals has one axis, as ravel has it. wrt names the parameters, if not all."""
        from . import _jacobians

        return _jacobians.hessian(self, self._bound(args, named), wrt)

    def ravel(self, *args, wrt=None, **named):
        """The Reals of the arguments that have a derivative as a vector; wrt names the parameters, if not all."""
        chosen, values = self._chosen(wrt), self._bound(args, named)
        return self._layout(chosen, values).vector()

    def unravel(self, vector, *args, wrt=None, **named):
        """The arguments with the Reals of a vector, as ravel has them: a list of all of them, in order."""
        import numpy

        chosen, values = self._chosen(wrt), self._bound(args, named)
        layout, vector = self._layout(chosen, values), numpy.array(vector, float)
        if vector.shape != (layout.size,):
            raise ValueError(f"vector: the shape ({layout.size},) is wanted, not {vector.shape}")
        made = dict(zip(chosen, layout.values(vector)))
        return [made.get(name, value) for (name, _), value in zip(self._entry.params, values)]

    def _layout(self, chosen, values):
        from . import _flat

        parts = {name: (name, t, value) for (name, t), value in zip(self._entry.params, values)}
        return _flat.Layout([parts[name] for name in chosen])

    def scipy(self, *args, wrt=None, **named):
        """fun, jac, hessp, hess and x0 for scipy.optimize.minimize, whose x is ravel(…, wrt=wrt): what the arguments
        have for wrt is where it begins, and the others stay as they are."""
        from . import _minimize

        return _minimize.Problem(self, self._bound(args, named), self._chosen(wrt))

    def torch(self, *args, **named):
        """The value as tensors of PyTorch, with derivatives in those tensors among the arguments, and in them, that ask for it."""
        from . import _torch

        return _torch.call(self, self._bound(args, named))

    # By this pydoc and inspect take it for what is called, and a class may have it as a method.
    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self):
        return f"<function {self.__module__}.{self.__qualname__}>"

    def __reduce__(self):
        return self.__qualname__


def real(t):
    """Whether there are Reals in values of a type."""
    return any("d" in codes for codes, _ in t.items(""))


def function(of, entry, absent, unbuilt):
    """A decorator that makes a Function of a name in the source, which costs as little as a call can. absent says of attributes
    that it has not, why; unbuilt of others, which flag makes them."""
    return lambda f: type("function", (Function,), {"__call__": staticmethod(f)})(f, of, entry, absent, unbuilt)


class Trace:
    """What a forward pass leaves for its reverse pass; known is what it found out about values with nodes, result what it returned."""

    __slots__ = ("_trace", "_known", "_result", "__weakref__")

    def __init__(self, trace, known=None, result=None):
        self._trace, self._known, self._result = trace, known or {}, result


def attach(function, name, attribute):
    """Makes a function or a class an attribute of a function or a class, under whose name it is found again."""
    attribute.__name__, attribute.__qualname__ = name, f"{function.__qualname__}.{name}"
    attribute.__module__ = function.__module__
    setattr(function, name, attribute)
    return attribute


def derivative(function, name, attribute, entry, part=None):
    """Makes a derivative an attribute of a function; part is that of what the entry returns which it returns."""
    from . import _batches

    attach(function, name, attribute)
    attribute._entry = entry
    attribute.batch = _batches.Batch(attribute, entry, part)


def record(function, name, fields):
    """A class of named tuples; what cannot be the name of a field is called _0, _1, …"""
    fields = collections.namedtuple(name, fields, rename=True)
    return attach(function, name, type(name, (fields,), {"__slots__": (), "__doc__": fields.__doc__, "ravel": ravel} if "ravel" not in fields._fields else {"__slots__": ()}))


def ravel(self):
    """The Reals in it as a vector, in the order of the function's ravel."""
    from . import _flat

    return _flat.flat(tuple(self))


def trace(function):
    """A class of traces."""
    return attach(function, "Trace", type("Trace", (Trace,), {"__slots__": (), "__doc__": Trace.__doc__}))
