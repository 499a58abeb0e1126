"""The functions of a package, and what are attributes of them."""

from __future__ import annotations

import collections
import functools
import inspect
import types

from . import _words

builder = None  # makes the function of a name in the source with a derivative that has a flag, where that can be done


class Called:
    """What is called as the function that it is made of, and has attributes."""

    def __init__(self, function):
        functools.update_wrapper(self, function)

    def __getattr__(self, name):
        raise _words.missing(self.__dict__.get("__qualname__", "the function"), name, dir(self), lambda word: f"it is {self._path_of(word)} here")

    def _path_of(self, attribute):
        """Where an attribute is."""
        return f"{self.__qualname__}.{attribute}"

    # By this pydoc and inspect take it for what is called, and a class may have it as a method.
    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self):
        return f"<function {self.__module__}.{self.__qualname__}>"

    def __reduce__(self):
        return self.__qualname__


def called(kind, function, *args):
    """A Called of a kind, which costs as little as a call can."""
    return type("function", (kind,), {"__call__": staticmethod(function)})(function, *args)


class Derivative(Called):
    """A derivative of a function. part is that of what the entry returns which it returns."""

    def __init__(self, function, entry, part):
        super().__init__(function)
        self._entry, self._part = entry, part

    @functools.cached_property
    def batch(self):
        """The derivative for several problems in one call: any parameters may have a leading axis, and the result has it."""
        from . import _batches

        return _batches.Batch(self, self._entry, self._part)

    def _path_of(self, attribute):
        of, _, name = self.__qualname__.rpartition(".")
        if attribute == "batch":
            return f"{self.__qualname__}.{attribute}"
        return f"{of}.{_words.SECOND.get(attribute, attribute) if 'grad' in name else attribute}"


class Function(Called):
    """A function that has its derivatives as attributes. What is not built is made when it is asked for, if that can be
    done; else there is an AttributeError that says why."""

    def __init__(self, function, of, entry, absent, unbuilt):
        super().__init__(function)
        self._of, self._entry, self._absent, self._unbuilt = of, entry, absent, unbuilt

    def __getattr__(self, name):
        known = self.__dict__
        if name in known.get("_unbuilt", {}) or name in known.get("_absent", {}):
            self._need(name, name)
            return known[name]
        return super().__getattr__(name)

    def _need(self, name, of):
        """Makes a derivative, of which the attribute that is called name is made. AttributeError, about that, if it cannot be made."""
        if of in self._absent:
            raise AttributeError(f"{self.__qualname__} has no {name}: {self._absent[of]}")
        flag = self._unbuilt.get(of)
        if flag is None:
            return
        if builder is None:
            raise AttributeError(f"{self.__qualname__} has no {name}: procad build --{flag} makes it, and procad.compile where it is asked for")
        self._build(flag)

    def _build(self, flag):
        """Makes the derivatives that a flag makes."""
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
        return chosen(self.__qualname__, wrt, names)

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

        if not any(self._has(name) for name in ("grad", "jvp", "vjp")):
            self._need("jacobian", "jvp")
        return _jacobians.jacobian(self, self._bound(args, named), wrt)

    def hessian(self, *args, wrt=None, **named):
        """The Hessian, as named tuples: h.x.y are the second derivatives in x and y, with the axes of x and then those of y.
        What is no Real and no array of Reals has one axis, as ravel has it. wrt names the parameters, if not all."""
        from . import _jacobians

        self._need("hessian", "hvp")
        return _jacobians.hessian(self, self._bound(args, named), wrt)

    def ravel(self, *args, wrt=None, **named):
        """The Reals of the arguments that have a derivative as a vector; wrt names the parameters, if not all."""
        names, values = self._chosen(wrt), self._bound(args, named)
        return self._layout(names, values).vector()

    def unravel(self, vector, *args, wrt=None, **named):
        """The arguments with the Reals of a vector, as ravel has them: a list of all of them, in order."""
        import numpy

        names, values = self._chosen(wrt), self._bound(args, named)
        layout, vector = self._layout(names, values), numpy.array(vector, float)
        if vector.shape != (layout.size,):
            raise ValueError(f"vector: the shape ({layout.size},) is wanted, not {vector.shape}")
        made = dict(zip(names, layout.values(vector)))
        return [made.get(name, value) for (name, _), value in zip(self._entry.params, values)]

    def _layout(self, names, values):
        from . import _flat

        parts = {name: (name, t, value) for (name, t), value in zip(self._entry.params, values)}
        return _flat.Layout([parts[name] for name in names])

    def scipy(self, *args, wrt=None, **named):
        """fun, jac, hessp, hess and x0 for scipy.optimize.minimize, whose x is ravel(…, wrt=wrt): what the arguments
        have for wrt is where it begins, and the others stay as they are."""
        from . import _minimize

        self._need("scipy", "value_and_grad")
        return _minimize.Problem(self, self._bound(args, named), self._chosen(wrt))

    def torch(self, *args, **named):
        """The value as tensors of PyTorch, with derivatives in those tensors among the arguments, and in them, that ask for it."""
        from . import _torch

        return _torch.call(self, self._bound(args, named))


