"""Networks whose every gate is noisy: what is cleaned at each level, and what adds up.

Document 000, Lemma 4, 'accumulated error': besides the inputs every gate's output is off by up to
delta, so an error is added at each level.
"""

from compsparse.statistics.evaluation import Evaluation, evaluates
from compsparse.statistics.intervals import exact
from compsparse.steps import Inputs, Params
from compsparse.studies.circuits.emulation.evaluate_error_propagation import growth, plain_chain
from compsparse.studies.circuits.emulation.network_errors import read_errors
from compsparse.studies.circuits.emulation.noise_threshold import threshold
from compsparse.studies.circuits.networks.step_function import PLAIN, PLATEAU, SATURATING
from compsparse.studies.circuits.networks.subnetwork import LARGEST_FAN_IN

LEVELS = 60  # of the tree of ANDs: twice the factor 2 r > 1 in so many levels makes 1e-12 a loss
FEWER_LEVELS = LEVELS // 2
FAN_INS = {"pair": 2, "three": LARGEST_FAN_IN}


@evaluates
def run(inputs: Inputs, params: Params) -> Evaluation:
    """Return the errors by circuit, form, deviation and run, and thresholds of the noise.

    Params: circuits, names of the files ``networks``; deviations, the least of which shows growth;
    runs; accuracy_bits, m_out of the sigmoids.
    """
    table = read_errors(inputs, params)
    cleaned = table[table["form"] == "saturating"]
    cleaned = cleaned[cleaned["deviation"] <= PLATEAU / LARGEST_FAN_IN]
    sigmoid = table[(table["form"] == "sigmoid") & table["beta"].notna()]
    allowed = 2.0 ** -params["accuracy_bits"] + sigmoid["deviation"]
    values = {
        "saturating_over_noise": (cleaned["largest"] / cleaned["deviation"]).max(),
        "sigmoid_share": (sigmoid["largest"] / allowed).max(),
    }
    for name, fan_in in FAN_INS.items():
        values[f"saturating_threshold_{name}"] = threshold(SATURATING, fan_in, LEVELS)
    # without a plateau the threshold falls to nothing with the number of levels
    values["plain_threshold"] = threshold(PLAIN, LARGEST_FAN_IN, FEWER_LEVELS)
    statistics = {name: exact(value) for name, value in values.items()}
    return Evaluation(table, {**statistics, "plain_exponent": growth(plain_chain(table))})
