"""Networks with an error up to delta at every gate (document 000, Lemma 4, 'accumulated error')."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.circuits.emulation import (
    evaluate_error_propagation,
    guarantees,
    network_errors,
)
from compsparse.studies.circuits.networks import subnetwork

LEVELS = 60  # of the tree of ANDs: at a growth of 2 r > 1 per level, even 1e-12 becomes a lost bit
FEWER_LEVELS = LEVELS // 2
FAN_INS = {"pair": 2, "three": subnetwork.LARGEST_FAN_IN}


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    circuits: Sequence[str],
    deviations: Sequence[float],
    accuracy_bits: int,
    runs: int,
) -> stats.Evaluation:
    """Return the errors by circuit, form, deviation and run, and thresholds of the noise.

    Args:
        circuits: names of the files ``networks``.
        deviations: growth is measured at the least one.
        accuracy_bits: m_out of the sigmoids.
    """
    table, _ = network_errors.read_errors(inputs, circuits, deviations, runs)
    cleaned = table[table["form"] == "saturating"]
    cleaned = cleaned[cleaned["deviation"] <= subnetwork.PLATEAU / subnetwork.LARGEST_FAN_IN]
    sigmoid = table[(table["form"] == "sigmoid") & table["beta"].notna()]
    allowed = 2.0**-accuracy_bits + sigmoid["deviation"]
    values = {
        "saturating_over_noise": (cleaned["largest"] / cleaned["deviation"]).max(),
        "sigmoid_share": (sigmoid["largest"] / allowed).max(),
    }
    for name, fan_in in FAN_INS.items():
        values[f"saturating_threshold_{name}"] = guarantees.threshold(
            subnetwork.SATURATING, fan_in, LEVELS
        )
    # without a plateau the threshold tends to zero with the number of levels
    values["plain_threshold"] = guarantees.threshold(
        subnetwork.PLAIN, subnetwork.LARGEST_FAN_IN, FEWER_LEVELS
    )
    statistics = {name: stats.exact(value) for name, value in values.items()}
    return stats.Evaluation(
        table,
        {
            **statistics,
            "plain_exponent": evaluate_error_propagation.growth(
                evaluate_error_propagation.plain_chain(table)
            ),
        },
    )
