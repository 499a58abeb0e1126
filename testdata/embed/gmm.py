"""Calls the gradient of gmm from Python, and compares it with what procad grad printed, bit for bit.

The arguments are the data and what was printed.
"""

import json
import sys

import numpy as np
import model

data = json.load(open(sys.argv[1]))
want = json.load(open(sys.argv[2]))
args = {n: np.array(data[n]) if isinstance(data[n], list) else data[n] for n in ["alpha", "mu", "q", "l", "x", "m", "gamma"]}
value, gradient = model.gmm.value_and_grad(**args)
assert value == want["value"] == model.gmm(**args)
assert list(gradient._fields) == list(want["gradient"])
for name, part in want["gradient"].items():
    have = getattr(gradient, name)
    assert np.array_equal(have, np.array(part)), name
    assert np.array_equal(have, getattr(model.gmm.grad(*args.values()), name)), name
assert "x : float64 array of shape (n, d)" in model.gmm.grad.__doc__
