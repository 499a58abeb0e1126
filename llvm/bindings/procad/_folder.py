"""The folder of the user where compiled packages are kept.

It is python in $PROCAD_CACHE, or in procad in the user's folder for caches. Only the user can read
and write it. A package is made in a folder next to it, and renamed: other processes see all of it or
nothing. Of more packages than MOST, those that were not used for longest go.
"""

import atexit
import contextlib
import os
import shutil
import stat
import sys
import tempfile
import time
import warnings

MOST = 64
UNFINISHED = "new-"  # how the names of folders begin that are being filled
ABANDONED = 3600  # seconds, after which they will remain so


class Folder:
    """Packages in a folder that only the user can read and write."""

    def __init__(self, path):
        self.path = path

    def find(self, name):
        """The path of a package that is kept, or None."""
        path = os.path.join(self.path, name)
        try:
            os.utime(path)
        except OSError:
            return None
        return path

    @contextlib.contextmanager
    def scratch(self):
        """A new folder, of which nothing remains but what is put."""
        path = tempfile.mkdtemp(prefix=UNFINISHED, dir=self.path)
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def put(self, name, made):
        """Keeps what was made in a scratch folder, unless another process has made it too; the path of it."""
        path = os.path.join(self.path, name)
        try:
            os.rename(made, path)
        except OSError:
            if not os.path.isdir(path):
                raise
        self.evict()
        return path

    def remove(self, name):
        """Removes a package, for others in one step."""
        with self.scratch() as scratch, contextlib.suppress(OSError):
            os.rename(os.path.join(self.path, name), os.path.join(scratch, name))

    def evict(self):
        """Removes packages until there are no more than MOST, and what was left unfinished."""
        packages = []
        for name in os.listdir(self.path):
            with contextlib.suppress(OSError):  # another process removes it
                used = os.stat(os.path.join(self.path, name)).st_mtime
                if not name.startswith(UNFINISHED):
                    packages.append((used, name))
                elif used < time.time() - ABANDONED:
                    shutil.rmtree(os.path.join(self.path, name), ignore_errors=True)
        for _, name in sorted(packages)[:-MOST]:
            self.remove(name)


def user():
    """The folder of the user; one that ends with the process if there is none."""
    cache = os.environ.get("PROCAD_CACHE") or os.path.join(_caches(), "procad")
    if cache == "off":
        return passing()
    path = os.path.join(os.path.abspath(cache), "python")
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.mkdir(path, 0o700)
        if _private(path):
            return Folder(path)
        wrong = "others than the user can use it"
    except OSError as e:
        wrong = e.strerror
    warnings.warn(f"{path}: {wrong}, so compiled programs are not kept", stacklevel=3)
    return passing()


def _private(path):
    at = os.lstat(path)
    return stat.S_ISDIR(at.st_mode) and at.st_uid == os.geteuid() and not stat.S_IMODE(at.st_mode) & 0o077


def _caches():
    """Where the system has the caches of a user."""
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches")
    named = os.environ.get("XDG_CACHE_HOME", "")
    return named if os.path.isabs(named) else os.path.expanduser("~/.cache")


_own = []  # the folder of this process


def passing():
    """A folder that ends with the process."""
    if not _own:
        path = tempfile.mkdtemp(prefix="procad-")
        atexit.register(shutil.rmtree, path, ignore_errors=True)
        _own.append(Folder(path))
    return _own[0]
