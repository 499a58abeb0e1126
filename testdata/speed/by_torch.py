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


def misfit(u, observed):
    return 0.5 * ((u - observed) ** 2).sum()


def heat(u0, kappa, observed, r, steps):
    rate = r * kappa
    u = u0
    for _ in range(steps):
        wide = torch.nn.functional.pad(u, (1, 1))
        u = u + rate * (wide[:-2] - 2 * u + wide[2:])
    return misfit(u, observed)


def burgers(u0, nu, observed, a, dt, dx, steps):
    viscosity = a / 2 + nu / dx
    c = dt / dx
    u = u0
    for _ in range(steps):
        left = torch.roll(u, 1)
        flux = 0.25 * (left * left + u * u) - viscosity * (u - left)
        u = u - c * (torch.roll(flux, -1) - flux)
    return misfit(u, observed)


def nested(u0, kappa, observed, r, steps, sweeps):
    diagonal = 1 + 2 * r * kappa
    coupling = r * kappa / diagonal
    v = u0
    for _ in range(steps):
        source = v / diagonal
        for _ in range(sweeps):
            wide = torch.nn.functional.pad(v, (1, 1))
            v = torch.addcmul(source, coupling, wide[:-2] + wide[2:])
    return misfit(v, observed)


def nbody(x0, v0, mass, target, eps, dt, steps):
    def acceleration(x):
        apart = x[None, :, :] - x[:, None, :]
        s = (apart * apart).sum(2) + eps * eps
        return ((mass / (s * torch.sqrt(s)))[:, :, None] * apart).sum(1)

    x, v, a = x0, v0, acceleration(x0)
    for _ in range(steps):
        v = v + dt / 2 * a
        x = x + dt * v
        a = acceleration(x)
        v = v + dt / 2 * a
    return misfit(x, target)


def rnn(W, U, b, V, c, h0, sequence):
    given = sequence @ U.T + b
    states = [h0]
    for x in given[:-1]:
        states.append(torch.tanh(W @ states[-1] + x))
    return misfit(torch.stack(states) @ V.T + c, sequence)


def lstm(main_params, extra_params, state, sequence):
    b, c = sequence.shape[1], sequence.shape[0]
    in_w, out_w, out_b = extra_params
    layers = [(main_params[i].reshape(4, b), main_params[i + 1].reshape(4, b)) for i in range(0, len(main_params), 2)]
    h, cells = list(state[0::2]), list(state[1::2])
    outs = []
    for x in sequence[:-1] * in_w:
        for i, (w, bias) in enumerate(layers):
            gates = torch.addcmul(bias, torch.stack((x, h[i], x, h[i])), w)
            forget, ingate, outgate = torch.sigmoid(gates[:3])
            cells[i] = cells[i] * forget + ingate * torch.tanh(gates[3])
            x = h[i] = outgate * torch.tanh(cells[i])
        outs.append(x)
    y = torch.stack(outs) * out_w + out_b
    norm = torch.log(2 + torch.exp(y).sum(1, keepdim=True))
    return -(sequence[1:] * (y - norm)).sum() / (b * (c - 1))


def reprojection(cam, pt, w, feat):
    """Two residuals of each observation, whose camera, point and weight are a row of the arguments."""
    r, centre, f, u0, k1, k2 = cam[:, 0:3], cam[:, 3:6], cam[:, 6:7], cam[:, 7:9], cam[:, 9:10], cam[:, 10:11]
    angle = torch.sqrt((r * r).sum(1, keepdim=True))
    axis, v = r / angle, pt - centre
    co, si = torch.cos(angle), torch.sin(angle)
    turned = v * co + torch.cross(axis, v, dim=1) * si + axis * ((axis * v).sum(1, keepdim=True) * (1 - co))
    image = turned[:, :2] / turned[:, 2:]
    s = (image * image).sum(1, keepdim=True)
    return w[:, None] * (f * (1 + k1 * s + k2 * s * s) * image + u0 - feat)
