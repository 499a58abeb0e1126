"""What scipy.optimize.minimize wants of a function."""

from __future__ import annotations

import numpy

from . import _flat, _jacobians


class Problem:
    """A function of a vector, which is the Reals of the parameters that chosen names: minimize(p.fun, p.x0, jac=p.jac)."""

    def __init__(self, function, values, chosen):
        self._function, self._values, self._chosen = function, values, chosen
        self._places = [[name for name, _ in function._entry.params].index(name) for name in chosen]
        self._layout = function._layout(chosen, values)
        self._last = self._tangents = None
        self.x0 = self._layout.vector()

    def arguments(self, x) -> list:
        """The arguments of the function at x."""
        x = numpy.array(x, float)
        if x.shape != self.x0.shape:
            raise ValueError(f"x: the shape {self.x0.shape} is wanted, not {x.shape}")
        values = list(self._values)
        for place, value in zip(self._places, self._layout.values(x)):
            values[place] = value
        return values

    def fun(self, x) -> float:
        """The value at x."""
        return self._at(x)[1]

    def jac(self, x) -> numpy.ndarray:
        """The gradient at x."""
        return self._at(x)[2].copy()

    def hessp(self, x, p) -> numpy.ndarray:
        """The product of the Hessian at x and p."""
        entry = self._function.hvp._entry
        values = self.arguments(x)
        if self._tangents is None:
            zeros = {of: entry.zero(k, values[of]) for k, of in entry.tangents.items()}
            self._tangents = zeros, _flat.Layout([(name, *self._tangent(entry, place, zeros)) for name, place in zip(self._chosen, self._places)])
        zeros, layout = self._tangents
        tangents = {**zeros, **dict(zip(self._places, layout.values(numpy.array(p, float).ravel())))}
        product = self._function.hvp(*values, *[tangents[of] for of in entry.tangents.values()])[1]
        return _flat.flat(tuple([getattr(product, name) for name in self._chosen]))

    def hess(self, x) -> numpy.ndarray:
        """The Hessian at x."""
        return _jacobians.flat_hessian(self._function, self.arguments(x), self._chosen)

    def _at(self, x):
        """x, the value and the gradient there; what asks for one of them mostly asks for the other, too."""
        if self._last is None or not numpy.array_equal(self._last[0], x):
            value, gradient = self._function.value_and_grad(*self.arguments(x))
            self._last = numpy.array(x, float), value, _flat.flat(tuple([getattr(gradient, name) for name in self._chosen]))
        return self._last

    @staticmethod
    def _tangent(entry, place, zeros):
        """The type of the tangent of a parameter, and its zero."""
        k = next(k for k, of in entry.tangents.items() if of == place)
        return entry.params[k][1], zeros[place]
