"""Errors and sizes of the subnetworks of single gates (document 000, Lemma 3)."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.emulation import gate_error, standard_gates
from compsparse.studies.circuits.networks import step_function
from compsparse.studies.circuits.networks import step_function as steps
from compsparse.studies.circuits.networks.subnetwork import changes, subnetwork

# times the guaranteed radius: there the saturating form is wrong by 2 (BEYOND - 1) / 4
BEYOND = 1.2

Row = dict[str, Any]


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return errors by form and gate, and slopes needed by accuracy; params: ``Curves``."""
    errors, needed = list(_errors(params)), list(_needed(params))
    values = {
        **_on_bits(),
        **_in_neighbourhoods(errors),
        **_slopes(pd.DataFrame(needed)),
        "sigmoid_units": max(row["units"] for row in needed),
    }
    statistics = {name: stats.exact(value) for name, value in values.items()}
    return stats.Evaluation(pd.DataFrame(errors + needed), statistics)


def _on_bits() -> dict[str, float]:
    standard, every = standard_gates.standard_tables().values(), standard_gates.all_tables()
    both = (step_function.PLAIN, step_function.SATURATING)
    return {
        "plain_bit_error": max(_at(table, step_function.PLAIN, 0.0) for table in standard),
        "saturating_bit_error": max(
            _at(table, step_function.SATURATING, 0.0) for table in standard
        ),
        "every_gate_bit_error": max(_at(*case, 0.0) for case in product(every, both)),
        "plain_units": max(len(subnetwork(table, step_function.PLAIN).units) for table in standard),
        "saturating_units": max(
            len(subnetwork(table, step_function.SATURATING).units) for table in standard
        ),
        "every_gate_units": max(len(subnetwork(*case).units) for case in product(every, both)),
        "saturating_radius_error": max(
            _at(table, step_function.SATURATING, step_function.PLATEAU) for table in standard
        ),
        "saturating_error_beyond": min(
            _at(table, step_function.SATURATING, BEYOND * step_function.PLATEAU)
            for table in standard
        ),
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


def _errors(params: stats.Params) -> Iterator[Row]:
    forms = (step_function.PLAIN, step_function.SATURATING, steps.sigmoid_step(params["beta"]))
    for form, (gate, table) in product(forms, standard_gates.standard_tables().items()):
        fan_in = len(table) - 1
        for deviation in params["deviations"]:
            reach = fan_in * deviation
            bound = gate_error.sigmoid_bound(len(changes(table)), form.slope, reach)
            yield {
                **_sizes(gate, table, form),
                "deviation": deviation,
                "value": _at(table, form, reach),
                "bound": bound if form.sigmoid else np.nan,
            }


def _needed(params: stats.Params) -> Iterator[Row]:
    swept = product(
        standard_gates.standard_tables().items(), params["fitted_deviations"], params["decimals"]
    )
    for (gate, table), deviation, decimals in swept:
        accuracy = 10.0**-decimals
        beta = gate_error.needed_beta(table, accuracy, (len(table) - 1) * deviation)
        yield {
            **_sizes(gate, table, steps.sigmoid_step(beta)),
            "quantity": "needed_beta",
            "deviation": deviation,
            "accuracy": accuracy,
            "value": beta,
        }


def _slopes(needed: pd.DataFrame) -> dict[str, float]:
    """Return the extremes, over gates and deviations, of slope / (2 / (1 - 2 r delta))."""
    shares = []
    for _, rows in needed.groupby(["gate", "deviation"]):
        slope = np.polyfit(-np.log(rows["accuracy"]), rows["value"], 1)[0]
        reach = float(rows["fan_in"].iloc[0]) * float(rows["deviation"].iloc[0])
        shares.append(float(slope) * (0.5 - reach))
    return {"least_slope_share": min(shares), "most_slope_share": max(shares)}


def _at(table: standard_gates.Table, form: steps.StepFunction, reach: float) -> float:
    return gate_error.worst_error(subnetwork(table, form), table, reach)


def _sizes(gate: str, table: standard_gates.Table, form: steps.StepFunction) -> Row:
    fan_in, units = len(table) - 1, len(subnetwork(table, form).units)
    return {
        "quantity": "error",
        "gate": gate,
        "fan_in": fan_in,
        "form": form.name,
        "beta": form.slope if form.sigmoid else np.nan,
        "units": units,
        "weights": units * (fan_in + 1),
    }
