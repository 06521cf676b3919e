"""How size and depth of the circuits grow with the time T(n) (document 000, Theorem 1).

T(n) steps visit at most T(n) cells, and a step costs a constant number of gates for each cell, in a
constant number of levels: size is at most a constant of the machine times T S, depth 3 T + 1 before
folding. Step 3 adds factors that are logarithms of the fan-in. Slopes in T between finite lengths
can be steeper than the powers T^2 and T, since folding gains most where inputs are short.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from jaxtyping import Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.machine_circuits.pipeline import STAGES
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.machines.machine import Machine
from compsparse.studies.circuits.slopes import column_slope

_MEASURES = ("size", "depth", "fan_in", "edges")
_AXES = {
    **dict.fromkeys(("length", "steps", "cells"), Int64[np.ndarray, " length"]),
    **dict.fromkeys(_MEASURES, Int64[np.ndarray, f"length {len(STAGES)}"]),
    "fan_ins": Int64[np.ndarray, "length sources"],
}


@stats.evaluates
def run(inputs: stats.Inputs, *, machines: Sequence[str]) -> stats.Evaluation:
    """Return a row for each machine, stage and length; exponents and largest ratios to bounds."""
    tables, ratios = [], []
    for machine, path in zip(machines, stats.many(inputs, "data"), strict=True):
        arrays = stats.read_named_axes(path, _AXES)
        tables.append(_rows(machine, arrays))
        ratios.append(_ratios(PROGRAMS[machine].machine, arrays))
    table = pd.concat(tables, ignore_index=True)
    largest = {name: max(ratio[name] for ratio in ratios) for name in ratios[0]}
    values = _exponents(table) | largest
    return stats.Evaluation(table, {name: stats.exact(value) for name, value in values.items()})


def _rows(machine: str, arrays: dict[str, np.ndarray]) -> pd.DataFrame:
    by_length = [
        pd.DataFrame(
            {
                "machine": machine,
                "stage": stage,
                **{name: arrays[name] for name in ("length", "steps", "cells")},
                **{name: arrays[name][:, column] for name in _MEASURES},
            }
        )
        for column, stage in enumerate(STAGES)
    ]
    return pd.concat(by_length, ignore_index=True)


def _exponents(table: pd.DataFrame) -> dict[str, float]:
    """Return the largest exponent over machines, for the first and the last stage."""
    values = {}
    for quantity in ("size", "depth"):
        for stage in ("unrolled", "bounded"):
            machines = table[table["stage"] == stage].groupby("machine")
            values[f"{quantity}_exponent_{stage}"] = max(
                _slope(rows, quantity) for _, rows in machines
            )
    late = table[table["stage"] == "bounded"].groupby("machine").tail(2).groupby("machine")
    values["late_size_exponent_bounded"] = max(_slope(rows, "size") for _, rows in late)
    return values


def _slope(rows: pd.DataFrame, quantity: str) -> float:
    return column_slope(rows, stats.log_log_slope, "steps", quantity)


def _ratios(machine: Machine, arrays: dict[str, np.ndarray]) -> dict[str, float]:
    """Return the largest ratios of sizes to the bounds of the proof's steps."""
    size, depth = (dict(zip(STAGES, arrays[name].T, strict=True)) for name in ("size", "depth"))
    allowed = unrolled_allowed(machine, arrays)
    return {
        "unrolled_over_allowed": float((size["unrolled"] / allowed).max()),
        "bounded_over_unrolled_allowed": float((size["bounded"] / allowed).max()),
        "unrolled_levels_per_step": float((depth["unrolled"] / arrays["steps"]).max()),
        "bounded_levels_over_allowed": float((depth["bounded"] / levels_allowed(arrays)).max()),
        "threshold_over_folded": float((size["threshold"] / size["folded"]).max()),
        "bounded_over_allowed": float((size["bounded"] / bounded_allowed(arrays["fan_ins"])).max()),
        "largest_fan_in": float(arrays["fan_in"][:, STAGES.index("bounded")].max()),
    }


def unrolled_allowed(
    machine: Machine, arrays: dict[str, np.ndarray]
) -> Int64[np.ndarray, " length"]:
    """Return a bound on the gates of T layers over S cells, with the input and the answer."""
    # in a layer each cell has an AND for each rule, an AND and an OR for each symbol, an OR for
    # each state, and two gates for whether the head is there; one more is a constant. Up to five
    # gates encode a cell of the input, two are constants, and one is the answer.
    per_cell = len(machine.rules) + 2 * len(machine.symbols) + len(machine.states) + 2
    layers = (per_cell * arrays["cells"] + 1) * arrays["steps"]
    return np.asarray(layers + 5 * arrays["length"] + 3)


def levels_allowed(arrays: dict[str, np.ndarray]) -> Int64[np.ndarray, " length"]:
    """Return a bound on the levels of T layers whose widest gate is adders and a comparator."""
    # a layer has three levels: an AND of two, an OR of at most as many sources as a folded gate
    # has, and one more gate of two. The OR of r sources takes ceil(log2 r) levels and one; one
    # level gives the answer, with a separate OR.
    widest = arrays["fan_in"][:, STAGES.index("threshold")]
    places = np.array([max(1, int(r - 1).bit_length()) for r in widest])
    return np.asarray((2 + places + 1) * arrays["steps"] + places + 1)


def bounded_allowed(fan_ins: Int64[np.ndarray, "length sources"]) -> Int64[np.ndarray, " length"]:
    """Return a bound on the gates of adders and comparators, for gates counted by fan-in r."""
    # each full adder has one wire less than it reads, so there are fewer than r of two gates; a
    # half adder (two gates) and a comparator (one) for each of the floor(log2 r) + 1 places of the
    # sum; r negations at most: 3 r + 3 floor(log2 r) + 2 in all, two constants for all gates
    # together
    fan_in = np.arange(fan_ins.shape[1])
    places = np.array([int(r).bit_length() - 1 for r in np.maximum(fan_in, 1)])
    return np.asarray(fan_ins @ (3 * fan_in + 3 * places + 2) + 2)
