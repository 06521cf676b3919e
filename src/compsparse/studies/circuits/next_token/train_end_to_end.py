"""Step ``train``: a next-token predictor, and controls that never see the tokens between.

All have the same inputs to learn from, steps, rates to choose from and inputs to choose by.
"""

import numpy as np
from jaxtyping import Bool, Float32, Int64

from compsparse.seeds import generator
from compsparse.steps import Inputs, Outputs, Params, single
from compsparse.studies.circuits.next_token import (
    end_to_end,
    linear_layer,
    linear_predictor,
    program,
    sequences,
)
from compsparse.studies.circuits.next_token.end_to_end import Network, output_bits
from compsparse.studies.circuits.next_token.examples import Examples, read_examples


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``model``: weights of each model in each run, at the rate that selection prefers.

    Arrays: tokens [run, token+1, gate]; carryless, the same of a predictor that sees no carries, if
    asked for; linear [run, bit+1, output]; network_hidden and network_readout (see ``Network``);
    and the rates chosen, tokens_rate and so on.

    Params: those of ``EndToEndTraining``, inputs after ``samples`` choosing the rate; carryless,
    whether to train such a predictor.
    """
    examples = read_examples(single(inputs, "data"))
    samples = params["samples"]
    if samples >= examples.training.shape[1]:
        raise ValueError(
            f"samples is {samples} of {examples.training.shape[1]} inputs; none are left to choose "
            "the learning rate by."
        )
    candidates = _Candidates(examples, params)
    chosen = _choose(candidates.tokens("tokens"), candidates, "tokens")
    if params["carryless"]:
        chosen |= _choose(
            candidates.tokens("carryless", program.carries(examples.program)),
            candidates,
            "carryless",
        )
    chosen |= _choose(candidates.linear(), candidates, "linear")
    chosen |= _choose(candidates.network(), candidates, "network")
    return {"model": chosen}


class _Candidates:
    """Trains each model at every rate, stacked as [rate and run]."""

    def __init__(self, examples: Examples, params: Params) -> None:
        self.program, self.params, samples = examples.program, params, params["samples"]
        self.rates: list[float] = params["rates"]
        self.runs = examples.runs
        repeated = np.concatenate([examples.training] * len(self.rates))
        self.training, self.selection = repeated[:, :samples], repeated[:, samples:]
        self._fit = {
            "steps": params["steps"],
            "rates": np.repeat(np.array(self.rates, dtype=np.float32), self.runs),
            "decay": params["decay"],
        }

    def tokens(
        self, name: str, hidden: Int64[np.ndarray, " hidden"] | None = None
    ) -> tuple[dict[str, np.ndarray], Bool[np.ndarray, "run sample output"]]:
        weights = linear_predictor.fitted_predictor(
            self.program, self.training, **self._fit, hidden=hidden
        )
        written, _ = linear_predictor.generated(self.program, weights, self.selection)
        return {name: weights}, written[:, :, self.program.outputs]

    def linear(self) -> tuple[dict[str, np.ndarray], Bool[np.ndarray, "run sample output"]]:
        weights = linear_layer.fitted_layer(
            sequences.coded(self.training), self._target(), **self._fit
        )
        return {"linear": weights}, sequences.coded(self.selection) @ weights > 0

    def network(self) -> tuple[dict[str, np.ndarray], Bool[np.ndarray, "run sample output"]]:
        generators = [
            generator(self.params["root_seed"], *self.params["seed_names"], "network", run)
            for run in range(self.runs)
        ]
        start = end_to_end.drawn_network(
            self.program.inputs, self.params["units"], len(self.program.outputs), generators
        )
        copies = [np.concatenate([one] * len(self.rates)) for one in (start.hidden, start.readout)]
        network = end_to_end.fitted_network(
            Network(*copies), sequences.coded(self.training), self._target(), **self._fit
        )
        arrays = {"network_hidden": network.hidden, "network_readout": network.readout}
        return arrays, network.logits(sequences.coded(self.selection)) > 0

    def _target(self) -> Float32[np.ndarray, "run sample output"]:
        return sequences.coded(output_bits(self.program, self.training))[:, :, 1:]


def _choose(
    trained: tuple[dict[str, np.ndarray], Bool[np.ndarray, "run sample output"]],
    candidates: _Candidates,
    name: str,
) -> dict[str, np.ndarray]:
    """Keep, for each run, the rate of which most output bits of the selection inputs are right."""
    arrays, answered = trained
    right = answered == output_bits(candidates.program, candidates.selection)
    counted: Int64[np.ndarray, "rate run"] = right.sum(axis=(1, 2)).reshape(
        len(candidates.rates), candidates.runs
    )
    best = counted.argmax(axis=0)  # of equals, the first rate
    kept = best * candidates.runs + np.arange(candidates.runs)
    rates = np.array(candidates.rates)[best]
    return {key: array[kept] for key, array in arrays.items()} | {f"{name}_rate": rates}
