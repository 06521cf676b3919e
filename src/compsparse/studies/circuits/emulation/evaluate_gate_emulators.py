"""Errors and sizes of the subnetworks of single gates (document 000, Lemma 3)."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.emulation import gate_error
from compsparse.studies.circuits.networks.subnetwork import (
    PLAIN,
    PLATEAU,
    SATURATING,
    StepFunction,
    changes,
    sigmoid_step,
    subnetwork,
)

# times the guaranteed radius: there the saturating form has an error of 2 (BEYOND - 1) / 4
BEYOND = 1.2

Row = dict[str, Any]


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    deviations: Sequence[float],
    beta: float,
    fitted_deviations: Sequence[float],
    decimals: Sequence[int],
) -> stats.Evaluation:
    """Return errors by form and gate, and the slopes that an accuracy needs.

    Args:
        beta: slope of the sigmoid whose errors are shown.
        fitted_deviations: for which needed slopes are found.
        decimals: of the accuracies 10^-decimals.
    """
    errors = list(_errors(deviations, beta))
    needed = list(_needed(fitted_deviations, decimals))
    values = {
        **_on_bits(),
        **_in_neighbourhoods(errors),
        **_slopes(pd.DataFrame(needed)),
        "sigmoid_units": max(row["units"] for row in needed),
    }
    statistics = {name: stats.exact(value) for name, value in values.items()}
    return stats.Evaluation(pd.DataFrame(errors + needed), statistics)


def _on_bits() -> dict[str, float]:
    standard = gate_error.standard_tables().values()
    every = list(product(gate_error.all_tables(), (PLAIN, SATURATING)))
    reached, beyond = PLATEAU, BEYOND * PLATEAU
    return {
        "plain_bit_error": max(_worst(table, PLAIN, 0.0) for table in standard),
        "saturating_bit_error": max(_worst(table, SATURATING, 0.0) for table in standard),
        "every_gate_bit_error": max(_worst(table, form, 0.0) for table, form in every),
        "plain_units": max(_units(table, PLAIN) for table in standard),
        "saturating_units": max(_units(table, SATURATING) for table in standard),
        "every_gate_units": max(_units(table, form) for table, form in every),
        "saturating_radius_error": max(_worst(table, SATURATING, reached) for table in standard),
        "saturating_error_beyond": min(_worst(table, SATURATING, beyond) for table in standard),
    }


def _in_neighbourhoods(errors: list[Row]) -> dict[str, float]:
    plain = [
        row["value"] / (row["fan_in"] * row["deviation"]) - 1
        for row in errors
        if row["form"] == "plain" and row["fan_in"] * row["deviation"] <= 1
    ]
    return {
        "plain_growth_error": float(np.abs(plain).max()),
        "sigmoid_bound_share": max(
            row["value"] / row["bound"] for row in errors if row["form"] == "sigmoid"
        ),
    }


def _errors(deviations: Sequence[float], beta: float) -> Iterator[Row]:
    forms = (PLAIN, SATURATING, sigmoid_step(beta))
    for form, (gate, table) in product(forms, gate_error.standard_tables().items()):
        fan_in = len(table) - 1
        for deviation in deviations:
            reach = fan_in * deviation
            bound = gate_error.sigmoid_bound(len(changes(table)), form.slope, reach)
            yield {
                **_described("error", gate, table, form),
                "deviation": deviation,
                "value": _worst(table, form, reach),
                "bound": bound if form.sigmoid else np.nan,
            }


def _needed(deviations: Sequence[float], decimals: Sequence[int]) -> Iterator[Row]:
    tables = gate_error.standard_tables().items()
    for (gate, table), deviation, places in product(tables, deviations, decimals):
        accuracy = 10.0**-places
        beta = gate_error.needed_beta(table, accuracy, (len(table) - 1) * deviation)
        yield {
            **_described("needed_beta", gate, table, sigmoid_step(beta)),
            "deviation": deviation,
            "accuracy": accuracy,
            "value": beta,
        }


def _slopes(needed: pd.DataFrame) -> dict[str, float]:
    """Return the extremes of slope / (2 / (1 - 2 r delta)) over gates and deviations."""
    shares = []
    for _, rows in needed.groupby(["gate", "deviation"]):
        slope = np.polyfit(-np.log(rows["accuracy"]), rows["value"], 1)[0]
        reach = float(rows["fan_in"].iloc[0]) * float(rows["deviation"].iloc[0])
        shares.append(float(slope) * (0.5 - reach))
    return {"least_slope_share": min(shares), "most_slope_share": max(shares)}


def _worst(table: gate_error.Table, form: StepFunction, reach: float) -> float:
    return gate_error.worst_error(subnetwork(table, form), table, reach)


def _units(table: gate_error.Table, form: StepFunction) -> int:
    return len(subnetwork(table, form).units)


def _described(quantity: str, gate: str, table: gate_error.Table, form: StepFunction) -> Row:
    fan_in, units = len(table) - 1, _units(table, form)
    return {
        "quantity": quantity,
        "gate": gate,
        "fan_in": fan_in,
        "form": form.name,
        "beta": form.slope if form.sigmoid else np.nan,
        "units": units,
        "weights": units * (fan_in + 1),
    }
