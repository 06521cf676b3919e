"""The sup error of circuits and networks for real functions (Theorem 2, part 2, accuracy form).

Over all codes if they are few, else over drawn ones and edges, and always over whole cells: see
``sup_error`` and, beyond float64, ``wide_error``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import numbers_of
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.real_functions import (
    algebraic,
    sup_error,
    wide_error,
)
from compsparse.studies.circuits.finite_precision.real_functions.catalogue import (
    Member,
    read_members,
)
from compsparse.studies.circuits.networks import emulating_network, subnetwork
from compsparse.studies.circuits.slopes import column_slope, log2_slope
from workflow_engine.seeds import generator

Errors = Float64[np.ndarray, " code"]
Below = Bool[np.ndarray, " code"]
THEOREM, CONTROL = "theorem", "control"  # parts of the table


@dataclass(frozen=True)
class _Tested:
    """On how many codes circuits and networks are tested."""

    exhaustive_bits: int
    draws: int
    wide_draws: int
    network_inputs: int
    root_seed: int


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    functions: Sequence[str],
    places: Sequence[int],
    exhaustive_bits: int,
    draws: int,
    wide_draws: int,
    network_inputs: int,
    control_places: int,
) -> stats.Evaluation:
    """Return the largest errors, in units of 2^-m_out, of circuits and of their networks.

    Parts of the table: ``theorem``, by circuit; ``control``, by function and number of places that
    codes keep.

    Args:
        exhaustive_bits: inputs of a circuit up to which every code is tested.
        draws: random points for circuits with more inputs.
        wide_draws: random points for circuits with more places than float64 resolves.
        network_inputs: codes on which networks are compared with circuits.
        control_places: m_out at which codes are shortened.
    """
    tested = _Tested(exhaustive_bits, draws, wide_draws, network_inputs, root_seed)
    rows: list[dict[str, Any]] = []
    for member in read_members(inputs, functions, places):
        packed = PackedCircuit(member.circuit)
        rows.append(_checked(member, packed, tested))
        if member.places <= control_places:
            rows += _controls(member, packed, control_places)
    table = pd.DataFrame(rows)
    return stats.Evaluation(table, _statistics(table, control_places))


def _checked(member: Member, packed: PackedCircuit, tested: _Tested) -> dict[str, Any]:
    function, places, width = member.function, member.places, member.code_places
    every = width * function.coordinates <= tested.exhaustive_bits
    random = generator(tested.root_seed, "circuits_sup_error", function.name, places)
    if places > sup_error.LARGEST_PLACES:
        bits = wide_error.drawn_bits(random, width, function.coordinates, tested.wide_draws)
        outputs = packed.evaluate_bits(bits)
        errors, below_one = wide_error.wide_cell_errors(function, places, numbers_of(outputs), bits)
    else:
        if every:
            codes = sup_error.all_codes(width, function.coordinates)
        else:
            codes = sup_error.drawn_codes(random, width, function.coordinates, tested.draws)
        bits = sup_error.input_bits(codes, width)
        outputs = packed.evaluate_bits(bits)
        errors, below_one = sup_error.cell_errors(function, places, numbers_of(outputs), codes)
    network = emulating_network.Network(member.circuit, subnetwork.SATURATING)
    compared = random.choice(len(bits), min(len(bits), tested.network_inputs), replace=False)
    answers = network.evaluate(bits[compared].astype(np.float64))
    return _row(member, THEOREM, width, every, errors, below_one) | {
        "network_weights": network.weights,
        "network_differences": int((answers != outputs[compared]).sum()),
    }


def _controls(member: Member, packed: PackedCircuit, most: int) -> list[dict[str, Any]]:
    """Shorten the codes: to every length at ``most`` places, the root's to m + 1 at every m_out."""
    function, places, width = member.function, member.places, member.code_places
    lengths = range(width + 1) if places == most else [places + 1]
    rows = []
    for kept in lengths if places == most or function is algebraic.SQUARE_ROOT else []:
        codes = sup_error.all_codes(width, function.coordinates, kept)
        outputs = sup_error.outputs_of(packed, codes, width)
        errors, below_one = sup_error.cell_errors(function, places, outputs, codes, kept)
        rows.append(_row(member, CONTROL, kept, True, errors, below_one))
    return rows


def _row(
    member: Member, part: str, kept: int, every: bool, errors: Errors, below_one: Below
) -> dict[str, Any]:
    return {
        "part": part,
        "function": member.function.name,
        "places": member.places,
        "code_places": member.code_places,
        "kept": kept,
        "codes": len(errors),
        "every_code": int(every),
        "error": float(errors.max()),
        "error_below_one": float(errors[below_one].max(initial=0.0)),
        "network_weights": 0,
        "network_differences": 0,
    }


def _statistics(table: pd.DataFrame, control_places: int) -> dict[str, stats.Interval]:
    checked, control = (table[table["part"] == part] for part in (THEOREM, CONTROL))
    statistics = {}
    for name, rows in checked.groupby("function", sort=False):
        statistics[f"error_{name}"] = stats.exact(rows["error"].max(), int(rows["codes"].sum()))
        total = rows.assign(total=rows["code_places"] + rows["places"])
        slope = column_slope(total, stats.log_log_slope, "total", "network_weights")
        statistics[f"network_exponent_{name}"] = stats.exact(slope, len(rows))
    differences = int(checked["network_differences"].sum())
    statistics["network_differences"] = stats.exact(differences, len(checked))
    shortened = control[control["places"] == control_places]
    short = shortened[shortened["kept"] == shortened["places"]]
    statistics["short_code_error"] = stats.exact(short["error"].min(), len(short))
    failing = shortened[shortened["error"] > 1.0].groupby("function")
    spare = failing["code_places"].max() - failing["kept"].max() - 1
    statistics["spare_places"] = stats.exact(int(spare.max()), len(spare))
    root = control[
        (control["function"] == algebraic.SQUARE_ROOT.name)
        & (control["kept"] == control["places"] + 1)
    ]
    slope = column_slope(root, log2_slope, "places", "error")
    statistics["short_root_growth"] = stats.exact(slope, len(root))
    return statistics
