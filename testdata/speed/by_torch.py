"""Values of kernels with PyTorch, which differentiates them."""

from math import log, pi

import torch


def lse(x):
    return torch.logsumexp(x, 0)


def llsq(x, n):
    t = -1 + torch.arange(n, dtype=torch.float64) * (2 / (n - 1))
    return 0.5 * ((torch.sign(t) - torch.vander(t, len(x), increasing=True) @ x) ** 2).sum()


def gmm(alpha, mu, q, l, x, m, gamma):
    k, d = mu.shape
    n = len(x)
    columns, rows = torch.triu_indices(d, d, 1)
    below = torch.zeros(k, d, d, dtype=torch.float64).index_put((torch.arange(k)[:, None], rows, columns), l)
    matrices = torch.diag_embed(torch.exp(q)) + below
    y = torch.einsum("crj,ncj->ncr", matrices, x[:, None, :] - mu)
    score = alpha + q.sum(1) - 0.5 * (y * y).sum(2)
    df = d + m + 1
    normal = df * d * (torch.log(gamma) - 0.5 * log(2)) - torch.mvlgamma(torch.tensor(df / 2, dtype=torch.float64), d)
    frobenius = torch.exp(2 * q).sum() + (l * l).sum()
    return (-n * d / 2 * log(2 * pi) + torch.logsumexp(score, 1).sum() - n * torch.logsumexp(alpha, 0)
            + k * normal - gamma**2 / 2 * frobenius + m * q.sum())


def lorenz(start, sigma, rho, beta, observed, dt, steps):
    def rate(s):
        x, y, z = s
        return torch.stack((sigma * (y - x), x * (rho - z) - y, x * y - beta * z))

    s = torch.stack(start)
    for _ in range(steps):
        k1 = rate(s)
        k2 = rate(s + dt / 2 * k1)
        k3 = rate(s + dt / 2 * k2)
        k4 = rate(s + dt * k3)
        s = s + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return 0.5 * ((s - torch.stack(observed)) ** 2).sum()
