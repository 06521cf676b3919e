"""Networks whose every gate is off by up to delta (document 000, Lemma 4, 'accumulated error')."""

from compsparse.statistics import api as stats
from compsparse.studies.circuits.emulation import (
    evaluate_error_propagation,
    network_errors,
    noise_threshold,
)
from compsparse.studies.circuits.networks import step_function, subnetwork

LEVELS = 60  # of the tree of ANDs: twice the factor 2 r > 1 in so many levels makes 1e-12 a loss
FEWER_LEVELS = LEVELS // 2
FAN_INS = {"pair": 2, "three": subnetwork.LARGEST_FAN_IN}


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return the errors by circuit, form, deviation and run, and thresholds of the noise.

    Params: circuits, names of the files ``networks``; deviations, the least of which shows growth;
    runs; accuracy_bits, m_out of the sigmoids.
    """
    table = network_errors.read_errors(inputs, params)
    cleaned = table[table["form"] == "saturating"]
    cleaned = cleaned[cleaned["deviation"] <= step_function.PLATEAU / subnetwork.LARGEST_FAN_IN]
    sigmoid = table[(table["form"] == "sigmoid") & table["beta"].notna()]
    allowed = 2.0 ** -params["accuracy_bits"] + sigmoid["deviation"]
    values = {
        "saturating_over_noise": (cleaned["largest"] / cleaned["deviation"]).max(),
        "sigmoid_share": (sigmoid["largest"] / allowed).max(),
    }
    for name, fan_in in FAN_INS.items():
        values[f"saturating_threshold_{name}"] = noise_threshold.threshold(
            step_function.SATURATING, fan_in, LEVELS
        )
    # without a plateau the threshold falls to nothing with the number of levels
    values["plain_threshold"] = noise_threshold.threshold(
        step_function.PLAIN, subnetwork.LARGEST_FAN_IN, FEWER_LEVELS
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
