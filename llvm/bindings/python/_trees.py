"""Values of recursive types, which may be as deep as memory allows: nothing here calls itself for a node.

Such a value is passed as what has the numbers of its nodes, and, for each recursive type, an array for each leaf
of its nodes. A tangent has the numbers of the value that it belongs to.
"""

import numpy

from . import _values

UNKNOWN = object()  # in the place of a node that is not built yet


class Ref:
    """A value of a recursive type, the number of a node."""

    plain = even = flat = False
    width = 1

    def __init__(self, heap):
        self.heap = heap

    def items(self, name):
        return [("q", name)]

    def flatten(self, name, value, items):
        items.append(items.number(self.heap, name, value))

    def absent(self, items):
        items.append(0)

    def build(self, items):
        return items.node(self.heap, next(items))

    def lacks(self, tangent):
        return False

    def complete(self, name, tangent, value, of):
        return tangent


class Forest(_values.Array):
    """An array of values of a recursive type: lists of lists."""

    plain = even = flat = False
    width = 1

    def flatten(self, name, value, items):
        if value is _values.ABSENT:
            items.append(value)
            return
        shape, level = [], [(name, value)]
        for _ in range(self.rank):
            for at, v in level:
                if not isinstance(v, (list, tuple)) and not (isinstance(v, numpy.ndarray) and v.dtype == object):
                    raise _values.unfit(at, "a list", v)
                if len(v) != len(level[0][1]):
                    raise ValueError(f"{name}: the lists have different lengths")
            shape.append(len(level[0][1]) if level else 0)
            level = [(f"{at}[{i}]", x) for at, v in level for i, x in enumerate(v)]
        items.append(items.numbers(self.elem.heap, level, shape))

    def build(self, items):
        numbers = next(items)

        def nodes(list_of, rank):
            return [nodes(x, rank - 1) if rank > 1 else items.node(self.elem.heap, x) for x in list_of]

        return nodes(numbers.tolist(), self.rank)

    def lacks(self, tangent):
        return False

    def complete(self, name, tangent, value, of):
        return tangent


class Row(_values.Items):
    """The leaves of a node, or of what the value is. found has for each recursive type the values of its nodes, each with the
    node that it is in and its place there."""

    def __init__(self, found, here=None):
        self.found, self.here = found, here

    def scalar(self, code, name, value):
        return _values.SCALARS[code](name, value)

    def number(self, heap, name, value):
        self.found[heap].append((value, self.here, name))
        return len(self.found[heap]) - 1

    def numbers(self, heap, values, shape):
        return numpy.array([self.number(heap, name, value) for name, value in values], numpy.int64).reshape(shape)


class TangentRow(_values.Items):
    """The leaves of a tangent of a node, whose leaves are of. found has the tangents of nodes in it."""

    def __init__(self, of):
        self.of, self.found = of, []

    def scalar(self, code, name, value):
        return (0.0 if value is None else _values.real(name, value)) if code == "d" else 0

    def number(self, heap, name, value):
        if value is not None:
            self.found.append((heap, self.of[len(self)], name, value))
        return 0

    def numbers(self, heap, values, shape):
        of = self.of[len(self)]
        if list(of.shape) != shape:
            raise ValueError(f"{values[0][0] if values else 'the tangent'}: a tangent has the shape of its value: {of.shape}, not {tuple(shape)}")
        self.found.extend([(heap, n, name, value) for n, (name, value) in zip(of.ravel().tolist(), values)])
        return of


class Made(_values.Made):
    """The leaves of a node, of which node(heap, number) are those in it."""

    def __init__(self, leaves, node):
        super().__init__(leaves, None)
        self.node = node


def path(steps):
    """The places of a node, of which steps are the last first."""
    most = 8
    last = "".join(reversed(steps[:most]))
    return f" …{last}" if len(steps) > most else last


def kinds(t):
    """What the items of a type are: a letter, r a number of a node, and those of arrays."""
    if isinstance(t, _values.Choice):
        return kinds(t.nested)
    if isinstance(t, _values.Sum):
        return ["b"] + kinds(t.left) + kinds(t.right)
    if isinstance(t, _values.Tuple):
        return [k for e in t.elems for k in kinds(e)]
    if isinstance(t, (Ref, Forest)):
        return ["r"]
    return [item for item, _ in t.items("")]


def reals(t, at=0):
    """The places among the items of a type of those that tangents have: of a sum the tag too, if anything in it is Real."""
    if isinstance(t, _values.Choice):
        return reals(t.nested, at)
    if isinstance(t, _values.Sum):
        inner = reals(t.left, at + 1) + reals(t.right, at + 1 + t.left.width)
        return [at] + inner if inner else []
    if isinstance(t, _values.Tuple):
        places = []
        for e in t.elems:
            places += reals(e, at)
            at += e.width
        return places
    return [at] if kinds(t)[0].startswith("d") else []


class Known:
    """The numbers of a value: the items of what it is, and the leaves of its nodes by columns."""

    def __init__(self, root, columns):
        self.root, self.columns = root, columns

    def row(self, heap, number):
        return [c[number] for c in self.columns[heap]]


