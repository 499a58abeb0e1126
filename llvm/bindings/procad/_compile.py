"""compile, which makes a module of a program."""

import hashlib
import importlib.util
import json
import os
import platform
import sys
import threading

from . import _command, _folder

_lock = threading.Lock()
_modules = {}  # by name


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

    Raises
    ------
    CompileError
        if the command cannot be run, or refuses the program or the options
    OSError
        if a file cannot be read
    """
    file, text = _read(source)
    flags, data = _command.flags(functions, options)
    command = _command.find()
    imports = {} if _is_text(source) else _imports(command, os.fspath(source))
    name = _name(file, text, imports, flags, data, command)
    with _lock:
        if name in _modules:
            return _modules[name]
    folder = _folder.user()
    kept = folder.find(name)
    if kept:
        try:
            return _load(name, kept)
        except (ImportError, OSError):  # some of it is gone
            folder.remove(name)
    with folder.scratch() as scratch:
        made = _command.build(command, scratch, file, text, imports, name, flags)
        kept = folder.put(name, made)
    return _load(name, kept)


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


def _name(file, text, imports, flags, data, command):
    """The name of the module, which differs where anything does that it is made of."""
    at = os.stat(command)
    key = [
        file,
        flags,
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


def _load(name, folder):
    """Imports the package in a folder, once."""
    with _lock:
        if name not in _modules:
            spec = importlib.util.spec_from_file_location(name, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder])
            module = importlib.util.module_from_spec(spec)
            sys.modules[name] = module  # where the package looks for its own modules
            try:
                spec.loader.exec_module(module)
            except BaseException:
                for part in [m for m in sys.modules if m.partition(".")[0] == name]:
                    del sys.modules[part]
                raise
            _modules[name] = module
        return _modules[name]
