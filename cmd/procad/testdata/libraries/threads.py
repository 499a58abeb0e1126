"""Calls of a package whose loops threads share: from one thread and from several, after a fork, and of several problems."""

import os
import sys
import threading

import numpy

import shared
import single

assert type(shared._shared).__name__ == sys.argv[1]
assert not hasattr(single, "threads") and "threads" not in single.__all__
assert shared.threads() == 1 and "threads(n)" in shared.__doc__ and "PROCAD_THREADS" in shared.threads.__doc__
for wrong in (0, -3):
    try:
        shared.threads(wrong)
        raise AssertionError(wrong)
    except ValueError:
        pass
for wrong in ("2", 1.5):
    try:
        shared.threads(wrong)
        raise AssertionError(wrong)
    except TypeError:
        pass
assert shared.threads() == 1 and shared.threads(10**30) == 1024

N, D, PROBLEMS = 20000, 8, 12
x = ((numpy.arange(N * D) % 17) / 17 - 0.5).reshape(N, D)
y = numpy.where(numpy.arange(N) % 3 > 0, 1.0, -1.0)
w = numpy.arange(PROBLEMS * D).reshape(PROBLEMS, D) / 100


def results():
    """What a call and a batch return, as bytes."""
    value, gradient = shared.loss.value_and_grad(w[1], x, y)
    values, gradients = shared.loss.value_and_grad.batch(w, x, y)
    assert values[1] == value and numpy.array_equal(gradients.w[1], gradient.w)
    return numpy.concatenate([[value], gradient.w, gradient.x.ravel(), values, gradients.w.ravel()]).tobytes()


want = results()


def same():
    assert results() == want


for n in (1, 2, 3):
    assert shared.threads(n) == n == shared.threads()
    for _ in range(5):
        same()

# A fork after calls that threads have shared: the child begins threads of its own, and the parent still has its own.
for _ in range(3):
    child = os.fork()
    if child == 0:
        code = 1
        try:
            assert shared.threads() == 3
            same()
            assert shared.threads(2) == 2
            same()
            code = 0
        finally:
            os._exit(code)
    same()
    assert os.waitpid(child, 0)[1] == 0

# Calls of several threads of Python at once.
right = []


def calls():
    for _ in range(10):
        same()
    right.append(True)


callers = [threading.Thread(target=calls) for _ in range(8)]
for caller in callers:
    caller.start()
for caller in callers:
    caller.join()
assert len(right) == 8

# A call does not hold the interpreter's lock: this thread goes on while the other one's call runs.
many = numpy.tile(x, (100, 1)), numpy.tile(y, 100)


def overtakes():
    begins, ends = threading.Event(), []

    def call():
        begins.set()
        shared.loss(w[1], *many)
        ends.append(True)

    caller = threading.Thread(target=call)
    caller.start()
    begins.wait()
    overtaken = not ends
    caller.join()
    return overtaken


assert any(overtakes() for _ in range(20))

# The error of a batch is that of the first problem.
for bad in ([7], [PROBLEMS - 1], [5, 8, 9]):
    at = numpy.zeros(PROBLEMS, int)
    at[bad] = 1000 + numpy.array(bad)
    try:
        shared.picked.batch(w, at)
        raise AssertionError(bad)
    except shared.Error as e:
        assert e.problem == bad[0] and f"index {1000 + bad[0]} " in e.message, e
print("well")
