"""compile, which makes a module of a program."""

import hashlib
import importlib.util
import json
import os
import platform
import shutil
import sys
import threading
import warnings

from . import _command, _folder

_lock = threading.Lock()
_modules = {}  # by name
_told = False  # that the interpreter runs programs


def compile(source, functions=None, **options):
    """The functions of a program, compiled.

    Parameters
    ----------
    source : str or os.PathLike
        The text of a program in procad's language, or a file with one. A str that ends in
        .fun or .proc and is a single line names a file.
    functions : list of str, or str with commas between, optional
        The functions of the module. If left out, it is the one that no other calls.
    **options
        The options of procad build, by name, such as jvp=True, wrt=["x"] or cpu="x86-64-v3".
        A list gives an option several times. "in" is in_. False and None leave an option out.

    Returns
    -------
    module
        What procad build --python makes, as docs/python.md describes it. It is the same module
        for the same program and options, and is kept in a folder of the user for other processes.
        Derivatives that the options do not make are compiled when they are asked for. Without clang
        the interpreter of the command runs it, and a UserWarning says so once.

    Raises
    ------
    CompileError
        if the command cannot be run, or refuses the program or the options
    OSError
        if a file cannot be read
    """
    flags, data = _command.flags(functions, options)
    return _Program(source, flags, data).module()


class _Program:
    """A program, and the options that it is compiled with."""

    def __init__(self, source, flags, data):
        self.file, self.text = _read(source)
        self.command = _command.find()
        self.imports = {} if _is_text(source) else _imports(self.command, os.fspath(source))
        self.flags, self.data = flags, data

    def module(self):
        return self._made(self.flags, None)

    def derived(self, module, function, flag):
        """A function of a module of the program, with the derivatives that a flag makes. Its values are of the classes of the module."""
        others = [f for f in self.flags if f.partition("=")[0] not in ("--fn", "--jvp", "--vjp", "--hvp", "--split")]
        made = self._made([f"--fn={function}", f"--{flag}", *others], module)
        return next(f for f in vars(made).values() if isinstance(f, module._functions.Function))

    def _made(self, flags, of):
        """The module, of the classes of another one if that is given."""
        name = _name(self.file, self.text, self.imports, flags, self.data, self.command, of and of.__name__)
        with _lock:
            if name in _modules:
                return _modules[name]
        folder = _folder.user()
        kept = folder.find(name)
        if kept:
            try:
                return self._loaded(name, kept, of)
            except (ImportError, OSError):  # some of it is gone
                folder.remove(name)
        with folder.scratch() as scratch:
            made = _command.build(self.command, scratch, self.file, self.text, self.imports, name, flags)
            if os.path.exists(os.path.join(made, "program.json")):
                kept = self._interpreted(name, made)
            else:
                kept = folder.put(name, made)
        return self._loaded(name, kept, of)

    def _interpreted(self, name, made):
        """The folder of a package that the interpreter runs, which ends with the process: then there may be a clang."""
        global _told
        if not _told and not any(f.startswith("--engine") for f in self.flags):
            _told = True
            warnings.warn("there is no clang, or PROCAD_CC is none: the interpreter of procad runs what is compiled, more slowly", stacklevel=5)
        return shutil.copytree(made, os.path.join(_folder.passing().path, name), dirs_exist_ok=True)

    def _loaded(self, name, folder, of):
        """Imports the package in a folder, once."""
        with _lock:
            if name not in _modules:
                module = _import(name, folder, of)
                if of is None:
                    module._functions.builder = lambda function, flag: self.derived(module, function, flag)
                _modules[name] = module
            return _modules[name]


def _is_text(source):
    """Whether source is the text of a program, and not the path of its file."""
    return isinstance(source, str) and ("\n" in source or not source.endswith((".fun", ".proc")))


def _read(source):
    """The name of a program for messages, and its text as bytes."""
    if _is_text(source):
        return "source.fun", source.encode()
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"source: a text or a path is wanted, not {type(source).__name__}")
    with open(source, "rb") as f:
        return os.path.basename(os.fspath(source)), f.read()


def _imports(command, path):
    """The contents of the files that a program imports, by their paths from its folder."""
    folder, found = os.path.dirname(path), {}
    for name in _command.files(command, folder, os.path.basename(path))[1:]:
        with open(os.path.join(folder, name), "rb") as f:
            found[os.path.normpath(name)] = f.read()
    return found


def _name(file, text, imports, flags, data, command, of):
    """The name of the module, which differs where anything does that it is made of."""
    at = os.stat(command)
    key = [
        file,
        flags,
        of,
        sorted((name, hashlib.sha256(content).hexdigest()) for name, content in imports.items()),
        [hashlib.sha256(content).hexdigest() for content in [text, *data]],
        [os.path.realpath(command), at.st_dev, at.st_ino, at.st_size, at.st_mtime_ns],
        [os.environ.get("PROCAD_CC"), sys.executable, sys.version, platform.machine(), _processor()],
    ]
    return "procad_" + hashlib.sha256(json.dumps(key).encode()).hexdigest()[:32]


def _processor():
    """What tells processors apart that run other instructions: homes are shared between machines."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as f:
            first = f.read().partition("\n\n")[0]
    except OSError:
        return platform.processor()
    return [line for line in first.splitlines() if line.startswith(("model name", "flags", "Features", "CPU part"))]


def _import(name, folder, of):
    """Imports the package in a folder. Of another one's modules it has all that do not depend on the library."""
    spec = importlib.util.spec_from_file_location(name, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where the package looks for its own modules
    if of:
        for part in [m.partition(".")[2] for m in sys.modules if m.startswith(of.__name__ + ".")]:
            if part not in ("_open", "_library", "_native"):
                sys.modules[f"{name}.{part}"] = sys.modules[f"{of.__name__}.{part}"]
    try:
        spec.loader.exec_module(module)
    except BaseException:
        for part in [m for m in sys.modules if m.partition(".")[0] == name]:
            del sys.modules[part]
        raise
    return module
