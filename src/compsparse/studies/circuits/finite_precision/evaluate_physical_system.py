"""Physical systems as circuits: size by time, and the places that an accuracy needs.

Document 000, slide 'Compositional Sparsity answers several of the puzzles': a time step composed
with itself is a trajectory's sparse DAG.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit import circuit, stored
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.dynamics import catalogue, trajectories
from compsparse.studies.circuits.finite_precision.dynamics.system import System
from compsparse.studies.circuits.finite_precision.generate_error_growth import ErrorGrowth
from compsparse.studies.circuits.slopes import bits_per_step, slopes_by_run

COMPOSED, GROWTH, ACCURATE = "composed", "growth", "accurate"  # parts of the table


@dataclass(frozen=True)
class _Accuracy:
    """What is measured at one accuracy, on fresh starts."""

    places: int  # m of the error 2^-m
    fractions: Sequence[int]  # places of the circuits that exist
    starts: int
    root_seed: int


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    systems: Sequence[str],
    fractions: Sequence[int],
    steps: Sequence[int],
    composed_fraction: int,
    checked_starts: int,
    growth_fraction: int,
    first_step: int,
    accuracy: int,
    starts: int,
    runs: int,
) -> stats.Evaluation:
    """Return circuits of several steps, the growth of their errors, and sizes at one accuracy.

    Inputs: ``circuits`` and ``growth``, a file for each system. Parts of the table: ``composed``,
    by system and steps; ``growth``, by system, run and step, log2 of the error in units of
    2^-growth_fraction, and the prediction of the linearised map; ``accurate``, by system, run and
    steps, the places that the accuracy needs, the circuit's size, and the error on other starts in
    units of 2^-accuracy.

    Args:
        fractions: places behind the point, of the circuits of one step.
        steps: how often a step is composed.
        checked_starts: states on which the composed circuits are checked.
        first_step: from which the growth of errors is fitted.
    """
    measured = _Accuracy(accuracy, fractions, starts, root_seed)
    rows: list[dict[str, Any]] = []
    sources = (stats.many(inputs, name) for name in ("circuits", "growth"))
    for name, path, grown in zip(systems, *sources, strict=True):
        system, circuits = catalogue.SYSTEMS[name], stored.read_circuits(path)
        step = trajectories.circuit_of(path, circuits, composed_fraction)
        checked = trajectories.drawn_starts(system, "checked", 0, checked_starts, root_seed)
        rows += [
            {"part": COMPOSED, "system": name, "run": 0, **row}
            for row in trajectories.compositions(system, step, composed_fraction, checked, steps)
        ]
        bits = stats.read_dataclass(grown, ErrorGrowth)
        for run_index in range(runs):
            errors = {column: array[run_index] for column, array in vars(bits).items()}
            by_step: Any = pd.DataFrame(errors).assign(fraction=growth_fraction)
            growth = [
                {"part": GROWTH, "system": name, "run": run_index, "steps": count, **row}
                for count, row in enumerate(by_step.to_dict("records"), start=1)
            ]
            rows += growth
            rows += [
                _accurate(system, path, circuits, growth[count - 1], measured) for count in steps
            ]
    table = pd.DataFrame(rows)
    return stats.Evaluation(table, _statistics(table, systems, first_step))


def _accurate(
    system: System,
    path: Path,
    circuits: dict[str, circuit.Circuit],
    growth: dict[str, Any],
    accuracy: _Accuracy,
) -> dict[str, Any]:
    count, run_index = growth["steps"], growth["run"]
    fraction = trajectories.places_for(growth["most_bits"], accuracy.places)
    if fraction not in accuracy.fractions:
        raise ValueError(
            f"{count} steps of {system.name} to an error of 2^-{accuracy.places} take "
            f"{fraction} places, but circuits have {accuracy.fractions}; add them, or ask for "
            "fewer steps or a lower accuracy."
        )
    fresh = trajectories.drawn_starts(
        system, f"fresh_{count}", run_index, accuracy.starts, accuracy.root_seed
    )
    step = trajectories.circuit_of(path, circuits, fraction)
    error = trajectories.circuit_errors(system, PackedCircuit(step), fresh, fraction, count).max()
    return {
        "part": ACCURATE,
        "system": system.name,
        "run": run_index,
        "steps": count,
        "accuracy": accuracy.places,
        "fraction": fraction,
        # exactly that of the composed circuit, as the part ``composed`` shows
        "size": count * step.size,
        "error": float(np.ldexp(error, accuracy.places)),
    }


def _statistics(
    table: pd.DataFrame, systems: Sequence[str], first_step: int
) -> dict[str, stats.Interval | stats.MeanOf]:
    composed, growth, accurate = (
        table[table["part"] == part] for part in (COMPOSED, GROWTH, ACCURATE)
    )
    single = composed[composed["steps"] == 1].set_index("system")
    times_one = composed["steps"] * composed["system"].map(single["size"])
    deepest = composed["steps"] * composed["system"].map(single["depth"])
    exactly = {
        "fan_in": stats.exact(int(composed["fan_in"].max()), len(composed)),
        "differences": stats.exact(int(composed["differences"].sum()), len(composed)),
        "size_deviation": stats.exact(float((composed["size"] / times_one - 1).abs().max())),
        "depth_ratio": stats.exact(float((composed["depth"] / deepest).max())),
    }
    per_run = {"accuracy_error": accurate.groupby("run")["error"].max().to_numpy()}
    for name in systems:
        sizes = accurate[accurate["system"] == name]
        per_run[f"size_exponent_{name}"] = slopes_by_run(
            sizes, stats.log_log_slope, "steps", "size"
        )
        grown = growth[growth["system"] == name]
        if catalogue.SYSTEMS[name].chaotic:
            per_run[f"bits_per_step_{name}"] = bits_per_step(grown, first_step)
            predicted = bits_per_step(grown, first_step, "linear_bits").mean()
            exactly[f"linear_bits_per_step_{name}"] = stats.exact(predicted, len(grown))
        else:
            powers = grown[grown["steps"] >= first_step]
            powers = powers.assign(error=np.exp2(powers["most_bits"]))
            per_run[f"error_exponent_{name}"] = slopes_by_run(
                powers, stats.log_log_slope, "steps", "error"
            )
    return {**exactly, **{name: stats.MeanOf(values) for name, values in per_run.items()}}
