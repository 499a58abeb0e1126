"""The functions of a package without a library: the command procad interprets the program (procad serve)."""

import json
import os
import struct
import subprocess
import threading
import weakref

import numpy

from . import _errors, _values

WORD = struct.Struct("<Q")
NUMBERS = {"d": struct.Struct("<d"), "q": struct.Struct("<q"), "?": struct.Struct("<q"), "b": struct.Struct("<q")}


class Trace:
    """The number of what a forward pass has left."""

    def __init__(self, library, number):
        self.number = number
        weakref.finalize(self, library.dropped.append, number)

    def __reduce__(self):
        raise TypeError("cannot pickle or copy a trace")


class Interpreter:
    """A process that runs the functions of a program, one call after the other."""

    batches = False  # it has no functions for several problems

    def __init__(self, path):
        self.path, self.lock, self.process, self.owner = path, threading.Lock(), None, 0
        self.dropped = []  # traces that are gone, of which the process is told with the next call: objects end in the middle of one

    def threads(self, n):
        """How many threads share a call: one, whatever n is."""
        return 1

    def entry(self, symbol, given, made, groups, half):
        """A function of items, as that of Library."""
        name, group = symbol.encode(), _values.grouper(groups)

        def call(*items):
            trace = 0
            if half == "reverse":
                left, *items = items
                trace, left.number = left.number, None
                if trace is None:
                    raise RuntimeError("reverse has taken the trace already: forward makes another one")
            request = [WORD.pack(len(name)), name, WORD.pack(trace)]
            for (codes, item_name), value in zip(given, items):
                write(request, codes, item_name, value)
            left, values = self.ask(b"".join(request), made)
            result = group(values)
            return (result, Trace(self, left)) if half == "forward" else result

        return call

    def ask(self, request, made):
        """What the process answers: the number of a trace, and the items of the results."""
        with self.lock:
            process = self.started()
            try:
                while self.dropped:
                    process.stdin.write(WORD.pack(0) + WORD.pack(self.dropped.pop()))
                process.stdin.write(request)
                process.stdin.flush()
                failed, length = read(process, WORD)[0], read(process, WORD)[0]
                if not failed:
                    return length, [taken(process, codes) for codes in made]
                error = json.loads(exactly(process, length))
            except BaseException as e:  # half of a call may be read, or written
                self.process = None
                process.kill()
                process.wait()
                if isinstance(e, (OSError, EOFError)):
                    raise RuntimeError("the interpreter has ended, which is a bug of procad or for lack of memory") from None
                raise
        raise _errors.Error(error["text"], error["message"], error["file"], error["line"], error["column"], error["code"])

    def started(self):
        if self.process is None or self.owner != os.getpid():  # a process belongs to the one that has begun it
            with open(self.path, encoding="utf-8") as f:
                program = json.load(f)
            folder = program["folder"] if os.path.isdir(program["folder"]) else None
            command = os.environ.get("PROCAD") or program["command"]
            self.process = subprocess.Popen([command, "serve", self.path], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.owner = os.getpid()
            self.dropped.clear()
            weakref.finalize(self, ended, self.process)
        return self.process


def ended(process):
    process.stdin.close()
    process.wait()


def write(request, codes, name, value):
    """Appends the bytes of an item."""
    if codes in NUMBERS:
        request.append(NUMBERS[codes].pack(_values.SCALARS[codes](name, value)))
        return
    letters = codes.rstrip("0123456789")
    rank = int(codes[len(letters) :])
    if value is _values.ABSENT:
        request.append(bytes(8 * rank))
        return
    arrays = [_values.array(name, c, rank, a) for c, a in zip(letters, value if isinstance(value, tuple) else (value,))]
    request.extend([WORD.pack(n) for n in arrays[0].shape])
    request.extend([a.tobytes() for a in arrays])


def taken(process, codes):
    """The item that is read."""
    if codes in NUMBERS:
        number = read(process, NUMBERS[codes])[0]
        return bool(number) if codes == "?" else number
    letters = codes.rstrip("0123456789")
    shape = [read(process, WORD)[0] for _ in range(int(codes[len(letters) :]))]
    arrays = []
    for c in letters:
        a = numpy.empty(shape, _values.DTYPES[c])
        a[...] = numpy.frombuffer(exactly(process, a.nbytes), a.dtype).reshape(shape)
        arrays.append(a)
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


def read(process, of):
    return of.unpack(exactly(process, of.size))


def exactly(process, count):
    text = process.stdout.read(count)
    if len(text) < count:
        raise EOFError
    return text
