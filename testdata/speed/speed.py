"""Measures how long values of kernels take in C, with procad and with PyTorch, and values with
gradients with procad, by hand with NumPy, and with PyTorch.

    speed.py FOLDER KERNEL SECONDS   prints the times of a kernel, or, for "call", what a call costs that does little
    speed.py FOLDER table            prints a table of the shortest times in the files KERNEL.times, which have what was printed

FOLDER has libkernels.so, the programs of testdata/c and calls.c, and for each kernel a package of
its name, made by procad build --python, and data, KERNEL.json; and the packages square and
square_ctypes, of the function square. Each is measured for so many
seconds, 1 if left out: what is printed is the shortest time of a call. Values and gradients are
compared first."""

import ctypes
import gc
import glob
import importlib
import json
import sys
import time

import numpy as np

import torch

import by_hand
import by_torch

KERNELS = {  # parameters in their order; what of them C is called with
    "gmm": ("alpha mu q l x m gamma", lambda a: [a["mu"].shape[1], len(a["mu"]), len(a["x"]), a["alpha"], a["mu"], a["q"], a["l"], a["x"], a["m"], a["gamma"]]),
    "lse": ("x", lambda a: [len(a["x"]), a["x"]]),
    "llsq": ("x n", lambda a: [a["n"], len(a["x"]), a["x"]]),
    "lorenz": ("start sigma rho beta observed dt steps",
               lambda a: [a["steps"], a["sigma"], a["rho"], a["beta"], a["dt"], np.array(a["start"]), np.array(a["observed"])]),
}
TITLES = {
    "gmm": "Gaussian mixture, {x.shape[0]:,} points in {x.shape[1]} dimensions, {mu.shape[0]} components",
    "lse": "log-sum-exp of {x.shape[0]:,} numbers",
    "llsq": "least squares, a polynomial of {x.shape[0]:,} coefficients at {n:,} points",
    "lorenz": "Lorenz's equations, {steps:,} steps",
}
INTS = {"m", "n", "steps"}
TUPLES = {"start", "observed"}


def arguments(folder, kernel):
    with open(f"{folder}/{kernel}.json") as f:
        data = json.load(f)
    out = {}
    for name in KERNELS[kernel][0].split():
        v = data[name]
        out[name] = v if name in INTS else tuple(map(float, v)) if name in TUPLES else np.array(v, float) if isinstance(v, list) else float(v)
    return out


def c_call(library, kernel, args):
    f = getattr(library, kernel)
    f.restype = ctypes.c_double
    kept = KERNELS[kernel][1](args)
    given = [ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else ctypes.c_int(a) if isinstance(a, int) else ctypes.c_double(a) for a in kept]
    return lambda kept=kept: f(*given)


def torch_calls(kernel, args):
    def tensor(v):
        if isinstance(v, int):
            return v
        if isinstance(v, tuple):
            return tuple(map(tensor, v))
        return torch.tensor(v, dtype=torch.float64, requires_grad=True)

    given = [tensor(v) for v in args.values()]
    leaves = [t for v in given for t in (v if isinstance(v, tuple) else (v,)) if not isinstance(t, int)]
    f = getattr(by_torch, kernel)

    def value():
        with torch.no_grad():
            return float(f(*given))

    def gradient():
        v = f(*given)
        return float(v.detach()), [g.numpy() for g in torch.autograd.grad(v, leaves)]

    return value, gradient


def flat(values):
    return np.concatenate([np.ravel(v) for v in values])


def measure(calls, seconds):
    """The shortest time of a call of each, in seconds: of each in turn, five times at least, and as often as
    there is time. Garbage is collected in between."""
    best = [float("inf")] * len(calls)
    for f in calls:
        f()
    end = time.perf_counter() + seconds * len(calls)
    rounds = 0
    while rounds < 5 or time.perf_counter() < end:
        rounds += 1
        for i, f in enumerate(calls):
            gc.collect()
            f()  # what others have left to do for malloc and the caches is not its own
            times, began = 0, time.perf_counter()
            while True:
                f()
                times += 1
                took = time.perf_counter() - began
                if took > 0.005:
                    break
            best[i] = min(best[i], took / times)
    return best


