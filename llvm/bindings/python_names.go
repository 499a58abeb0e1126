package bindings

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/quote"
)

// pythonKeywords are the keywords of Python 3, with those that are ones in some places only.
var pythonKeywords = strings.Fields(`False None True and as assert async await break class continue def del elif else except finally for
	from global if import in is lambda nonlocal not or pass raise return try while with yield match case type`)

// pythonModules are the modules of Python 3.8 to 3.13, and others that packages need: a package of
// such a name would hide them.
var pythonModules = strings.Fields(`numpy procad
	abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar
	cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg
	crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler
	fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac
	html http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox
	mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode
	operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile
	pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets
	select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse
	ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios
	textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing
	unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport
	zlib zoneinfo`)

// PythonName says why a text is no name for a package of Python, "" if it is one.
func PythonName(text string) string {
	switch {
	case !quote.IsCName(text) || slices.Contains(pythonKeywords, text):
		return "is no name for a package of Python"
	case slices.Contains(pythonModules, text):
		return "is a module of Python, which the package would hide"
	}
	return ""
}

// A scope is the names that are taken somewhere in Python.
type scope map[string]bool

// name is a name for Python that nothing else in the scope has: as it is in the source, with
// _ for a prime, and with _ behind it where Python or the package has that name.
func (s scope) name(given string) string {
	base := quote.CPart(given)
	if slices.Contains(pythonKeywords, base) || s[base] || strings.HasPrefix(base, "__") {
		base += "_"
	}
	name := base
	for k := 2; s[name]; k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	s[name] = true
	return name
}
