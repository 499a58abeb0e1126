"""Functions and derivatives of numerical kernels, compiled by the command procad.

    compile(source, functions=None, **options)   a module with the functions of a program
    CompileError                                 what is wrong with the program, or with the options

The command is procad in PATH, or what the environment variable PROCAD names.
"""

from ._command import CompileError
from ._compile import compile

CompileError.__module__ = compile.__module__ = __name__  # where messages and pickle find them

__all__ = ["CompileError", "compile"]
