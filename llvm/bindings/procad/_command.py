"""The command procad."""

import functools
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys


class CompileError(Exception):
    """What the command says when it makes nothing.

    str() of it is the whole message, with the place in the program and a hint where there is one.

    Attributes
    ----------
    message : str
        what is wrong, in a line
    file : str
        the file that it is wrong in; a program that is given as a text is source.fun
    line, column : int
        the place in the file, counted from 1; 0 if there is none
    code : str
        the word for what is wrong, such as "unbound", or ""; "procad help CODE" explains it
    """

    def __init__(self, text):
        super().__init__(text)
        first = re.search(r"^(?:(.*?):(?:(\d+):(\d+):)? )?error: (.*?)(?: \[([a-z0-9-]+)\])?$", text, re.MULTILINE)
        file, line, column, message, code = first.groups("") if first else ("", "", "", text, "")
        self.message = message
        self.file = file
        self.line = int(line or 0)
        self.column = int(column or 0)
        self.code = code

    def _render_traceback_(self):
        """What IPython shows: how it came to the error is nothing to the author of a program."""
        return str(self).splitlines()


def find():
    """The path of the command: what PROCAD names, or what was installed with this package, or what is in PATH."""
    named = os.environ.get("PROCAD")
    path = shutil.which(named) if named else _installed() or shutil.which("procad")
    if path is None:
        raise CompileError(f"error: {named}: cannot be run, and the environment variable PROCAD names it" if named else
                           "error: there is no procad in PATH: put it there, or name it in the environment variable PROCAD")
    return os.path.abspath(path)


@functools.lru_cache(maxsize=None)
def _installed():
    """The command that a wheel has installed together with this file."""
    try:
        files = importlib.metadata.files("procad") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    paths = [os.path.realpath(f.locate()) for f in files]
    if os.path.realpath(__file__) not in paths:
        return None  # they are those of another copy of the package
    return next((p for p in paths if os.path.basename(p) == "procad" and os.access(p, os.X_OK) and os.path.isfile(p)), None)


def flags(functions, options):
    """The arguments of the command, and the contents of the files that they name."""
    if functions is not None and not isinstance(functions, str):
        functions = ",".join(functions)
    arguments, contents = [f"--fn={functions}"] if functions else [], []
    for name, value in sorted(options.items()):
        flag = "--" + name.rstrip("_").replace("_", "-")
        for v in value if isinstance(value, (list, tuple)) else [value]:
            if v is None or v is False:
                continue
            if flag == "--in":
                v = _whole_path(os.fspath(v), contents)
            arguments.append(flag if v is True else f"{flag}={v}")
    return arguments, contents


def _whole_path(data, contents):
    """FILE or NAME=@FILE or NAME=@FILE:PART, with an absolute path, as the command runs in another folder."""
    name, at, file = data.partition("=@")
    if not at or "/" in name:
        name, at, file = "", "", data
    path = os.path.abspath(file)
    with open(re.sub(r"(?i)(\.(?:npz|csv)):.*", r"\1", path) if at else path, "rb") as f:
        contents.append(f.read())
    return name + at + path


def files(command, folder, file):
    """The paths of the files of a program in a folder, from there: its own, and those that it imports."""
    told = _run(command, ["check", "--files", "--format=json", "--", file], folder or None, None)
    try:
        return json.loads(told)["files"]
    except ValueError:
        raise CompileError(f"error: {command} has named no files") from None


def _run(command, arguments, folder, environment):
    """What the command prints. What else it says is a warning, or the error that it ends with."""
    try:
        done = subprocess.run([command, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    except OSError as e:
        raise CompileError(f"error: {command}: {e.strerror}") from None
    told = done.stderr.decode("utf-8", "replace").rstrip()
    if done.returncode:
        raise CompileError(told or f"error: {command} has ended with {done.returncode}")
    if told:
        print(told, file=sys.stderr)
    return done.stdout


def build(command, folder, file, text, imports, name, arguments):
    """Makes the package of a program in a folder, and returns where it is."""
    # Imports may be outside of the folder of the program, which is then as deep below this one.
    folder = os.path.join(folder, *["_"] * max([p.split(os.sep).count("..") for p in imports], default=0))
    for path, content in {file: text, **imports}.items():
        path = os.path.join(folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(content)
    environment = dict(os.environ)
    if sys.executable:
        environment["PROCAD_PYTHON"] = sys.executable
    for variable in ["PROCAD_CACHE", "PROCAD_CC"]:
        if os.sep in environment.get(variable, ""):
            environment[variable] = os.path.abspath(environment[variable])
    engine = [] if any(a.startswith("--engine") for a in arguments) else ["--engine=auto"]
    _run(command, ["build", "--python", "--output", name, *engine, *arguments, "--", file], folder, environment)
    made = os.path.join(folder, name)
    if not os.path.isfile(os.path.join(made, "__init__.py")):
        raise CompileError(f"error: {command} has made no package")
    return made
