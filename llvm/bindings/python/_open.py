"""Opens the shared library of the package."""

import fnmatch
import importlib.machinery
import importlib.util
import operator
import os

from . import _errors, _values


class Native:
    """The library, called by the extension."""

    batches = True  # it has functions for several problems

    def __init__(self, native, path, file):
        native.open(path, _values, _errors.error)
        self.native, self.file, self.threads = native, file, native.threads

    def entry(self, symbol, given, made, groups, half):
        return self.native.entry(symbol, self.file, given, made, groups, half)


MOST_THREADS = 1024  # the library takes more for this many


def threads(library, n):
    """How many threads share a call of a library from now on: n, or as many as before if it is None."""
    if n is None:
        return library.threads(0)
    count = operator.index(n)
    if count < 1:
        raise ValueError(f"threads: n is {count}, and at least one thread makes a call")
    return library.threads(min(count, MOST_THREADS))


def library(file):
    """The library, which was made of a source file.

    The names of the library and of the extension have a part that tells builds apart, so that what a
    process has loaded is not taken for what another build made.
    """
    folder = os.path.dirname(os.path.abspath(__file__))
    program = os.path.join(folder, "program.json")
    if os.path.exists(program):
        from . import _interpreter

        return _interpreter.Interpreter(program)
    libraries = fnmatch.filter(os.listdir(folder), "libfunctions.*.so")
    if len(libraries) != 1:
        raise ImportError(f"{folder}: there is no library, or more than one: procad build --python makes the package anew")
    path, build = os.path.join(folder, libraries[0]), libraries[0].split(".")[1]
    for suffix in importlib.machinery.EXTENSION_SUFFIXES:
        native = os.path.join(folder, f"_native.{build}{suffix}")
        if os.path.exists(native):
            try:
                extension = importlib.util.module_from_spec(importlib.util.spec_from_file_location(f"{__package__}._native", native))
            except ImportError:
                break
            return Native(extension, path, file)
    from . import _library

    return _library.Library(path, file)
