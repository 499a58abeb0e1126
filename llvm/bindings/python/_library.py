"""The shared library, called by ctypes, where no extension is compiled for the interpreter."""

import ctypes
import itertools
import struct

import numpy

from . import _errors, _values

TYPES = {"d": ctypes.c_double, "q": ctypes.c_int64, "?": ctypes.c_bool, "b": ctypes.c_int8}
PLACES = {"d": "d", "q": "q", "?": "?7x", "b": "b7x"}  # how struct reads leaves of results, a word each
FIRST = ctypes.c_char  # of the bytes of an array
MEMORY = ctypes.c_char * (1 << 62)  # from some address on
LARGE = 1 << 18  # bytes of arrays that are not copied
MOST_IDLE, MOST_BYTES = 8, 1 << 26  # of workspaces, and of each


class Report(ctypes.Structure):
    """The pc_error of C."""

    _fields_ = [
        ("kind", ctypes.c_int32),
        ("line", ctypes.c_int32),
        ("column", ctypes.c_int32),
        ("file", ctypes.c_int32),
        ("a", ctypes.c_int64),
        ("b", ctypes.c_int64),
        ("peak", ctypes.c_int64),
        ("message", ctypes.c_char_p),
        ("text", ctypes.c_char * 464),
    ]


class Workspaces:
    """Workspaces that no call uses. One is an address, None if there is no memory for it, and how
    much it has needed. Calls at once use one each: pop and append are atomic."""

    def __init__(self, functions):
        self.new, self.free, self.idle = functions.pc_workspace_new, functions.pc_workspace_free, []
        self.new.argtypes, self.new.restype = [], ctypes.c_void_p
        self.free.argtypes, self.free.restype = [ctypes.c_void_p], None

    def borrow(self):
        try:
            return self.idle.pop()
        except IndexError:
            return self.new(), 0

    def give_back(self, workspace, size):
        if workspace and size <= MOST_BYTES and len(self.idle) < MOST_IDLE:
            self.idle.append((workspace, size))
        else:
            self.free(workspace)


class Places:
    """Where a call puts the leaves of its result, a word each, and what is wrong."""

    def __init__(self, count):
        self.words, self.report = ctypes.create_string_buffer(8 * count), Report()
        first = ctypes.addressof(self.words)
        self.addresses = (*[first + 8 * i for i in range(count)],)
        self.error = ctypes.addressof(self.report)


class Trace:
    """What a forward pass leaves in its workspace, and the arrays that it points to."""

    __slots__ = ("workspaces", "space", "kept")

    def __init__(self, workspaces, space, kept):
        self.workspaces, self.space, self.kept = workspaces, [space], kept

    def __reduce__(self):
        raise TypeError("cannot pickle or copy a trace")

    def __del__(self):
        for space in self.space:
            self.workspaces.give_back(*space)

    def take(self):
        try:
            return self.space.pop()
        except IndexError:
            raise RuntimeError("reverse has taken the trace already: forward makes another one") from None


class Library:
    """A shared library that was made of a source file."""

    batches = True  # it has functions for several problems

    def __init__(self, path, file):
        self.file = file
        self.functions = ctypes.CDLL(path)
        self.release = self.functions.pc_release
        self.release.argtypes, self.release.restype = [ctypes.c_void_p], None
        self.threads = self.functions.pc_threads
        self.threads.argtypes, self.threads.restype = [ctypes.c_int], ctypes.c_int
        self.workspaces = Workspaces(self.functions)

    def entry(self, symbol, given, made, groups, half):
        """A function of items, see _values.

        given are (item, name), made are the items of the result, and groups say what it returns. A
        forward pass returns a Trace behind that, and a reverse pass is given one before the items. A batch
        returns how many problems are done.
        """
        e = Entry(self, symbol, given, made, groups)
        e.batch = half == "batch"
        return {"": e.whole, "batch": e.whole, "forward": e.forward, "reverse": e.reverse}[half]


