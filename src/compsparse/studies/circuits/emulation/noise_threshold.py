"""How much noise at every gate a network of saturating steps tolerates, in the worst case.

If every wire is within e of its bit, the sum of r sources is within r e of a whole number, and the
next wire within delta + 2 max(0, r e - 1/4): the gate's own error, and the noise. Up to
delta = 1 / (4 r) that stays at delta; above, it grows by the factor 2 r from gate to gate until
wires mean nothing. In a tree of ANDs whose inputs are all true, nothing is lost in these bounds.
"""

from math import nan

from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.emulation.gate_error import worst_error
from compsparse.studies.circuits.networks.step_function import StepFunction
from compsparse.studies.circuits.networks.subnetwork import gate_table, subnetwork

_BISECTIONS = 40
_LOST = 0.5  # an error at which a value is equally close to both bits


def errors_by_level(step: StepFunction, fan_in: int, deviation: float, depth: int) -> list[float]:
    """Return the worst error of each level of a deep tree of ANDs; noise included, 1 at most."""
    table = gate_table(Kind.AND, fan_in)
    emulator = subnetwork(table, step)
    errors = [deviation]  # of the inputs
    for _ in range(depth):
        gate_error = worst_error(emulator, table, fan_in * errors[-1])
        errors.append(min(1.0, gate_error + deviation))
    return errors


def threshold(step: StepFunction, fan_in: int, depth: int) -> float:
    """Return the largest noise at which no level of such a tree is lost; NaN if there is none."""
    low, high = 0.0, _LOST
    if errors_by_level(step, fan_in, 0.0, depth)[-1] >= _LOST:
        return nan
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if errors_by_level(step, fan_in, middle, depth)[-1] < _LOST:
            low = middle
        else:
            high = middle
    return low
