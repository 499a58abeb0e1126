import kernel


def listed(name, *x):
    print(name, *("%.9g" % y for y in x))


c, s, t = kernel.Camera([0.1, 0.2], 1.5, True), kernel.Box(2, 3), kernel.Node(kernel.Leaf(2), kernel.Leaf(0.5))
x = [1, -0.5, 0.25]
along = kernel.Camera([0.1, 0.2], 1.5, None), s, t, x
value, g = kernel.loss.value_and_grad(c, s, t, x, 4)
listed("grad", value, g.c.focal, g.s.first, g.s.second, g.t.first.value, g.t.second.value)
listed("grad.rotation", *g.c.rotation)
listed("grad.x", *g.x)
listed("vjp.x", *kernel.loss.vjp(c, s, t, x, 4, 2)[1].x)
value, trace = kernel.loss.forward(c, s, t, x, 4)
listed("reverse.x", *trace.reverse(2).x)
listed("jvp", *kernel.loss.jvp(c, s, t, x, 4, *along))
_, h = kernel.loss.hvp(c, s, t, x, 4, *along)
listed("hvp", h.c.focal, h.s.first, h.t.first.value)
listed("hvp.x", *h.x)
scaled, flipped = kernel.scale(x, [True, False, True], 2)
listed("scale", *scaled)
print(*(int(f) for f in flipped))
try:
    kernel.pick(x, 3)
except kernel.Error as error:
    print(error)
