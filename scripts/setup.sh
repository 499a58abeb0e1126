# Functions that demo and test share; to be sourced.

say() { printf '%s\n' "$*" >&2; }

# need_go finds Go, also where its installer puts it.
need_go() {
  command -v go >/dev/null 2>&1 || PATH=$PATH:/usr/local/go/bin
  command -v go >/dev/null 2>&1 || { say "Go is missing: see https://go.dev/dl"; exit 1; }
}

# as_root runs a command as root, if that is possible without a password.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    sudo -n "$@"
  else
    return 1
  fi
}

# install_commands installs those Debian packages of which no command of the same name
# is there. What cannot be installed is left out, and said.
install_commands() {
  missing=
  for p in "$@"; do
    command -v "$p" >/dev/null 2>&1 || missing="$missing $p"
  done
  [ -n "$missing" ] || return 0
  if ! command -v apt-get >/dev/null 2>&1; then
    say "not installed:$missing (there is no apt-get)"
    return 0
  fi
  as_root apt-get update -qq >&2 || say "apt-get update failed"
  for p in $missing; do
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$p" >&2 </dev/null ||
      say "not installed: $p"
  done
}

# install_packages installs those Debian packages that are not there.
install_packages() {
  for p in "$@"; do
    command -v dpkg >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 || return 0
    dpkg -s "$p" >/dev/null 2>&1 && continue
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$p" >&2 </dev/null ||
      say "not installed: $p"
  done
}

# install_python installs those packages of Python for Debian's python3 that are not there.
install_python() {
  for p in "$@"; do
    /usr/bin/python3 -c "import $p" >/dev/null 2>&1 && continue
    command -v apt-get >/dev/null 2>&1 &&
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "python3-$p" >&2 </dev/null ||
      say "not installed: $p for Python"
  done
}

# have_clang says whether any clang that procad takes is there.
have_clang() {
  for c in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 clang-13; do
    command -v "$c" >/dev/null 2>&1 && return 0
  done
  return 1
}
