# Functions that scripts share, to be sourced in the folder of the project. scripts/setup is the command.

say() { printf '%s\n' "$*" >&2; }

# go_version is the version of the go of the PATH itself, such as 1.21.13.
go_version() { GOTOOLCHAIN=local go version | sed -n 's/^go version go\([^ ]*\).*/\1/p'; }

# fetches_toolchain says that the go of the PATH reads which version of Go a module wants and fetches it, as it does from 1.21 on.
fetches_toolchain() {
  case $(go_version) in
  0.* | 1.[0-9] | 1.[0-9].* | 1.[0-9][a-z]* | 1.1[0-9]* | 1.20*) return 1 ;;
  esac
}

# need_go finds a Go that compiles the project, also where its installer puts it. Without one it says in one line what to install.
need_go() {
  wanted=$(sed -n 's/^go //p' go.mod)
  install="install Go 1.21 or newer from https://go.dev/dl, which fetches Go $wanted by itself"
  installed=${GOROOT:-/usr/local/go}/bin
  if ! command -v go >/dev/null 2>&1; then
    PATH=$PATH:$installed
  elif ! fetches_toolchain && [ -x "$installed/go" ]; then
    PATH=$installed:$PATH
  fi
  command -v go >/dev/null 2>&1 || { say "Go is missing: $install"; exit 1; }
  fetches_toolchain || { say "$(command -v go) is Go $(go_version), which is too old: $install"; exit 1; }
  # This fetches the wanted version, and says so.
  go version >/dev/null || { say "$(command -v go) cannot fetch Go $wanted: install it from https://go.dev/dl"; exit 1; }
  if [ "$(go env GOTOOLCHAIN)" = local ] && ! go list -m >/dev/null 2>&1; then
    say "$(command -v go) is Go $(go_version), and GOTOOLCHAIN=local forbids it to fetch Go $wanted: set GOTOOLCHAIN=auto"
    exit 1
  fi
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

# install installs a Debian package. It reads the lists of packages once.
install() {
  if ! command -v apt-get >/dev/null 2>&1; then
    say "not installed: $1 (there is no apt-get)"
    return 0
  fi
  if [ -z "${lists_read:-}" ]; then
    lists_read=yes
    as_root apt-get update -qq >&2 || say "apt-get update failed"
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$1" >&2 </dev/null ||
    say "not installed: $1"
}

# install_commands installs those Debian packages of which no command of the same name
# is there. What cannot be installed is left out, and said.
install_commands() {
  for p in "$@"; do
    command -v "$p" >/dev/null 2>&1 || install "$p"
  done
}

# install_packages installs those Debian packages that are not there. On another system it does nothing.
install_packages() {
  for p in "$@"; do
    command -v dpkg >/dev/null 2>&1 || return 0
    dpkg -s "$p" >/dev/null 2>&1 || install "$p"
  done
}

# install_python installs those packages of Python for Debian's python3 that are not there.
install_python() {
  for p in "$@"; do
    /usr/bin/python3 -c "import $p" >/dev/null 2>&1 || install "python3-$p"
  done
}

# have_clang says whether any clang that procad takes is there.
have_clang() {
  for c in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 clang-13; do
    command -v "$c" >/dev/null 2>&1 && return 0
  done
  return 1
}
