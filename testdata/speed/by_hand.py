"""Values and gradients of kernels as one writes them by hand with NumPy.

Each function takes the parameters of the kernel in testdata/kernels, and returns the
value and a dict with the gradient in each parameter that is Real."""

from math import lgamma, log, pi

import numpy as np


def lse(x):
    m = x.max()
    e = np.exp(x - m)
    s = e.sum()
    return m + log(s), {"x": e / s}


def llsq(x, n):
    t = -1 + np.arange(n) * (2 / (n - 1))
    powers = np.vander(t, len(x), increasing=True)
    r = np.sign(t) - powers @ x
    return 0.5 * (r @ r), {"x": -(r @ powers)}


def factors(q, l):
    """The lower triangular matrices Q_c, and where what is below their diagonals is."""
    k, d = q.shape
    columns, rows = np.triu_indices(d, 1)
    matrices = np.zeros((k, d, d))
    matrices[:, np.arange(d), np.arange(d)] = np.exp(q)
    matrices[:, rows, columns] = l
    return matrices, rows, columns


def gmm(alpha, mu, q, l, x, m, gamma):
    k, d = mu.shape
    n = len(x)
    matrices, rows, columns = factors(q, l)
    u = x[:, None, :] - mu
    y = np.einsum("crj,ncj->ncr", matrices, u, optimize=True)
    score = alpha + q.sum(1) - 0.5 * (y * y).sum(2)
    top = score.max(1, keepdims=True)
    e = np.exp(score - top)
    total = e.sum(1, keepdims=True)
    weight = e / total
    prior_e = np.exp(alpha - alpha.max())
    df = d + m + 1
    normal = df * d * (log(gamma) - 0.5 * log(2)) - d * (d - 1) / 4 * log(pi) - sum(lgamma((df - j) / 2) for j in range(d))
    frobenius = np.exp(2 * q).sum() + (l * l).sum()
    value = (-n * d / 2 * log(2 * pi) + (top + np.log(total)).sum() - n * (alpha.max() + log(prior_e.sum()))
             + k * normal - gamma**2 / 2 * frobenius + m * q.sum())

    dy = -weight[:, :, None] * y
    dmatrices = np.einsum("ncr,ncj->crj", dy, u, optimize=True)
    du = np.einsum("crj,ncr->ncj", matrices, dy, optimize=True)
    counts = weight.sum(0)
    diagonal = np.arange(d)
    return value, {
        "alpha": counts - n * prior_e / prior_e.sum(),
        "mu": -du.sum(0),
        "q": dmatrices[:, diagonal, diagonal] * np.exp(q) + counts[:, None] - gamma**2 * np.exp(2 * q) + m,
        "l": dmatrices[:, rows, columns] - gamma**2 * l,
        "x": du.sum(1),
        "gamma": k * df * d / gamma - gamma * frobenius,
    }


def lorenz(start, sigma, rho, beta, observed, dt, steps):
    node, share = (0, dt / 2, dt / 2, dt), (dt / 6, dt / 3, dt / 3, dt / 6)
    s, trace = start, []
    for _ in range(steps):
        k, stages, ahead = (0, 0, 0), [], s
        for h, w in zip(node, share):
            x, y, z = s[0] + h * k[0], s[1] + h * k[1], s[2] + h * k[2]
            k = (sigma * (y - x), x * (rho - z) - y, x * y - beta * z)
            ahead = (ahead[0] + w * k[0], ahead[1] + w * k[1], ahead[2] + w * k[2])
            stages.append((x, y, z, k))
        trace.append(stages)
        s = ahead
    r = [a - b for a, b in zip(s, observed)]
    bar, dsigma, drho, dbeta, ddt = list(r), 0, 0, 0, 0
    for stages in reversed(trace):
        more, kbar = [0, 0, 0], [0, 0, 0]
        for i in (3, 2, 1, 0):
            x, y, z, k = stages[i]
            w = share[i]
            ddt += (w / dt) * sum(b * c for b, c in zip(bar, k))
            a, b, c = (kbar[j] + w * bar[j] for j in range(3))
            dsigma += a * (y - x)
            drho += b * x
            dbeta -= c * z
            at = (-sigma * a + (rho - z) * b + y * c, sigma * a - b + x * c, -x * b - beta * c)
            more = [p + q for p, q in zip(more, at)]
            kbar = [node[i] * p for p in at]
            if i:
                ddt += (node[i] / dt) * sum(p * q for p, q in zip(at, stages[i - 1][3]))
        bar = [p + q for p, q in zip(bar, more)]
    return 0.5 * sum(a * a for a in r), {
        "start": tuple(bar), "sigma": dsigma, "rho": drho, "beta": dbeta, "observed": tuple(-a for a in r), "dt": ddt,
    }
