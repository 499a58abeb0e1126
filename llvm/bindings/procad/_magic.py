"""The cell magic %%procad of IPython."""

import shlex

from ._compile import compile


def load_ipython_extension(shell):
    """Makes %%procad, which compiles a cell. %load_ext procad calls it.

    %%procad NAME OPTIONS gives the module of the program in the cell a name. Without NAME the functions
    of the program, and its classes, have their own names. OPTIONS are those of procad build, such as --fn f,g.
    """

    def procad(line, cell):
        name, options = read(line)
        module = compile(cell + "\n", **options)
        shell.push({name: module} if name else {n: getattr(module, n) for n in module.__all__ if n not in ("Error", "Inl", "Inr")})

    procad.__doc__ = load_ipython_extension.__doc__
    shell.register_magic_function(procad, "cell", "procad")


def read(line):
    """The name and the options in a line."""
    words = shlex.split(line)
    name = words.pop(0) if words and not words[0].startswith("-") else None
    if name is not None and not name.isidentifier():
        raise ValueError(f"%%procad: {name} is no name of Python: %%procad NAME --fn f,g, for example")
    options = {}
    while words:
        flag, given, value = words.pop(0).partition("=")
        if not flag.startswith("--"):
            raise ValueError(f"%%procad: {flag}: an option of procad build is wanted, such as --fn f,g")
        if not given:
            value = words.pop(0) if words and not words[0].startswith("--") else True
        key = "functions" if flag == "--fn" else flag[2:].replace("-", "_")
        options[key] = value if key == "functions" or value is True else [*options.get(key, []), value]
    return name, options
