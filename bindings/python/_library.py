"""The shared library, called by ctypes, where no extension is compiled for the interpreter."""

import ctypes

import numpy

from . import _errors, _values

TYPES = {"d": ctypes.c_double, "q": ctypes.c_int64, "?": ctypes.c_bool, "b": ctypes.c_int8}


class Report(ctypes.Structure):
    """The pc_error of C."""

    _fields_ = [
        ("kind", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("column", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("a", ctypes.c_int64),
        ("b", ctypes.c_int64),
        ("peak", ctypes.c_int64),
        ("message", ctypes.c_char_p),
        ("text", ctypes.c_char * 464),
    ]


class Library:
    """A shared library that was made of a source file."""

    def __init__(self, path, file):
        self.file = file
        self.functions = ctypes.CDLL(path)
        self.release = self.functions.pc_release
        self.release.argtypes, self.release.restype = [ctypes.c_void_p], None

    def entry(self, symbol, given, made, groups):
        """A function of items, see _values.

        given are (item, name), made are the items of the result, and groups say what it returns.
        """
        function = getattr(self.functions, symbol)
        function.restype = ctypes.c_int
        places = [t for item in made for t in leaves(item)]
        function.argtypes = [t for item, _ in given for t in leaves(item)] + [ctypes.POINTER(t) for t in places] + [ctypes.c_void_p, ctypes.POINTER(Report)]

        def call(*items):
            words, kept = [], []
            for (item, name), value in zip(given, items):
                pass_item(item, name, value, words, kept)
            out = [t() for t in places]
            report = Report()
            if function(*words, *map(ctypes.byref, out), None, ctypes.byref(report)):
                raise _errors.error(self.file, report.line, report.column, report.text)
            values = iter(out)
            return _values.grouped(groups, [self.take_item(item, values) for item in made])

        return call

    def take_item(self, item, values):
        """An item of a result, from the values of its leaves."""
        if item in TYPES:
            return next(values).value
        codes, rank = item.rstrip("0123456789"), int(item.lstrip("dq?"))
        pointers = [next(values).value for _ in codes]
        shape = tuple([next(values).value for _ in range(rank)])
        arrays = [self.take_array(code, p, shape) for code, p in zip(codes, pointers)]
        return arrays[0] if len(arrays) == 1 else tuple(arrays)

    def take_array(self, code, pointer, shape):
        if pointer is None:
            return numpy.empty(shape, _values.DTYPES[code])
        return numpy.asarray(Memory(self.release, pointer, shape, _values.DTYPES[code]))


class Memory:
    """An array of the library, which ends with the last array of NumPy that shows it."""

    def __init__(self, release, pointer, shape, dtype):
        self.release, self.pointer = release, pointer
        self.__array_interface__ = {"version": 3, "data": (pointer, False), "shape": shape, "typestr": dtype.str}

    def __del__(self):
        self.release(self.pointer)


def leaves(item):
    """The types of C for an item: those of pointers, and of dimensions."""
    if item in TYPES:
        return [TYPES[item]]
    codes, rank = item.rstrip("0123456789"), int(item.lstrip("dq?"))
    return [ctypes.c_void_p] * len(codes) + [ctypes.c_int64] * rank


def pass_item(item, name, value, words, kept):
    """Appends what C gets for an item to words, and what must live as long to kept."""
    if item in TYPES:
        words.append(_values.SCALARS[item](name, value))
        return
    codes, rank = item.rstrip("0123456789"), int(item.lstrip("dq?"))
    if value is _values.ABSENT:
        words.extend([None] * len(codes) + [0] * rank)
        return
    arrays = value if len(codes) > 1 else [_values.array(name, codes, rank, value)]
    kept.extend(arrays)
    words.extend([a.__array_interface__["data"][0] for a in arrays])
    words.extend(arrays[0].shape)
