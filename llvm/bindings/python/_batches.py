"""Calls for several problems at once: arguments may have a leading axis, and results have it."""

from __future__ import annotations

import inspect

import numpy
from numpy import empty, ndarray, newaxis

from . import _errors, _functions, _values
from ._numbers import DTYPES


class Lifted(_values.Items):
    """The items of arguments of several problems: each array has an axis in front, of one element if all problems share it."""

    def __init__(self):
        super().__init__({})
        self.count, self.of = 1, ""
        self.lifted = False  # whether any argument has the axis

    def scalar(self, code, name, value):
        if type(value) is float and code == "d":
            return numpy.array([value])
        if numpy.ndim(value) == 0:
            return numpy.array([_values.SCALARS[code](name, value)], DTYPES[code])
        return self.seen(name, _values.array(name, code, 1, value))

    def array(self, code, rank, name, value):
        if type(value) is not ndarray:
            _values.unmasked(name, value)
            try:
                value = numpy.asarray(value)
            except ValueError:  # of NumPy, about lists of different lengths
                pass
        deeper = numpy.ndim(value) == rank + 1
        value = _values.array(name, code, rank + deeper, value)
        return self.seen(name, value) if deeper else value[newaxis]

    plain = array

    def columns(self, shape, name, value):
        _values.unmasked(name, value)
        given = numpy.asarray(value)
        if given.shape[1:] == shape:
            return list(numpy.moveaxis(given, 1, 0))
        return given.tolist() if given.shape == shape else value

    def seen(self, name, array):
        count = len(array)
        if count == 0:
            raise ValueError(f"{name}: the leading axis is empty, so there is no problem")
        self.lifted = True
        if count > 1:
            if self.count > 1 and count != self.count:
                raise ValueError(f"{name}: the leading axis has {count} elements, and that of {self.of} has {self.count}")
            self.count, self.of = count, name
        return array


def lifted(letters, rank, item):
    """The arrays of an item, each with the axis of problems, which what is not there and nodes have not."""
    if item is _values.ABSENT:
        return [numpy.zeros((1,) + (0,) * rank, DTYPES[c]) for c in letters]
    if not isinstance(item, (ndarray, tuple)):
        return [numpy.array([item], DTYPES[letters])]
    return [a[newaxis] if a.ndim == rank else a for a in (item if isinstance(item, tuple) else (item,))]


def split(codes):
    """The letters and the dimensions of an item."""
    letters = codes.rstrip("0123456789")
    return letters, int(codes[len(letters) :] or 0)


def deeper(codes):
    """The item with the axis of problems."""
    letters, rank = split(codes)
    return f"{letters}{rank + 1}"


