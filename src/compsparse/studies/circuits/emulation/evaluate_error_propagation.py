"""Errors of whole networks whose inputs are nearly bits (document 000, Lemma 4).

Without a plateau the errors of gates add up; with one they end at the first gate that reads them.
"""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.emulation.network_errors import read_errors
from compsparse.studies.circuits.slopes import slopes_by_run

ROUNDING = 1e-15  # of a value near 1; the bounds of steep sigmoids are below it
SHOWN = 0.05  # the deviation of the figure, below the radius 1/12 of every circuit


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    circuits: Sequence[str],
    deviations: Sequence[float],
    accuracy_bits: int,
    runs: int,
) -> stats.Evaluation:
    """Return the errors by circuit, form, deviation and run, and their summaries.

    Args:
        circuits: names of the files ``networks``.
        deviations: ``SHOWN`` among them; growth is measured at the least one.
        accuracy_bits: m_out of the sigmoids.
    """
    if SHOWN not in deviations:
        raise ValueError(
            f"The deviations are {deviations}; {SHOWN}, which is shown and judged, must be one of "
            "them."
        )
    table, bit_error = read_errors(inputs, circuits, deviations, runs)
    chain = plain_chain(table)
    deepest = chain[(chain["length"] == chain["length"].max()) & (chain["deviation"] == SHOWN)]
    values = {"bit_error": bit_error, **_guaranteed(table, accuracy_bits), **_sizes(table)}
    statistics = {name: stats.exact(value) for name, value in values.items()}
    per_run = {
        "plain_exponent": growth(chain),
        "plain_deepest_error": stats.MeanOf(deepest["largest"].to_numpy(), stats.SHARE),
    }
    return stats.Evaluation(table, {**statistics, **per_run})


def _guaranteed(table: pd.DataFrame, accuracy_bits: int) -> dict[str, float]:
    """Return errors where a theorem bounds them."""
    within = (table["form"] == "saturating") & (table["deviation"] <= table["radius"])
    sigmoid = table[(table["form"] == "sigmoid") & table["beta"].notna()]
    return {
        "saturating_error": table.loc[within, "largest"].max(),
        "least_radius": table["radius"].min(),
        "sigmoid_bound_share": (sigmoid["largest"] / (sigmoid["bound"] + ROUNDING)).max(),
        "sigmoid_error_share": sigmoid["largest"].max() * 2.0**accuracy_bits,
        "sigmoid_beta": sigmoid.loc[sigmoid["deviation"] == SHOWN, "beta"].max(),
    }


def _sizes(table: pd.DataFrame) -> dict[str, float]:
    return {
        "units_per_gate": (table["units"] / table["gates"]).max(),
        "weights_per_gate": (table["weights"] / table["gates"]).max(),
        "layers_per_level": (table["layers"] / table["depth"]).max(),
    }


def plain_chain(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of parity chains, in which every error counts, without a plateau."""
    return table[(table["circuit"] == "parity_chain") & (table["form"] == "plain")]


def growth(chain: pd.DataFrame) -> stats.MeanOf:
    """Return, for each run, the slope of the root mean square error on the number of bits."""
    # at the smallest deviation: errors of 1 cannot grow
    small = chain[chain["deviation"] == chain["deviation"].min()]
    return stats.MeanOf(slopes_by_run(small, stats.log_log_slope, "length", "root_mean_square"))
