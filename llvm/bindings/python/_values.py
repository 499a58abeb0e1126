"""How values of procad are passed.

A value is passed as items: numbers, and arrays whose elements are numbers. An item is
described by a text: d a Real, q an Int, ? a Bool, b the tag of a sum; and these letters
of the components of its elements with the number of dimensions, d2 for a matrix.
"""

import collections.abc
import dataclasses
import operator

import numpy

DTYPES = {"d": numpy.dtype(numpy.float64), "q": numpy.dtype(numpy.int64), "?": numpy.dtype(numpy.bool_), "b": numpy.dtype(numpy.int8)}
ABSENT = object()  # the item for an array on the side where a sum is not


class _Side:
    __slots__ = ("value",)
    __match_args__ = ("value",)

    def __init__(self, value=None):
        self.value = value

    def __repr__(self):
        return f"{type(self).__name__}({self.value!r})"

    def __eq__(self, other):
        return type(self) is type(other) and self.value == other.value

    def __hash__(self):
        return hash((type(self), self.value))


class Inl(_Side):
    """A value of the left type of a sum A + B."""


class Inr(_Side):
    """A value of the right type of a sum A + B."""


def real(name, value):
    """value as a float; TypeError if it is no number, OverflowError if it is an int beyond the largest."""
    if isinstance(value, float):
        return value
    unmasked(name, value)
    kind = type(value)
    if (hasattr(kind, "__float__") or hasattr(kind, "__index__")) and not isinstance(value, numpy.complexfloating) and not getattr(value, "ndim", 0):
        try:
            return float(value)
        except TypeError:
            pass
        except OverflowError:
            raise OverflowError(f"{name}: an int of so many digits does not fit into a float") from None
    raise unfit(name, "a float", value)


def integer(name, value):
    """value as an int of 64 bits; TypeError if it is no whole number, OverflowError if it has more bits."""
    unmasked(name, value)
    try:
        number = operator.index(value)
    except TypeError:
        raise unfit(name, "an int", value) from None
    if not -(2**63) <= number < 2**63:
        raise OverflowError(f"{name}: {number} does not fit into 64 bits")
    return number


def truth(name, value):
    """value as a bool; TypeError if it is none."""
    if isinstance(value, (bool, numpy.bool_)):
        return bool(value)
    raise unfit(name, "a bool", value)


SCALARS = {"d": real, "q": integer, "?": truth, "b": integer}


def array(name, code, rank, value):
    """value as a contiguous array, itself if it is one of the right type.

    Else it is copied once, if NumPy can cast its type safely; TypeError if not.
    """
    dtype = DTYPES[code]
    if type(value) is numpy.ndarray and value.dtype == dtype and value.ndim == rank and value.flags.c_contiguous and value.flags.aligned:
        return value
    unmasked(name, value)
    try:
        given = numpy.asarray(value)
    except ValueError:  # of NumPy, about lists of different lengths
        raise TypeError(f"{name}: it is no array of numbers") from None
    if given.ndim != rank:
        raise unfit(name, f"an array of {rank} dimension" + "s" * (rank > 1), given if given.ndim else value)
    if not numpy.can_cast(given.dtype, dtype, "safe") and (given.size or isinstance(value, numpy.ndarray)):
        raise TypeError(f"{name}: the elements must be {dtype}, and {given.dtype} cannot be cast to it safely")
    return numpy.require(given, dtype, ["C", "A"])


def unmasked(name, value):
    """TypeError if value has elements that are masked, or could have: numbers are there under a mask, which are not meant."""
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"{name}: an array with a mask is no array of numbers: give value.filled(…), or value.data to ignore the mask")
    if isinstance(value, (list, tuple)):
        for v in value:
            if isinstance(v, (numpy.ma.MaskedArray, list, tuple)):
                unmasked(name, v)


def unfit(name, wanted, value):
    given = f"an array of shape {value.shape}" if isinstance(value, numpy.ndarray) else type(value).__name__
    return TypeError(f"{name}: {wanted} is wanted, not {given}")


class Items(list):
    """The items of a call, and by keys what is known of values with nodes (_trees)."""

    def __init__(self, known):
        self.known = known

    def scalar(self, code, name, value):
        return value  # which the call itself converts


class Made:
    """The items of a result, and what is known of values with nodes."""

    def __init__(self, items, known):
        self.rest, self.known = iter(items), known

    def __next__(self):
        return next(self.rest)

    def skip(self, count):
        for _ in range(count):
            next(self.rest)


class Scalar:
    """A Real, an Int or a Bool."""

    plain = True
    width = 1

    def __init__(self, code):
        self.code = code

    def items(self, name):
        return [(self.code, name)]

    def flatten(self, name, value, items):
        items.append(items.scalar(self.code, name, value))

    def absent(self, items):
        items.append(False if self.code == "?" else 0)

    def build(self, items):
        return next(items)


Real, Int, Bool = Scalar("d"), Scalar("q"), Scalar("?")


