"""The functions of a package, and what are attributes of them."""

import collections
import functools
import types


class Function:
    """A function that has its derivatives as attributes. Those that it has not raise an AttributeError
    that says why."""

    def __init__(self, function, absent):
        functools.update_wrapper(self, function)
        self._absent = absent

    def __getattr__(self, name):
        why = self.__dict__.get("_absent", {}).get(name)
        if why:
            raise AttributeError(f"{self.__qualname__} has no {name}: {why}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    # By this pydoc and inspect take it for what is called, and a class may have it as a method.
    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self):
        return f"<function {self.__module__}.{self.__qualname__}>"

    def __reduce__(self):
        return self.__qualname__


def function(absent):
    """A decorator that makes a Function, which costs as little as a call can. absent says of attributes
    that it has not, why."""
    return lambda f: type("function", (Function,), {"__call__": staticmethod(f)})(f, absent)


class Trace:
    """What a forward pass leaves for its reverse pass; known is what it found out about values with nodes."""

    __slots__ = ("_trace", "_known", "__weakref__")

    def __init__(self, trace, known=None):
        self._trace, self._known = trace, known or {}


def attach(function, name, attribute):
    """Makes a function or a class an attribute of a function or a class, under whose name it is found again."""
    attribute.__name__, attribute.__qualname__ = name, f"{function.__qualname__}.{name}"
    attribute.__module__ = function.__module__
    setattr(function, name, attribute)
    return attribute


def record(function, name, fields):
    """A class of named tuples; what cannot be the name of a field is called _0, _1, …"""
    return attach(function, name, collections.namedtuple(name, fields, rename=True))


def trace(function):
    """A class of traces."""
    return attach(function, "Trace", type("Trace", (Trace,), {"__slots__": (), "__doc__": Trace.__doc__}))
