"""Opens the shared library of the package."""

import os

from . import _errors, _values


class Native:
    """The library, called by the extension."""

    def __init__(self, native, path, file):
        native.open(path, _values, _errors.error)
        self.native, self.file = native, file

    def entry(self, symbol, given, made, groups, half):
        return self.native.entry(symbol, self.file, given, made, groups, half)


def library(file):
    """The library, which was made of a source file."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "libfunctions.so")
    try:
        from . import _native
    except ImportError:
        from . import _library

        return _library.Library(path, file)
    return Native(_native, path, file)
