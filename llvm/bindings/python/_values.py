"""How values of procad are passed.

A value is passed as items: numbers, and arrays whose elements are numbers. An item is
described by a text: d a Real, q an Int, ? a Bool, b the tag of a sum; and these letters
of the components of its elements with the number of dimensions, d2 for a matrix.
"""

import collections.abc
import dataclasses

import numpy

from ._numbers import DTYPES, SCALARS, array, integer, real, truth, unfit, unmasked  # of which the extension takes some from here

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


class Items(list):
    """The items of a call, and by keys what is known of values with nodes (_trees)."""

    def __init__(self, known):
        self.known = known

    # The call itself converts numbers, and what is an array of them.
    def scalar(self, code, name, value):
        return value

    def plain(self, code, rank, name, value):
        return value

    def array(self, code, rank, name, value):
        return array(name, code, rank, value)

    def columns(self, shape, name, value):
        """The elements of an array that may stand for a tuple; value if it may not."""
        unmasked(name, value)
        given = numpy.asarray(value)
        return given.tolist() if given.shape == shape else value


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

    plain = even = flat = True
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

    def lacks(self, tangent):
        return tangent is None

    def complete(self, name, tangent, value, of):
        return 0.0 if tangent is None else tangent


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
        self.even, self.flat = all(e.even for e in elems), all(e.flat for e in elems)

    def items(self, name):
        return [item for i, e in enumerate(self.elems) for item in e.items(f"{name}[{i}]")]

    def flatten(self, name, value, items):
        if self.shape and hasattr(type(value), "__array__"):
            value = items.columns(self.shape, name, value)
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

    def whole(self, tangent):
        """A tangent with None for what is left out."""
        return tangent

    def lacks(self, tangent):
        if tangent is None or hasattr(type(tangent), "__array__"):
            return tangent is None and bool(self.elems)
        try:
            return any(e.lacks(v) for e, v in zip(self.elems, self.parts("", self.whole(tangent))))
        except TypeError:
            return False  # what is wrong is for flatten to say

    def complete(self, name, tangent, value, of):
        if hasattr(type(tangent), "__array__") or not self.elems:
            return tangent
        given = [None] * len(self.elems) if tangent is None else self.parts(name, self.whole(tangent))
        values = given if hasattr(type(value), "__array__") else of.parts(name, value)
        return self.group([e.complete(name + self.step(i), *each) for i, (e, *each) in enumerate(zip(self.elems, given, values, of.elems))])


Unit = Tuple()


classes = {}  # by what the program calls them, and their fields


def define(module, name, fields, of):
    """The class of a record, or of a constructor of a declared sum, which the program calls of."""
    if (of, *fields) not in classes:
        made = classes[(of, *fields)] = dataclasses.make_dataclass(name, fields, frozen=True)
        made.__module__ = module
    return classes[(of, *fields)]


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

    def whole(self, tangent):
        return {**dict.fromkeys(self.fields), **tangent} if isinstance(tangent, collections.abc.Mapping) else tangent


class Sum:
    """A sum A + B, whose values are Inl(a) and Inr(b)."""

    plain = even = False

    def __init__(self, left, right):
        self.left, self.right = left, right
        self.flat = left.flat and right.flat
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

    def lacks(self, tangent):
        return tangent is None or isinstance(tangent, _Side) and (self.left if isinstance(tangent, Inl) else self.right).lacks(tangent.value)

    def complete(self, name, tangent, value, of):
        value, of = (of.nest(value), of.nested) if isinstance(of, Choice) else (value, of)
        side, t, of = (Inl, self.left, of.left) if isinstance(value, Inl) else (Inr, self.right, of.right)
        if tangent is None:
            return side(t.complete(f"{name}.value", None, value.value, of))
        return side(t.complete(f"{name}.value", tangent.value, value.value, of)) if isinstance(tangent, side) else tangent


class Choice:
    """A declared sum C1(…) | … | Cn(…), as nested Inl and Inr."""

    plain = even = False

    def __init__(self, nested, *classes):
        self.nested, self.classes = nested, classes
        self.items, self.absent, self.width, self.flat = nested.items, nested.absent, nested.width, nested.flat
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

    def nest(self, value):
        """A value as nested Inl and Inr."""
        for k, (c, fields) in enumerate(zip(self.classes, self.fields)):
            if isinstance(value, c):
                parts = [getattr(value, f) for f in fields]
                nested = parts[0] if len(parts) == 1 else tuple(parts) or None
                nested = nested if k == len(self.classes) - 1 else Inl(nested)
                for _ in range(k):
                    nested = Inr(nested)
                return nested
        return value

    def lacks(self, tangent):
        return tangent is None or self.nested.lacks(self.nest(tangent))

    def complete(self, name, tangent, value, of):
        return self.nested.complete(name, None if tangent is None else self.nest(tangent), value, of)


class Array:
    """An array; one of tuples is a tuple of arrays, one for each component."""

    even = flat = True

    def __init__(self, elem, rank):
        self.elem, self.rank, self.width = elem, rank, 1
        self.codes = "".join(code for code, _ in elem.items(""))
        self.plain = elem.plain

    def items(self, name):
        return [(f"{self.codes}{self.rank}", name)]

    def flatten(self, name, value, items):
        if self.plain:
            items.append(items.plain(self.codes, self.rank, name, value))
            return
        arrays = []
        self.components(name, self.elem, value, arrays, items)
        for other in arrays[1:]:
            if other.shape != arrays[0].shape:
                raise ValueError(f"{name}: the arrays of a tuple have one shape, not {arrays[0].shape} and {other.shape}")
        items.append(tuple(arrays) if len(arrays) > 1 else arrays[0])

    def components(self, name, elem, value, arrays, items):
        if elem.plain:
            arrays.append(items.array(elem.code, self.rank, name, value))
            return
        what = " arrays" if all(e.plain for e in elem.elems) else ""
        for i, (e, v) in enumerate(zip(elem.elems, elem.parts(name, value, what))):
            self.components(f"{name}[{i}]", e, v, arrays, items)

    def absent(self, items):
        items.append(ABSENT)

    def build(self, items):
        item = next(items)
        return item if len(self.codes) == 1 and self.plain else self.regroup(self.elem, iter(item if len(self.codes) > 1 else [item]))

    def regroup(self, elem, arrays):
        if elem.plain:
            return next(arrays)
        return elem.group([self.regroup(e, arrays) for e in elem.elems])

    def lacks(self, tangent):
        return tangent is None

    def complete(self, name, tangent, value, of):
        if tangent is not None:
            return tangent
        while not hasattr(type(value), "__array__") and not of.plain and isinstance(of.elem, Tuple):  # of tuples there is an array for each component
            value, of = of.elem.parts(name, value)[0], Array(of.elem.elems[0], of.rank)
        return self.zeros(self.elem, numpy.shape(value))

    def zeros(self, elem, of):
        return numpy.zeros(of) if elem.plain else elem.group([self.zeros(e, of) for e in elem.elems])


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