def shape(elems):
    """The shape of an array that may stand for a tuple of elems: of numbers, or of tuples that have one shape; None if there is none."""
    shapes = {() if isinstance(e, Scalar) else getattr(e, "shape", None) for e in elems}
    inner = shapes.pop() if len(shapes) == 1 else None
    return None if inner is None else (len(elems), *inner)


class Tuple:
    """A tuple, for which there may be an array too; without elements the value is None."""

    plain = False

    def __init__(self, *elems):
        self.elems = elems
        self.shape = shape(elems)
        self.width = sum(e.width for e in elems)

    def items(self, name):
        return [item for i, e in enumerate(self.elems) for item in e.items(f"{name}[{i}]")]

    def flatten(self, name, value, items):
        if self.shape and hasattr(type(value), "__array__"):
            unmasked(name, value)
            given = numpy.asarray(value)
            value = given.tolist() if given.shape == self.shape else value
        for i, (e, v) in enumerate(zip(self.elems, self.parts(name, value))):
            e.flatten(name + self.step(i), v, items)

    def step(self, i):
        """What is behind the name of a value in that of an element."""
        return f"[{i}]"

    def parts(self, name, value, what=""):
        """The elements of value, None of (); what says in a message what they are."""
        if not self.elems:
            if value is None or value == ():
                return ()
            raise unfit(name, "None", value)
        if not isinstance(value, (tuple, list)):
            raise unfit(name, f"a tuple of {len(self.elems)}{what}", value)
        if len(value) != len(self.elems):
            raise TypeError(f"{name}: a tuple of {len(self.elems)}{what} is wanted, not of {len(value)}")
        return value

    def absent(self, items):
        for e in self.elems:
            e.absent(items)

    def build(self, items):
        return self.group([e.build(items) for e in self.elems])

    def group(self, parts):
        """The value with the given elements, or arrays of them."""
        return tuple(parts) or None


Unit = Tuple()


def define(module, name, fields):
    """The class of a record, or of a constructor of a declared sum."""
    made = dataclasses.make_dataclass(name, fields, frozen=True)
    made.__module__ = module
    return made


class Record(Tuple):
    """A record: an object of a class, for which there may be a mapping, or a tuple of the fields in order."""

    def __init__(self, made, *elems):
        super().__init__(*elems)
        self.made = made
        self.fields = tuple([f.name for f in dataclasses.fields(made)])

    def step(self, i):
        return f".{self.fields[i]}"

    def items(self, name):
        return [item for f, e in zip(self.fields, self.elems) for item in e.items(f"{name}.{f}" if name else "")]

    def parts(self, name, value, what=""):
        if isinstance(value, self.made):
            return [getattr(value, f) for f in self.fields]
        if isinstance(value, collections.abc.Mapping):
            for f in value:
                if f not in self.fields:
                    raise TypeError(f"{name}: {self.made.__name__} has no field {f!r}: its fields are {', '.join(self.fields)}")
            for f in self.fields:
                if f not in value:
                    raise TypeError(f"{name}: the field {f} of {self.made.__name__} is missing")
            return [value[f] for f in self.fields]
        if isinstance(value, (tuple, list)):
            return super().parts(name, value, what)
        raise unfit(name, self.made.__name__, value)

    def group(self, parts):
        return self.made(*parts)


class Sum:
    """A sum A + B, whose values are Inl(a) and Inr(b)."""

    plain = False

    def __init__(self, left, right):
        self.left, self.right = left, right
        self.width = 1 + left.width + right.width

    def items(self, name):
        return [("b", name)] + self.left.items(f"{name}.value") + self.right.items(f"{name}.value")

    def flatten(self, name, value, items):
        if isinstance(value, Inl):
            items.append(0)
            self.left.flatten(f"{name}.value", value.value, items)
            self.right.absent(items)
        elif isinstance(value, Inr):
            items.append(1)
            self.left.absent(items)
            self.right.flatten(f"{name}.value", value.value, items)
        else:
            raise unfit(name, "Inl(…) or Inr(…)", value)

    def absent(self, items):
        items.append(0)
        self.left.absent(items)
        self.right.absent(items)

    def build(self, items):
        if next(items):
            items.skip(self.left.width)
            return Inr(self.right.build(items))
        left = self.left.build(items)
        items.skip(self.right.width)
        return Inl(left)