class Batch:
    """A function of several problems, of one of a single problem."""

    def __init__(self, function, entry, part=None):
        self.function, self.entry, self.part = function, entry, part
        self.single = self.several = None
        self.given, self.made = [split(codes) for codes, _ in entry.given], [split(codes) for codes in entry.made]
        self.arrays = any(rank for _, rank in self.made)
        self.whole = all(t.plain for t in entry.types)
        self.plain = self.whole and all(t.plain for _, t in entry.params) and entry.library.batches

    def __call__(self, *args, **named):
        entry, items, wrt = self.entry, Lifted(), None
        if entry.half:
            raise TypeError(f"{self.function.__qualname__} has no batch: it leaves a trace, or takes one")
        if named or len(args) != len(entry.params):
            bound = inspect.signature(self.function).bind(*args, **named)
            bound.apply_defaults()
            args, wrt = bound.args, bound.kwargs.get("wrt")
        if self.single is None:
            self.single, self.several = entry.items(), several(entry) if entry.library.batches else None
        made = self.quick(args) if self.plain else None
        made = entry.group(made) if made else self.slow(args, items)
        made = made if self.part is None else made[self.part]
        return made if wrt is None else _functions.only(self.function.__qualname__.partition(".")[0], wrt, made)

    def slow(self, args, items):
        """What the entry returns for arguments of any form."""
        entry = self.entry
        if entry.value is not None and entry.params[-1][1].lacks(args[-1]):
            raise TypeError(f"{entry.params[-1][0]}: the cotangent of a batch is given whole, without None")
        entry.flatten(args, items)
        if not items.lifted:
            raise ValueError(f"{self.function.__qualname__}.batch: {unlifted(entry, items)}")
        arrays = self.run(items.count, [lifted(*item, value) for item, value in zip(self.given, items)])
        arrays = [joined(a) for a in arrays]
        return entry.group(arrays if self.whole else built(entry.types, arrays, items))

    def quick(self, values):
        """The results for arguments that are passed as they are; None if any is not. It does what run does, at the cost of a few calls."""
        given, count, lifted = [], 1, False
        for (code, rank), value in zip(self.given, values):
            if type(value) is not ndarray or value.dtype is not DTYPES[code] or not value.flags.c_contiguous or not value.flags.aligned:
                return None
            if rank and value.ndim == rank:
                value = value[newaxis]
            elif value.ndim != rank + 1:
                return None
            elif len(value) != count:
                if count != 1 or not len(value):
                    return None
                count, lifted = len(value), True
            else:
                lifted = True
            given.append(value)
        if not lifted:
            return None
        if not self.arrays:
            made = [empty(count, DTYPES[code]) for code, _ in self.made]
            self.rest(0, count, given, made)
            return made
        first = self.problem([a[0] for a in given], 0)
        made = [empty((count, *a.shape) if rank else count, DTYPES[code]) for (code, rank), a in zip(self.made, first)]
        for to, a in zip(made, first):
            to[0] = a
        if count > 1:
            self.rest(1, count, [a if len(a) == 1 else a[1:] for a in given], [a[1:] for a in made])
        return made

    def run(self, count, given):
        """The arrays of each item of the results. Where there are arrays among them, the first problem tells their shapes."""
        if self.several and not self.arrays:
            made = [[empty(count, DTYPES[code])] for code, _ in self.made]
            self.rest(0, count, map(joined, given), map(joined, made))
            return made
        first = [item if isinstance(item, tuple) else (item,) for item in self.problem(taken(given, 0), 0)]
        made = [[empty((count, *a.shape) if rank else count, DTYPES[c]) for c, a in zip(letters, item)] for (letters, rank), item in zip(self.made, first)]
        fill(made, 0, first)
        if count > 1 and self.several:
            self.rest(1, count, [joined([a if len(a) == 1 else a[1:] for a in item]) for item in given], [joined([a[1:] for a in item]) for item in made])
        elif count > 1:
            for i in range(1, count):
                fill(made, i, [item if isinstance(item, tuple) else (item,) for item in self.problem(taken(given, i), i)])
        return made

    def rest(self, begin, count, given, made):
        """Solves all problems from one on, of which given and made are the items."""
        try:
            self.several(count - begin, *given, *made)
        except _errors.Error as e:
            if e.problem is not None:
                e.problem += begin
            raise

    def problem(self, items, i):
        """The items of the results of problem i."""
        try:
            made = self.single(*items)
        except _errors.Error as e:
            e.problem = i
            raise
        return made if len(self.made) > 1 else (made,)


def unlifted(entry, items):
    """What a message says where no argument has the axis of problems."""
    for (codes, name), item in zip(entry.given, items):
        first = item[0] if isinstance(item, tuple) else item
        if isinstance(first, ndarray) and first.ndim == split(codes)[1] + 1:  # which the leaves of nodes have not
            sizes = ", ".join(["k", *map(str, first.shape[1:])])
            return f"no argument has the axis in front that counts the problems: for k problems, give {name} the shape ({sizes}{',' if first.ndim == 1 else ''}), or another argument one more axis"
    return "no argument can have an axis in front that counts the problems"


def taken(given, i):
    """The items of problem i."""
    return [joined([a[i if len(a) > 1 else 0] for a in item]) for item in given]


def several(entry):
    """The function of the library for several problems: of how many there are, and the items of arguments and of results, with the
    axis of problems."""
    given = [("q", "count"), *[(deeper(codes), name) for codes, name in entry.given], *[(deeper(codes), "the result") for codes in entry.made]]
    return entry.library.entry(f"{entry.symbol}_batch", tuple(given), ("q",), ((None, 1),), "batch")


def joined(arrays):
    """The item that has these arrays."""
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


def fill(made, i, parts):
    """Puts the results of a problem to those of all."""
    for item, arrays in zip(made, parts):
        for to, a in zip(item, arrays):
            if to.shape[1:] != numpy.shape(a):
                raise ValueError(f"the results of problem {i} have the shape {numpy.shape(a)}, those of others {to.shape[1:]}")
            to[i] = a


def built(types, made, items):
    """The values of results with the axis of problems. Where that has no form, as in sums, there is a list of values."""
    count, at, values = items.count, 0, []
    for t in types:
        part = made[at : at + len(t.items(""))]
        at += len(part)
        if t.even:
            values.append(t.build(_values.Made(part, items.known)))
        else:
            values.append([t.build(_values.Made([row(item, i) for item in part], items.known)) for i in range(count)])
    return values


def row(item, i):
    """An item of one problem."""
    if isinstance(item, tuple):
        return tuple([a[i] for a in item])
    return item[i].item() if item.ndim == 1 else item[i]
