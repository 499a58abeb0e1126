"""What pip runs to install this folder as it is: a build backend (PEP 517) without requirements."""

import base64
import hashlib
import os
import re
import stat
import sysconfig
import zipfile

OWN = ["_build.py"]  # which are not installed
HERE = os.path.dirname(os.path.abspath(__file__))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes a wheel, for this system if there is compiled code, and returns its name.

    The setting "command" is the path of the command procad, which then comes with the package, and "platform"
    the systems that it runs on, as the tags of wheels name them, with dots between.
    """
    settings = config_settings or {}
    name, version = project("name"), project("version")
    files = [f for f in sorted(os.listdir(HERE)) if f.endswith((".py", ".so")) and f not in OWN]
    pure = not any(f.endswith(".so") for f in files) and "command" not in settings
    here = re.sub(r"[-.]", "_", sysconfig.get_platform())
    platform = "any" if pure else settings.get("platform", here)
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Python: >=3.8\nRequires-Dist: numpy\n"
    wheel = f"Wheel-Version: 1.0\nGenerator: procad\nRoot-Is-Purelib: {str(pure).lower()}\n"
    wheel += "".join(f"Tag: py3-none-{p}\n" for p in platform.split("."))
    contents = {f"{name}/{file}": read(file) for file in files}
    command = f"{name}-{version}.data/scripts/procad"
    if "command" in settings:
        contents[command] = read(settings["command"])
    contents[f"{info}/METADATA"] = metadata.encode()
    contents[f"{info}/WHEEL"] = wheel.encode()
    contents[f"{info}/RECORD"] = record(contents, f"{info}/RECORD")
    file = f"{name}-{version}-py3-none-{platform}.whl"
    with zipfile.ZipFile(os.path.join(wheel_directory, file), "w", zipfile.ZIP_DEFLATED) as z:
        for path, content in contents.items():
            entry = zipfile.ZipInfo(path)  # of 1980, so that equal files make equal wheels
            entry.external_attr = (stat.S_IFREG | (0o755 if path == command else 0o644)) << 16
            z.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return file


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("there is no source distribution: make a wheel, or install the folder itself")


def record(contents, itself):
    lines = []
    for path, content in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(content)}\n")
    return "".join(lines + [f"{itself},,\n"]).encode()


def project(key):
    return re.search(rf'^{key} = "(.*)"$', read("pyproject.toml").decode(), re.MULTILINE).group(1)


def read(file):
    with open(os.path.join(HERE, file), "rb") as f:
        return f.read()
