"""Numbers and arrays, and what is wrong with others."""

import operator

import numpy

DTYPES = {"d": numpy.dtype(numpy.float64), "q": numpy.dtype(numpy.int64), "?": numpy.dtype(numpy.bool_), "b": numpy.dtype(numpy.int8)}


def real(name, value):
    """value as a float; TypeError if it is no number, OverflowError if it is an int beyond the largest."""
    if isinstance(value, float):
        return value
    unmasked(name, value)
    kind = type(value)
    if (hasattr(kind, "__float__") or hasattr(kind, "__index__")) and not isinstance(value, numpy.complexfloating) and not getattr(value, "ndim", 0):
        try:
            return float(value)
        except TypeError:
            pass
        except OverflowError:
            raise OverflowError(f"{name}: an int of so many digits does not fit into a float") from None
    raise unfit(name, "a float", value)


def integer(name, value):
    """value as an int of 64 bits; TypeError if it is no whole number, OverflowError if it has more bits."""
    unmasked(name, value)
    try:
        number = operator.index(value)
    except TypeError:
        raise unfit(name, "an int", value) from None
    if not -(2**63) <= number < 2**63:
        raise OverflowError(f"{name}: {number} does not fit into 64 bits")
    return number


def truth(name, value):
    """value as a bool; TypeError if it is none."""
    if isinstance(value, (bool, numpy.bool_)):
        return bool(value)
    raise unfit(name, "a bool", value)


SCALARS = {"d": real, "q": integer, "?": truth, "b": integer}


def array(name, code, rank, value):
    """value as a contiguous array, itself if it is one of the right type.

    Else it is copied once, if NumPy can cast its type safely; TypeError if not.
    """
    dtype = DTYPES[code]
    if type(value) is numpy.ndarray and value.dtype == dtype and value.ndim == rank and value.flags.c_contiguous and value.flags.aligned:
        return value
    unmasked(name, value)
    try:
        given = numpy.asarray(value)
    except ValueError:  # of NumPy, about lists of different lengths
        raise TypeError(f"{name}: it is no array of numbers") from None
    if given.ndim != rank:
        raise unfit(name, f"an array of {rank} dimension" + "s" * (rank > 1), given if given.ndim else value)
    if given.dtype == object:  # as a column of pandas is that may have missing values
        given = numpy.array([SCALARS[code](place(name, given, i), v) for i, v in enumerate(given.flat)], dtype).reshape(given.shape)
    if not numpy.can_cast(given.dtype, dtype, "safe") and (given.size or isinstance(value, numpy.ndarray)):
        raise TypeError(f"{name}: the elements must be {dtype}, and {given.dtype} cannot be cast to it safely{missing(name, given)}")
    return numpy.require(given, dtype, ["C", "A"])


def place(name, given, i):
    """What is in an array at a place of its elements in order."""
    return f"{name}[{', '.join([str(int(k)) for k in numpy.unravel_index(i, given.shape)])}]"


def missing(name, given):
    """What a message says of NaN in an array."""
    at = numpy.flatnonzero(numpy.isnan(given))[:1] if given.dtype.kind == "f" else ()
    return f": {place(name, given, at[0])} is NaN" if len(at) else ""


def unmasked(name, value):
    """TypeError if value has elements that are masked, or could have: numbers are there under a mask, which are not meant."""
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"{name}: an array with a mask is no array of numbers: give value.filled(…), or value.data to ignore the mask")
    if isinstance(value, (list, tuple)):
        for v in value:
            if isinstance(v, (numpy.ma.MaskedArray, list, tuple)):
                unmasked(name, v)


def unfit(name, wanted, value):
    given = f"an array of shape {value.shape}" if isinstance(value, numpy.ndarray) and value.ndim else type(value).__name__
    given = "NaN" if isinstance(value, float) and value != value else given
    return TypeError(f"{name}: {wanted} is wanted, not {given}")