def chosen(function, wrt, names):
    """The names that wrt says, a list or a str with commas between, of parameters. function is the name of one."""
    if isinstance(wrt, (str, list, tuple)):
        given = [w.strip() for w in wrt.split(",")] if isinstance(wrt, str) else list(wrt)
    else:
        raise TypeError(f"wrt: names of parameters are wanted, as in wrt={names[0]!r}, not {type(wrt).__name__}; {function} has derivatives in {', '.join(names)}")
    if not given:
        raise TypeError(f"wrt: it names no parameter; {function} has derivatives in {', '.join(names)}")
    for i, w in enumerate(given):
        if w not in names:
            raise TypeError(f"wrt: {function} has no derivative in {w!r}, but in {', '.join(names)}")
        if w in given[:i]:
            raise TypeError(f"wrt: {w!r} is there twice")
    return given


def only(function, wrt, made):
    """What a derivative of a function returns, of which this is the name, with the fields alone that wrt names in its named tuples."""
    if isinstance(made, Fields):
        names = chosen(function, wrt, made._fields)
        return part(type(made), tuple(names))(*[getattr(made, name) for name in names])
    return tuple([only(function, wrt, m) if isinstance(m, Fields) else m for m in made])


def real(t):
    """Whether there are Reals in values of a type."""
    return any("d" in codes for codes, _ in t.items(""))


def function(of, entry, absent, unbuilt):
    """A decorator that makes a Function of a name in the source. absent says of attributes
    that it has not, why; unbuilt of others, which flag makes them."""
    return lambda f: called(Function, f, of, entry, absent, unbuilt)


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
    setattr(function, name, called(Derivative, attach(function, name, attribute), entry, part))


class Fields(tuple):
    """A named tuple with a field for each parameter."""

    __slots__ = ()


def ravel(self):
    """The Reals in it as a vector, in the order of the function's ravel."""
    from . import _flat

    return _flat.flat(tuple(self))


def fields(name, names):
    """A class of named tuples; what cannot be the name of a field is called _0, _1, …"""
    made = collections.namedtuple(name, names, rename=True)
    own = {"__slots__": (), "__doc__": made.__doc__}
    return type(name, (made, Fields), own if "ravel" in made._fields else {**own, "ravel": ravel})


def record(function, name, names):
    """The class of named tuples that derivatives of a function make."""
    return attach(function, name, fields(name, names))


@functools.lru_cache(maxsize=None)
def part(of, names):
    """The class of named tuples with some fields of another one."""
    return fields(of.__name__, names)


def trace(function):
    """A class of traces."""
    return attach(function, "Trace", type("Trace", (Trace,), {"__slots__": (), "__doc__": Trace.__doc__}))
