"""Times the gradient of a kernel with PyTorch, on one thread.

    torch_gradient.py KERNEL SECONDS DATA.json

prints the value, the shortest and the median time of value and gradient in nanoseconds, measured for so many
seconds and three times at least, and on the next line the gradient. Of ba it is the Jacobian of all residuals in compressed
rows: no residual depends on another observation, so that two gradients have all of it."""

import gc
import json
import sys
import time

import torch

import by_torch

# The parameters of each kernel in the order of its program, and those of the gradient where it is not in all Reals.
PARAMETERS = {
    "gmm": "alpha mu q l x m gamma", "lstm": "main_params extra_params state sequence", "llsq": "x n", "lse": "x",
    "heat": "u0 kappa observed r steps", "burgers": "u0 nu observed a dt dx steps",
    "lorenz": "start sigma rho beta observed dt steps", "nbody": "x0 v0 mass target eps dt steps",
    "rnn": "W U b V c h0 sequence", "nested": "u0 kappa observed r steps sweeps",
}
WRT = {"gmm": "alpha mu q l", "lstm": "main_params extra_params"}
INTS = {"m", "n", "steps", "sweeps"}
TUPLES = {("lorenz", "start"), ("lorenz", "observed")}


def tensor(v, active=False):
    return torch.tensor(v, dtype=torch.float64, requires_grad=active)


def gradient(kernel, data):
    """What computes value and gradient, a list of tensors."""
    active = WRT.get(kernel, PARAMETERS[kernel]).split()
    given, leaves = [], []
    for name in PARAMETERS[kernel].split():
        v = data[name]
        if name in INTS:
            given.append(v)
        elif (kernel, name) in TUPLES:
            given.append(tuple(tensor(x, True) for x in v))
            leaves += given[-1]
        else:
            given.append(tensor(v, name in active))
            leaves += [given[-1]] * (name in active)

    def call():
        v = getattr(by_torch, kernel)(*given)
        return v.detach(), torch.autograd.grad(v, leaves)

    return call


def jacobian(data):
    """What computes a residual and the Jacobian of ba."""
    cams, pts, w, feat = (tensor(data[name]) for name in ("cams", "pts", "w", "feat"))
    camera, point = torch.tensor(data["obs"]).T

    def call():
        leaves = [a.requires_grad_() for a in (cams[camera], pts[point], w.detach())]
        error = by_torch.reprojection(*leaves, feat)
        rows = []
        for k in range(2):
            g = torch.autograd.grad(error[:, k].sum(), leaves, retain_graph=k == 0)
            rows.append(torch.cat((g[0], g[1], g[2][:, None]), 1))
        return error[0, 0].detach() + 1 - w[-1] ** 2, [torch.stack(rows, 1), -2 * w.detach()]

    return call


def main():
    kernel, seconds, file = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    torch.set_num_threads(1)
    with open(file) as f:
        data = json.load(f)
    call = jacobian(data) if kernel == "ba" else gradient(kernel, data)
    value, g = call()
    gc.disable()
    times = []
    end = time.perf_counter() + seconds
    while len(times) < 3 or time.perf_counter() < end:
        gc.collect()
        began = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - began)
    times.sort()
    print(repr(float(value)), times[0], times[len(times) // 2])
    print(*(repr(x) for part in g for x in part.reshape(-1).tolist()))


main()
