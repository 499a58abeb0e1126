"""Functions and derivatives of numerical kernels, compiled by the command procad.

    compile(source, functions=None, **options)   a module with the functions of a program
    CompileError                                 what is wrong with the program, or with the options
    %load_ext procad                             in IPython: a cell that begins with %%procad is such a program

The command is procad in PATH, or what the environment variable PROCAD names.
"""

from . import _words
from ._command import CompileError
from ._compile import compile
from ._magic import load_ipython_extension

CompileError.__module__ = compile.__module__ = __name__  # where messages and pickle find them

__version__ = "1.0.0"
__all__ = ["CompileError", "compile", "load_ipython_extension"]


def __getattr__(name):
    raise _words.missing_in_module(__name__, name, __all__, "procad.compile(source).f")
