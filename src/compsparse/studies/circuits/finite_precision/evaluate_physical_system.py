"""Physical systems as circuits: size by time, and the places that a wanted accuracy takes.

Document 000, slide 'Compositional Sparsity answers several of the puzzles': a time step composed
with itself is a trajectory's sparse DAG.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit import circuit, stored
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.finite_precision.dynamics import catalogue, trajectories
from compsparse.studies.circuits.finite_precision.dynamics.system import System
from compsparse.studies.circuits.finite_precision.error_growth import bits_per_step

COMPOSED, GROWTH, ACCURATE = "composed", "growth", "accurate"  # parts of the table
_GROWTH_AXES = dict.fromkeys(
    ("mean_bits", "most_bits", "linear_bits"), Float64[np.ndarray, "run step"]
)


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return circuits of several steps, the growth of their errors, and sizes at one accuracy.

    Inputs: circuits and growth, a file for each system. Params: ``Precisions`` and ``Trajectories``
    but for the horizons. Parts of the table: ``composed``, by system and steps; ``growth``, by
    system, run and step, log2 of the error in units of 2^-fraction, and what the linearised map
    predicts; ``accurate``, by system, run and steps, the places that the accuracy takes, the
    circuit's size, and the error of other starts in units of 2^-m.
    """
    rows: list[dict[str, Any]] = []
    sources = (stats.many(inputs, name) for name in ("circuits", "growth"))
    for name, path, followed in zip(params["systems"], *sources, strict=True):
        system, circuits = catalogue.SYSTEMS[name], stored.read_circuits(path)
        rows += _composed(system, path, circuits, params)
        bits = stats.read_named_axes(followed, _GROWTH_AXES)
        for run_index in range(params["runs"]):
            growth = _growth(system, run_index, bits, params)
            rows += growth
            rows += [
                _accurate(system, path, circuits, growth[count - 1], params)
                for count in params["steps"]
            ]
    table = pd.DataFrame(rows)
    return stats.Evaluation(table, _statistics(table, params))


def _composed(
    system: System, path: Path, circuits: dict[str, circuit.Circuit], params: stats.Params
) -> list[dict[str, Any]]:
    fraction = params["composed_fraction"]
    step = trajectories.circuit_of(path, circuits, fraction)
    states = trajectories.drawn_starts(
        system, "checked", 0, params["checked_starts"], params["root_seed"]
    )
    composed = trajectories.compositions(system, step, fraction, states, params["steps"])
    return [{"part": COMPOSED, "system": system.name, "run": 0, **row} for row in composed]


def _growth(
    system: System, run_index: int, bits: dict[str, np.ndarray], params: stats.Params
) -> list[dict[str, Any]]:
    return [
        {
            "part": GROWTH,
            "system": system.name,
            "run": run_index,
            "steps": step + 1,
            "fraction": params["growth_fraction"],
            **{name: float(bits[name][run_index, step]) for name in _GROWTH_AXES},
        }
        for step in range(bits["mean_bits"].shape[1])
    ]


def _accurate(
    system: System,
    path: Path,
    circuits: dict[str, circuit.Circuit],
    growth: dict[str, Any],
    params: stats.Params,
) -> dict[str, Any]:
    count, run_index = growth["steps"], growth["run"]
    fraction = trajectories.places_for(growth["most_bits"], params["accuracy"])
    if fraction not in params["fractions"]:
        raise ValueError(
            f"{count} steps of {system.name} to an error of 2^-{params['accuracy']} take "
            f"{fraction} places, but circuits have {params['fractions']}; add them, or ask for "
            "fewer steps or a lower accuracy."
        )
    fresh = trajectories.drawn_starts(
        system, f"fresh_{count}", run_index, params["starts"], params["root_seed"]
    )
    step = trajectories.circuit_of(path, circuits, fraction)
    error = trajectories.circuit_errors(system, PackedCircuit(step), fresh, fraction, count).max()
    return {
        "part": ACCURATE,
        "system": system.name,
        "run": run_index,
        "steps": count,
        "accuracy": params["accuracy"],
        "fraction": fraction,
        # exactly that of the composed circuit, as the part ``composed`` shows
        "size": count * step.size,
        "error": float(np.ldexp(error, params["accuracy"])),
    }


def _statistics(
    table: pd.DataFrame, params: stats.Params
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
    for name in params["systems"]:
        per_run[f"size_exponent_{name}"] = _slopes(accurate, name, "size")
        first, own = params["first_step"], growth[growth["system"] == name]
        if catalogue.SYSTEMS[name].chaotic:
            per_run[f"bits_per_step_{name}"] = bits_per_step(own, first)
            predicted = bits_per_step(own, first, "linear_bits").mean()
            exactly[f"linear_bits_per_step_{name}"] = stats.exact(predicted, len(own))
        else:
            powers = own[own["steps"] >= first].assign(error=np.exp2(own["most_bits"]))
            per_run[f"error_exponent_{name}"] = _slopes(powers, name, "error")
    return {**exactly, **{name: stats.MeanOf(values) for name, values in per_run.items()}}


def _slopes(rows: pd.DataFrame, system: str, column: str) -> np.ndarray:
    return np.array(
        [
            stats.log_log_slope(
                of_run["steps"].to_numpy(dtype=np.float64), of_run[column].to_numpy(dtype=float)
            )
            for _, of_run in rows[rows["system"] == system].groupby("run")
        ]
    )
