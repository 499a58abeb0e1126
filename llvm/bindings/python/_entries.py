"""Functions of a library, called with values of Python."""

from . import _values


class Entry:
    """A function of a library, called with values by call.

    params are (name, type). results are types, each of which is a value that the function
    returns, and pairs of a class of named tuples and the types of its fields; of more than one
    it returns a tuple. half is empty, or "forward": then the function returns a Trace of the
    given class as well, or "reverse": then it takes what such a Trace has before the params.
    tangents has the places of params that are tangents, with those of their values. value is the
    entry of the function whose cotangent is the last of params.
    """

    def __init__(self, library, symbol, params, results, half="", trace=None, tangents=None, value=None):
        self.library, self.symbol, self.half = library, symbol, half
        self.params, self.results, self.tangents, self.value = params, results, tangents or {}, value
        self.types = [t for r in results for t in (r[1] if isinstance(r, tuple) else [r])]
        self.given = tuple([item for name, t in params for item in t.items(name)])
        self.made = tuple([item for t in self.types for item, _ in t.items("")])
        self.groups = tuple([(r[0], len(r[1])) if isinstance(r, tuple) else (None, 1) for r in results])
        self.group = _values.grouper(self.groups)
        plain = all(t.plain for t in self.types) and all(t.plain for _, t in params)
        inner = self.items(self.groups) if plain else self.items()
        self.call = halved(inner if plain else self.converting(inner), half, plain, trace)

    def items(self, groups=None):
        """The function of items, see _values, which returns them one by one if there are no groups."""
        return self.library.entry(self.symbol, self.given, self.made, groups or tuple([(None, 1)] * len(self.made)), self.half)

    def zero(self, k, value):
        """The tangent that is parameter k, if it is zero at a value."""
        name, t = self.params[k]
        return t.complete(name, None, value, self.params[self.tangents[k]][1])

    def flatten(self, values, items):
        """Appends the items of values. What is missing in tangents is zero."""
        for k, ((name, t), value) in enumerate(zip(self.params, values)):
            if k in self.tangents:
                of = self.tangents[k]
                value = t.complete(name, value, values[of], self.params[of][1])
            t.flatten(name, value, items)

    def completed(self, values, left):
        """The values, with zeros for what the cotangent lacks. Its arrays have the shapes of those of the result."""
        name, t = self.params[-1]
        if self.value is None or not t.lacks(values[-1]):
            return values
        result = left._result if left else self.value.call(*values[:-1])
        return [*values[:-1], t.complete(name, values[-1], result, self.value.types[0])]

    def converting(self, call):
        """A function of values, of one of items."""
        half, single, types = self.half, len(self.made) == 1, self.types

        def calls(*values):
            items, left = _values.Items({}), None
            if half == "reverse":
                left, *values = values
                items.known = dict(left._known)
                items.append(left._trace)
            self.flatten(self.completed(values, left), items)
            made = call(*items)
            if half == "forward":
                made, left = made
            rest = _values.Made((made,) if single else made, items.known)
            result = self.group([t.build(rest) for t in types])
            return (result, (left, items.known, result)) if half == "forward" else result

        return calls


def halved(call, half, plain, trace):
    """A function that takes or makes a Trace, of one that does so with what is in it."""
    if half == "reverse" and plain:
        return lambda left, *values: call(left._trace, *values)
    if half != "forward":
        return call

    def forward(*values):
        result, left = call(*values)
        return result, trace(left) if plain else trace(*left)

    return forward
