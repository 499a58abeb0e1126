"""Values as vectors of the Reals in them."""

from __future__ import annotations

import dataclasses

import numpy

from . import _values


class Real(float):
    """A Real that is there, as not on the other side of a sum."""

    __slots__ = ()


class Flat(_values.Items):
    """The items of a value, with Reals and arrays as they are passed."""

    def scalar(self, code, name, value):
        number = _values.SCALARS[code](name, value)
        return Real(number) if code == "d" else number

    def plain(self, code, rank, name, value):
        return _values.array(name, code, rank, value)


class Layout:
    """Where in a vector the Reals of values are. parts are (name, type, value)."""

    def __init__(self, parts):
        self.types, self.items, self.places, self.sections, self.size = [], [], [], [], 0
        for name, t, value in parts:
            if not t.flat:
                raise TypeError(f"{name}: a value of a recursive type has no vector")
            items = Flat({})
            t.flatten(name, value, items)
            begin = self.size
            self.places.append([self.place(codes, i, item) for i, ((codes, _), item) in enumerate(zip(t.items(name), items))])
            self.types.append(t)
            self.items.append(items)
            self.sections.append((slice(begin, self.size), form(t, items)))

    def place(self, codes, i, item):
        """The sections of the Reals in an item: for each of its arrays, or the number, where it is and its shape, or None."""
        if codes == "d":
            return [self.section(()) if isinstance(item, Real) else None]
        letters = codes.rstrip("0123456789")
        if codes == letters or item is _values.ABSENT:
            return [None]
        arrays = item if isinstance(item, tuple) else (item,)
        return [self.section(a.shape) if letter == "d" else None for letter, a in zip(letters, arrays)]

    def section(self, shape):
        begin, self.size = self.size, self.size + int(numpy.prod(shape, dtype=int))
        return slice(begin, self.size), shape

    def vector(self) -> numpy.ndarray:
        """The Reals of the values."""
        x = numpy.empty(self.size)
        for items, places in zip(self.items, self.places):
            for item, sections in zip(items, places):
                for section, part in zip(sections, item if isinstance(item, tuple) else (item,)):
                    if section:
                        x[section[0]] = numpy.ravel(part)
        return x

    def values(self, x: numpy.ndarray) -> list:
        """The values with the Reals of a vector. If that has more axes, the last is it, and the values have the others in front."""
        made = []
        for t, items, places in zip(self.types, self.items, self.places):
            new = [replaced(item, sections, x) for item, sections in zip(items, places)]
            made.append(t.build(_values.Made(new, {})))
        return made


def replaced(item, sections, x):
    """An item with the Reals of x."""
    parts = [
        x[..., section[0]].reshape(x.shape[:-1] + section[1]) if section else part
        for section, part in zip(sections, item if isinstance(item, tuple) else (item,))
    ]
    if isinstance(item, tuple):
        return tuple(parts)
    return float(parts[0]) if isinstance(item, Real) and x.ndim == 1 else parts[0]


def form(t, items):
    """The shape of a value in a matrix of derivatives: that of an array of Reals, else one axis."""
    if isinstance(t, _values.Scalar):
        return ()
    return items[0].shape if isinstance(t, _values.Array) and t.plain else None


def flat(value) -> numpy.ndarray:
    """The Reals of a gradient as a vector, in the order of Layout."""
    if isinstance(value, numpy.ndarray):
        return value.ravel()
    parts: list = []
    collect(value, parts)
    return numpy.concatenate(parts) if parts else numpy.zeros(0)


def collect(value, parts, row=numpy.ravel):
    """Appends the Reals of a value to parts, those of an array as row makes them."""
    if isinstance(value, float):
        parts.append(numpy.array([value]))
    elif isinstance(value, numpy.ndarray):
        parts.append(row(value))
    elif isinstance(value, tuple):
        for v in value:
            collect(v, parts, row)
    elif isinstance(value, (_values.Inl, _values.Inr)):
        collect(value.value, parts, row)
    elif dataclasses.is_dataclass(value):
        for f in dataclasses.fields(value):
            collect(getattr(value, f.name), parts, row)
