"""How many functions small circuits can compute: Shannon's count, in whole numbers.

A circuit that is as small as possible computes a different function at every gate, never a
negation of another one. So its gates can be taken as functions that are false where all their
sources are, half of all that depend on their sources: 5 of two wires, 109 of three. Each of its s
gates reads other wires among n + s - 1, and naming the s - 1 gates besides the output in another
order gives another description of the same circuit. That leaves at most

    2 (5 C(n + s - 1, 2) [+ 109 C(n + s - 1, 3)])^s / (s - 1)!

functions of n inputs that need exactly s gates: negations are free, and the output may be negated.
"""

from bisect import bisect_left
from math import comb, factorial

_NORMAL = {2: 5, 3: 109}  # functions that depend on all of 2 or 3 wires, half of 10 and of 218


def functions_with(inputs: int, gates: int, fan_in: int) -> int:
    """Return a bound on the functions whose smallest circuit of a fan-in has ``gates`` gates."""
    if fan_in not in _NORMAL:
        raise ValueError(f"fan_in is {fan_in}; allowed: {', '.join(map(str, _NORMAL))}.")
    if gates == 0:
        return 2 * (inputs + 1)
    others = inputs + gates - 1
    choices = sum(_NORMAL[arity] * comb(others, arity) for arity in range(2, fan_in + 1))
    # a whole number of functions is at most the whole part
    return int(2 * choices**gates // factorial(gates - 1))


def functions_within(inputs: int, gates: int, fan_in: int) -> int:
    """Return a bound on the number of functions with a circuit of at most ``gates`` gates."""
    # the bound grows with every gate, so each of the smaller sizes has at most as many
    return functions_with(inputs, 0, fan_in) + gates * functions_with(inputs, gates, fan_in)


def least_gates(inputs: int, fan_in: int) -> int:
    """Return the least number of gates within which half of all functions could have a circuit."""
    half = 2 ** (2**inputs - 1)
    most = 1
    while functions_within(inputs, most, fan_in) < half:
        most *= 2
    return bisect_left(
        range(most + 1), half, key=lambda gates: functions_within(inputs, gates, fan_in)
    )