class Choice:
    """A declared sum C1(…) | … | Cn(…), as nested Inl and Inr."""

    plain = False

    def __init__(self, nested, *classes):
        self.nested, self.classes = nested, classes
        self.items, self.absent, self.width = nested.items, nested.absent, nested.width
        self.fields = [[f.name for f in dataclasses.fields(c)] for c in classes]
        self.payloads = []
        for _ in classes[1:]:
            self.payloads.append(nested.left)
            nested = nested.right
        self.payloads.append(nested)

    def flatten(self, name, value, items):
        for k, c in enumerate(self.classes):
            if isinstance(value, c):
                self.pick(k, name, value, items)
                return
        if not isinstance(value, (Inl, Inr)):
            raise unfit(name, " or ".join([c.__name__ for c in self.classes]), value)
        self.nested.flatten(name, value, items)

    def pick(self, k, name, value, items):
        """The items of an object of class k: the tag of each sum up to where it is, and what is not there."""
        last = len(self.classes) - 1
        for j, payload in enumerate(self.payloads):
            if j < last:
                items.append(1 if j < k else 0)
            if j != k:
                payload.absent(items)
                continue
            fields = self.fields[k]
            if len(fields) == 1:
                payload.flatten(f"{name}.{fields[0]}", getattr(value, fields[0]), items)
                continue
            for f, t in zip(fields, payload.elems):
                t.flatten(f"{name}.{f}", getattr(value, f), items)

    def build(self, items):
        last = len(self.classes) - 1
        for k, (c, payload) in enumerate(zip(self.classes, self.payloads)):
            if k < last and next(items):
                items.skip(payload.width)
                continue
            value = payload.build(items)
            items.skip(sum(1 + p.width for p in self.payloads[k + 1 :]) - (k < last))
            return c(value) if len(self.fields[k]) == 1 else c(*(value or ()))


class Array:
    """An array; one of tuples is a tuple of arrays, one for each component."""

    def __init__(self, elem, rank):
        self.elem, self.rank, self.width = elem, rank, 1
        self.codes = "".join(code for code, _ in elem.items(""))
        self.plain = elem.plain

    def items(self, name):
        return [(f"{self.codes}{self.rank}", name)]

    def flatten(self, name, value, items):
        if self.plain:
            items.append(value)
            return
        arrays = []
        self.components(name, self.elem, value, arrays)
        for other in arrays[1:]:
            if other.shape != arrays[0].shape:
                raise ValueError(f"{name}: the arrays of a tuple have one shape, not {arrays[0].shape} and {other.shape}")
        items.append(tuple(arrays) if len(arrays) > 1 else arrays[0])

    def components(self, name, elem, value, arrays):
        if elem.plain:
            arrays.append(array(name, elem.code, self.rank, value))
            return
        what = " arrays" if all(e.plain for e in elem.elems) else ""
        for i, (e, v) in enumerate(zip(elem.elems, elem.parts(name, value, what))):
            self.components(f"{name}[{i}]", e, v, arrays)

    def absent(self, items):
        items.append(ABSENT)

    def build(self, items):
        item = next(items)
        return item if len(self.codes) == 1 and self.plain else self.regroup(self.elem, iter(item if len(self.codes) > 1 else [item]))

    def regroup(self, elem, arrays):
        if elem.plain:
            return next(arrays)
        return elem.group([self.regroup(e, arrays) for e in elem.elems])


def function(library, symbol, params, results, half="", trace=None):
    """An entry of a library, as a function of Python's values.

    params are (name, type). results are types, each of which is a value that the function
    returns, and pairs of a class of named tuples and the types of its fields; of more than one
    it returns a tuple. Half is empty, or "forward": then the function returns a Trace of the
    given class as well, or "reverse": then it takes what such a Trace has before the params.
    """
    given = tuple([item for name, t in params for item in t.items(name)])
    types = [t for r in results for t in (r[1] if isinstance(r, tuple) else [r])]
    made = tuple([item for t in types for item, _ in t.items("")])
    groups = tuple([(r[0], len(r[1])) if isinstance(r, tuple) else (None, 1) for r in results])
    plain = all(t.plain for t in types) and all(t.plain for _, t in params)
    call = library.entry(symbol, given, made, groups if plain else tuple([(None, 1)] * len(made)), half)
    if not plain:
        call = converting(call, params, types, groups, len(made) == 1, half)
    if half == "reverse" and plain:
        return lambda left, *values: call(left._trace, *values)
    if half != "forward":
        return call

    def forward(*values):
        result, left = call(*values)
        return result, trace(left) if plain else trace(*left)

    return forward


def converting(call, params, types, groups, single, half):
    """A function of values, of one of items."""
    group = grouper(groups)

    def calls(*values):
        items, left = Items({}), None
        if half == "reverse":
            left, *values = values
            items.known = dict(left._known)
            items.append(left._trace)
        for (name, t), value in zip(params, values):
            t.flatten(name, value, items)
        made = call(*items)
        if half == "forward":
            made, left = made
        rest = Made((made,) if single else made, items.known)
        result = group([t.build(rest) for t in types])
        return (result, (left, items.known)) if half == "forward" else result

    return calls


def grouper(groups):
    """A function that makes of values what a function returns: groups are (None, 1) for a value by itself, and (class, count)."""
    parts, at = [], 0
    for c, n in groups:
        parts.append((c, at, at + n))
        at += n

    def group(values):
        made = [tuple.__new__(c, values[begin:end]) if c else values[begin] for c, begin, end in parts]
        return made[0] if len(made) == 1 else tuple(made)

    return group