def call_costs(folder, library):
    """How much longer than from C value and gradient of square take from Python, in microseconds: by the
    extension, and by ctypes."""
    x = np.arange(3.0)
    made = ctypes.CDLL(glob.glob(f"{folder}/square/libfunctions.*.so")[0])
    made.pc_workspace_new.restype, library.seconds.restype = ctypes.c_void_p, ctypes.c_double
    workspace, calls = ctypes.c_void_p(made.pc_workspace_new()), 2000
    functions = [importlib.import_module(p).square.value_and_grad for p in ["square", "square_ctypes"]]
    best = [float("inf")] * 3
    for _ in range(200):
        times = [library.seconds(made.square_grad, x.ctypes, ctypes.c_int64(3), workspace, ctypes.c_int64(calls))]
        for f in functions:
            began = time.perf_counter()
            for _ in range(calls):
                f(x)
            times.append((time.perf_counter() - began) / calls)
        best = list(map(min, best, times))
    return [(t - best[0]) * 1e6 for t in best[1:]]


def kernel_times(folder, library, kernel, seconds):
    """Measures a kernel, and prints its times. All answers are compared first."""
    args = arguments(folder, kernel)
    positional = list(args.values())
    package = getattr(importlib.import_module(kernel), kernel)
    hand = getattr(by_hand, kernel)
    c = c_call(library, kernel, args)
    value, gradient = torch_calls(kernel, args)
    values = [c, lambda: package(*positional), value]
    gradients = [lambda: package.value_and_grad(*positional), lambda: hand(*positional), gradient]
    want, of = package.value_and_grad(*positional)
    want_flat = flat(getattr(of, n) for n in args if n not in INTS)
    v, g = hand(*positional)
    tv, tg = gradient()
    for name, v, g in [("C", c(), None), ("NumPy", v, flat(g[n] for n in args if n not in INTS)), ("PyTorch", tv, flat(tg))]:
        np.testing.assert_allclose(v, want, rtol=1e-8, err_msg=f"{kernel}: the value of {name}")
        if g is not None:
            np.testing.assert_allclose(g, want_flat, rtol=1e-6, atol=1e-9 * np.abs(want_flat).max(), err_msg=f"{kernel}: the gradient of {name}")
    print(json.dumps(measure(values + gradients, seconds)))


def shortest(folder, kernel):
    with open(f"{folder}/{kernel}.times") as f:
        return list(map(min, zip(*map(json.loads, f))))


def table(folder):
    columns = ["kernel", "C value", "procad value", "PyTorch value", "procad gradient", "NumPy gradient", "PyTorch gradient"]
    print("| " + " | ".join(columns) + " |\n" + "|---" * len(columns) + "|")
    for kernel, title in TITLES.items():
        took = shortest(folder, kernel)
        print(f"| {title.format(**arguments(folder, kernel))} | {took[0] * 1e3:.2g} ms | " + " | ".join(digits(t / took[0]) for t in took[1:]) + " |")
    print("\nA call of `value_and_grad` with an array of 3 numbers costs %.1f µs more than from C, and through ctypes %.0f µs." % tuple(shortest(folder, "call")))


def digits(ratio):
    """A ratio with two digits."""
    return f"{ratio:.2g}" if ratio < 10 else f"{float(f'{ratio:.2g}'):,.0f}"


def main():
    folder, what = sys.argv[1:3]
    sys.path.insert(0, folder)
    library = ctypes.CDLL(f"{folder}/libkernels.so")
    gc.disable()
    if what == "table":
        table(folder)
    elif what == "call":
        print(json.dumps(call_costs(folder, library)))
    else:
        kernel_times(folder, library, what, float(sys.argv[3]))


main()
