"""Errors of whole networks whose inputs are nearly bits (document 000, Lemma 4).

Circuits of machines and of two families, deeper and deeper. Without a plateau errors of gates add
up; with one they end at the first gate that reads them.
"""

import numpy as np
import pandas as pd

from compsparse.statistics.intervals import Interval, exact, interval_of_mean
from compsparse.statistics.power_law import log_log_slope
from compsparse.steps import Inputs, Outputs, Params
from compsparse.studies.circuits.emulation.network_errors import bit_error, read_errors

RESULT = "circuits_error_propagation"
CHAIN = "parity_chain"
ROUNDING = 1e-15  # of a value near 1; the bounds of steep sigmoids are below it
SHOWN = 0.05  # the deviation of the figure, below the radius 1/12 of every circuit


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return the errors by circuit, form, deviation and run, and what they come to.

    Params: root_seed; circuits, names of the files ``networks``; deviations, among them ``SHOWN``,
    and the least, at which growth is measured; runs; accuracy_bits, m_out of the sigmoids.

    Raises:
        ArtifactError: a file cannot be used.
        ValueError: the deviation ``SHOWN`` is not among those of the parameters.
    """
    if SHOWN not in params["deviations"]:
        raise ValueError(
            f"The deviations are {params['deviations']}; {SHOWN}, which is shown and judged, must "
            "be one of them."
        )
    table = read_errors(inputs, params)
    metrics: dict[str, Interval] = {
        name: exact(value)
        for name, value in {
            "bit_error": bit_error(inputs),
            **guaranteed(table, params["accuracy_bits"]),
            **sizes(table),
        }.items()
    }
    chain = table[(table["circuit"] == CHAIN) & (table["form"] == "plain")]
    deepest = chain[(chain["length"] == chain["length"].max()) & (chain["deviation"] == SHOWN)]
    for name, values, support in (
        ("plain_exponent", growth(chain), (-np.inf, np.inf)),
        ("plain_deepest_error", deepest["largest"].to_numpy(), (0.0, 1.0)),
    ):
        metrics[name] = interval_of_mean(
            values, root_seed=params["root_seed"], name=f"{RESULT}/{name}", support=support
        )
    return {
        "table": table,
        "metrics": {RESULT: {name: metric.as_metric() for name, metric in metrics.items()}},
    }


def guaranteed(table: pd.DataFrame, accuracy_bits: int) -> dict[str, float]:
    """Return errors where a theorem says how large they can be."""
    within = (table["form"] == "saturating") & (table["deviation"] <= table["radius"])
    sigmoid = table[(table["form"] == "sigmoid") & table["beta"].notna()]
    return {
        "saturating_error": table.loc[within, "largest"].max(),
        "least_radius": table["radius"].min(),
        "sigmoid_bound_share": (sigmoid["largest"] / (sigmoid["bound"] + ROUNDING)).max(),
        "sigmoid_error_share": sigmoid["largest"].max() * 2.0**accuracy_bits,
        "sigmoid_beta": sigmoid.loc[sigmoid["deviation"] == SHOWN, "beta"].max(),
    }


def sizes(table: pd.DataFrame) -> dict[str, float]:
    """Return the most units and weights for a gate of the circuit, and layers for a level."""
    return {
        "units_per_gate": (table["units"] / table["gates"]).max(),
        "weights_per_gate": (table["weights"] / table["gates"]).max(),
        "layers_per_level": (table["layers"] / table["depth"]).max(),
    }


def growth(chain: pd.DataFrame) -> np.ndarray:
    """Return, for each run, the slope of the root mean square error on the number of bits.

    At the smallest deviation: errors of 1 cannot grow.
    """
    small = chain[chain["deviation"] == chain["deviation"].min()]
    return np.array(
        [
            log_log_slope(
                rows["length"].to_numpy(dtype=np.float64), rows["root_mean_square"].to_numpy()
            )
            for _, rows in small.groupby("run")
        ]
    )