class Entry:
    """A function of the library, called with items."""

    def __init__(self, library, symbol, given, made, groups):
        self.library = library
        self.function = getattr(library.functions, symbol)
        self.function.restype = ctypes.c_int
        self.passers = [passer(item, name) for item, name in given]
        first = [0, *itertools.accumulate(map(places, made))]
        self.takers = [self.taker(item, at) for item, at in zip(made, first)]
        self.group = _values.grouper(groups)
        self.count = first[-1]
        self.unpack = struct.Struct("".join([PLACES.get(item) or "P" * len(codes(item)) + "q" * rank(item) for item in made])).unpack_from
        self.function.argtypes = [t for item, _ in given for t in leaves(item)] + [ctypes.c_void_p] * (self.count + 2)
        self.idle = []  # Places that no call uses
        self.large = False  # whether results of the last call were: then none are copied

    def whole(self, *items):
        words, kept = self.passed(items)  # until the end of the call
        return self.returned(words, (None, 0) if self.large else self.library.workspaces.borrow())

    def forward(self, *items):
        words, kept = self.passed(items)
        trace = Trace(self.library.workspaces, self.library.workspaces.borrow(), kept)
        result, trace.space[0] = self.run(words, trace.space[0])
        return result, trace

    def reverse(self, trace, *items):
        words, kept = self.passed(items)
        return self.returned(words, trace.take())

    def returned(self, words, space):
        """What a call returns, after which others may use its workspace."""
        try:
            result, space = self.run(words, space)
        finally:
            self.library.workspaces.give_back(*space)
        return result

    def passed(self, items):
        """What C gets for items, and what must live as long."""
        words, kept = [], []
        for give, value in zip(self.passers, items):
            give(value, words, kept)
        return words, kept

    def run(self, words, space):
        """What a call with a workspace returns, and the workspace with what it has needed now."""
        workspace, size = space
        try:
            to = self.idle.pop()
        except IndexError:
            to = Places(self.count)
        if self.function(*words, *to.addresses, workspace, to.error):
            report = to.report
            raise _errors.error(self.library.file, report.file, report.line, report.column, report.text, self.unpack(to.words)[0] if self.batch else -1)
        space = workspace, max(size, to.report.peak)
        values = self.unpack(to.words)
        self.idle.append(to)
        self.large = False
        return self.group([take(values, workspace) for take in self.takers]), space

    def taker(self, item, at):
        """A function that makes an item of the leaves of a result, where it begins at some leaf. Its arrays
        are lent by a workspace, if that is not None."""
        if item in TYPES:
            return lambda values, workspace: values[at]
        letters, end = codes(item), at + places(item)
        dims = slice(at + len(letters), end)
        takes = [self.array_taker(_values.DTYPES[c], at + i, dims) for i, c in enumerate(letters)]
        return takes[0] if len(takes) == 1 else lambda values, workspace: tuple([take(values, workspace) for take in takes])

    def array_taker(self, dtype, at, dims):
        """A function that makes an array of its pointer, which is the leaf at, and of its dimensions."""
        ndarray, lent = numpy.ndarray, MEMORY.from_address

        def take(values, workspace):
            pointer, shape = values[at], values[dims]
            if not pointer:
                return numpy.empty(shape, dtype)
            if workspace:
                made = ndarray(shape, dtype, lent(pointer)).copy()
            else:
                made = numpy.asarray(Memory(self.library.release, pointer, shape, dtype))
            if made.nbytes >= LARGE:
                self.large = True
            return made

        return take


class Memory:
    """An array of the library, which ends with the last array of NumPy that shows it."""

    def __init__(self, release, pointer, shape, dtype):
        self.release, self.pointer = release, pointer
        self.__array_interface__ = {"version": 3, "data": (pointer, False), "shape": shape, "typestr": dtype.str}

    def __del__(self):
        self.release(self.pointer)


def codes(item):
    return item.rstrip("0123456789")


def rank(item):
    return int(item.lstrip("dq?b"))


def places(item):
    """How many leaves an item has."""
    return len(leaves(item))


def leaves(item):
    """The types of C for an item: those of pointers, and of dimensions."""
    if item in TYPES:
        return [TYPES[item]]
    return [ctypes.c_void_p] * len(codes(item)) + [ctypes.c_int64] * rank(item)


def passer(item, name):
    """A function that appends what C gets for an item to words, and what must live as long to kept."""
    if item in TYPES:
        convert = _values.SCALARS[item]
        return lambda value, words, kept: words.append(convert(name, value))
    letters, dimensions = codes(item), rank(item)

    def give_one(value, words, kept):
        if type(value) is ndarray and value.dtype is dtype and value.ndim == dimensions:
            try:
                at = addressof(first(value))
            except (TypeError, ValueError):  # it cannot be written to, is not contiguous, or has no elements
                at = 1
            if at % 8 == 0:
                kept.append(value)
                words.append(at)
                words.extend(value.shape)
                return
        if value is absent:
            words.extend(nothing)
            return
        a = array(name, letters, dimensions, value)
        kept.append(a)
        words.append(address(a))
        words.extend(a.shape)

    def give_several(value, words, kept):
        if value is absent:
            words.extend(nothing)
            return
        kept.extend(value)
        words.extend([address(a) for a in value])
        words.extend(value[0].shape)

    # What most calls are given takes the short way: it is aligned, if more than its type needs.
    ndarray, addressof, first, dtype = numpy.ndarray, ctypes.addressof, FIRST.from_buffer, _values.DTYPES[letters[0]]
    absent, array, nothing = _values.ABSENT, _values.array, [None] * len(letters) + [0] * dimensions
    return give_one if len(letters) == 1 else give_several


def address(array):
    try:
        return ctypes.addressof(FIRST.from_buffer(array))
    except (TypeError, ValueError):  # it cannot be written to, or has no elements
        return array.__array_interface__["data"][0]