class Trees:
    """A value with values of recursive types in it, which is known by a key in the call: root has numbers of nodes, whose types are nodes."""

    plain = even = flat = False

    def __init__(self, key, root, *nodes):
        self.key, self.root, self.nodes = key, root, nodes
        self.codes = [kinds_of_items(n) for n in nodes]

    def items(self, name):
        return self.root.items(name) + [(f"{codes}1", name) for codes in self.codes]

    def flatten(self, name, value, items):
        found = [[] for _ in self.nodes]
        root = Row(found)
        self.root.flatten(name, value, root)
        rows = [[] for _ in self.nodes]
        while any(len(r) < len(f) for r, f in zip(rows, found)):
            for k, t in enumerate(self.nodes):
                for i, (node, _, _) in enumerate(found[k][len(rows[k]) :], len(rows[k])):
                    rows[k].append(row_of(t, node, Row(found, (k, i)), name, found))
        columns = [[list(c) for c in zip(*r)] or [[] for _ in codes] for r, codes in zip(rows, self.codes)]
        items.known[self.key] = Known(list(root), columns)
        items.extend(root)
        for c, codes in zip(columns, self.codes):
            items.append(item_of(codes, c))

    def build(self, items):
        root = [next(items) for _ in range(self.root.width)]
        columns = [[c.tolist() for c in arrays_of(codes, next(items))] for codes in self.codes]
        items.known[self.key] = Known(root, columns)
        return self.assemble(root, columns)

    def assemble(self, root, columns):
        """The value whose leaves are given. A node is built after those in it."""
        built = [[UNKNOWN] * (len(c[0]) if c else 0) for c in columns]
        below = []

        def node(heap, number):
            made = built[heap][number]
            if made is UNKNOWN:
                below.append((heap, number))
            return made

        self.root.build(Made(root, node))
        left = below[:]
        while left:
            heap, number = left[-1]
            if built[heap][number] is UNKNOWN:
                below.clear()
                made = self.nodes[heap].build(Made([c[number] for c in columns[heap]], node))
                if below:
                    left.extend(below)
                    continue
                built[heap][number] = made
            left.pop()
        return self.root.build(Made(root, node))


def row_of(t, node, row, name, found):
    """The leaves of a node. What is wrong with it is said with its place in the value that is called name."""
    try:
        t.flatten("", node, row)
    except (TypeError, ValueError, OverflowError) as e:
        steps, here = [], row.here
        while here:
            _, here, step = found[here[0]][here[1]]
            steps.append(step)
        steps[-1] = steps[-1][len(name) :]
        raise type(e)(f"{name}{path(steps)}{e}") from None
    return row


def kinds_of_items(t):
    return "".join(code for code, _ in t.items(""))


def item_of(codes, columns):
    arrays = [numpy.array(c, _values.DTYPES[code]) for code, c in zip(codes, columns)]
    return arrays[0] if len(arrays) == 1 else tuple(arrays)


def arrays_of(codes, item):
    return [item] if len(codes) == 1 else list(item)


class Tangent:
    """A tangent of a value: the Reals are its own, what it is made of that of the value. What is None in it is zero."""

    plain = even = flat = False

    def __init__(self, of):
        self.of = of
        self.root, self.nodes = reals(of.root), [reals(n) for n in of.nodes]
        self.kinds, self.node_kinds = kinds(of.root), [kinds(n) for n in of.nodes]
        self.codes = ["".join(codes[i] for i in places) for codes, places in zip(of.codes, self.nodes)]

    def items(self, name):
        root = self.of.root.items(name)
        return [root[i] for i in self.root] + [(f"{codes}1", name) for codes in self.codes if codes]

    def flatten(self, name, value, items):
        known = items.known[self.of.key]
        columns = [
            [list(c[i]) if ks[i] == "b" else [0.0] * len(c[i]) for i in places]
            for c, ks, places in zip(known.columns, self.node_kinds, self.nodes)
        ]
        row = TangentRow(known.root)
        if value is None:
            row.extend([numpy.zeros_like(of) if kind.startswith("d") else of for kind, of in zip(self.kinds, known.root)])
        else:
            self.of.root.flatten(name, value, row)
            self.compare(name, self.kinds, row)
        items.extend([row[i] for i in self.root])
        left = [(heap, number, (step[len(name) :], None), node) for heap, number, step, node in row.found]
        while left:
            heap, number, steps, node = left.pop()
            row = TangentRow(known.row(heap, number))
            try:
                self.of.nodes[heap].flatten("", node, row)
                self.compare("", self.node_kinds[heap], row)
            except (TypeError, ValueError, OverflowError) as e:
                places = []
                while steps:
                    places.append(steps[0])
                    steps = steps[1]
                raise type(e)(f"{name}{path(places)}{e}") from None
            for c, i in zip(columns[heap], self.nodes[heap]):
                if self.node_kinds[heap][i] == "d":
                    c[number] += row[i]
            left.extend([(h, n, (step, steps), x) for h, n, step, x in row.found])
        items.extend([item_of(codes, c) for codes, c in zip(self.codes, columns) if codes])

    def lacks(self, tangent):
        return False

    def complete(self, name, tangent, value, of):
        return tangent

    def compare(self, name, kinds_of, row):
        """A tangent has the constructors of its value."""
        for kind, mine, of in zip(kinds_of, row, row.of):
            if kind == "b" and mine != of:
                raise TypeError(f"{name}: a tangent has the constructors of its value, and this is another one")

    def build(self, items):
        known = items.known[self.of.key]
        own = {i: next(items) for i in self.root}
        root = [merged(kind, own.get(i), of) for i, (kind, of) in enumerate(zip(self.kinds, known.root))]
        columns = []
        for codes, places, ks, of in zip(self.codes, self.nodes, self.node_kinds, known.columns):
            arrays = [a.tolist() for a in arrays_of(codes, next(items))] if codes else []
            own = dict(zip(places, arrays))
            columns.append([merged(kind, own.get(i), c, [None] * len(c)) for i, (kind, c) in enumerate(zip(ks, of))])
        return self.of.assemble(root, columns)


def merged(kind, own, of, nothing=None):
    """An item of a tangent in the place of one of its value."""
    if kind in ("b", "r"):
        return of
    return nothing if own is None else own
