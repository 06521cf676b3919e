"""Step ``train``: a next-token predictor, and controls that never see the tokens between.

All choose among rates by the same inputs, of a draw of their own; the controls are also trained
with several times the predictor's budget of examples times steps.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64

from compsparse.studies.circuits.next_token import (
    end_to_end,
    linear_layer,
    linear_predictor,
    program,
    sequences,
)
from compsparse.studies.circuits.next_token.budget import Budget, budget
from compsparse.studies.circuits.next_token.end_to_end import Network, output_bits
from compsparse.studies.circuits.next_token.examples import Examples, read_examples
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return ``model``: weights of each model in each run but the last, which is for choosing.

    Arrays: tokens [run, token+1, gate]; carryless, the same of a predictor that sees no carries, if
    asked for; for each B of ``times`` linear_B [run, bit+1, output], network_hidden_B and
    network_readout_B (``Network``). Choices: tokens_rate and so on; network_units; candidates,
    shares of right output bits by width and rate. Params: ``EndToEndTraining``; samples, times;
    carryless.
    """
    examples = read_examples(single(inputs, "data"))
    needed = params["selection"] + _budget(examples, params, max(params["times"])).samples
    if needed > examples.training.shape[1] or examples.runs < 2:
        raise ValueError(
            f"{needed} inputs are needed to learn from and to choose by, in at least 2 runs; there "
            f"are {examples.training.shape[1]}, in {examples.runs}."
        )
    trainer = _Trainer(examples, params)
    model = trainer.predictor("tokens")
    if params["carryless"]:
        model |= trainer.predictor("carryless", program.carries(examples.program))
    return {"model": model | trainer.linear() | trainer.network()}


def _budget(examples: Examples, params: Params, times: int) -> Budget:
    return budget(params["samples"], params["steps"], times, examples.program.inputs)


@dataclass(frozen=True)
class _Data:
    """Inputs of some runs, and what is to be learned of them end to end."""

    runs: list[int]
    inputs: Bool[np.ndarray, "run sample bit"]
    seen: Float32[np.ndarray, "run sample bit+1"]
    target: Float32[np.ndarray, "run sample output"]


class _Trainer:
    """Chooses rates and widths in the last run, and trains all others with them."""

    def __init__(self, examples: Examples, params: Params) -> None:
        self.program, self.params, self.examples = examples.program, params, examples
        self.runs = examples.runs - 1
        chooser = examples.training[-1:, : params["selection"]]
        self.selection, self.asked = chooser, output_bits(self.program, chooser)

    def predictor(
        self, name: str, hidden: Int64[np.ndarray, " hidden"] | None = None
    ) -> dict[str, np.ndarray]:
        steps, rates = self.params["steps"], self.params["rates"]

        def fitted(data: _Data, each: Any) -> Float32[np.ndarray, "run seen gate"]:
            return linear_predictor.fitted_predictor(
                self.program, data.inputs, steps=steps, rates=each, decay=self.decay, hidden=hidden
            )

        weights = fitted(self._pilot(1, len(rates)), np.array(rates, dtype=np.float32))
        written, _ = linear_predictor.generated(
            self.program, weights, np.concatenate([self.selection] * len(rates))
        )
        rate = rates[_best(self._right(written[:, :, self.program.outputs]))]
        return {name: fitted(self._own(1), self._same(rate)), f"{name}_rate": np.array(rate)}

    def linear(self) -> dict[str, np.ndarray]:
        rates = self.params["rates"]

        def fitted(data: _Data, times: int, each: Any) -> Float32[np.ndarray, "run seen output"]:
            passes = _budget(self.examples, self.params, times).passes
            return linear_layer.fitted_layer(
                data.seen, data.target, steps=passes, rates=each, decay=self.decay
            )

        weights = fitted(self._pilot(1, len(rates)), 1, np.array(rates, dtype=np.float32))
        rate = rates[_best(self._right(sequences.coded(self.selection) @ weights > 0))]
        trained = {
            f"linear_{times}": fitted(self._own(times), times, self._same(rate))
            for times in self.params["times"]
        }
        return {**trained, "linear_rate": np.array(rate)}

    def network(self) -> dict[str, np.ndarray]:
        settings = self.params["network"]
        widths, rates, at = settings["widths"], settings["rates"], settings["chosen_at"]
        pilot = self._pilot(at, len(rates))
        asked = sequences.coded(np.concatenate([self.selection] * len(rates)))
        right = np.stack(
            [
                self._right(self._network(pilot, at, width, rates).logits(asked) > 0)
                for width in widths
            ]
        )
        width, rate = (int(place) for place in np.unravel_index(_best(right.ravel()), right.shape))
        arrays: dict[str, np.ndarray] = {}
        for times in self.params["times"]:
            found = self._network(self._own(times), times, widths[width], [rates[rate]] * self.runs)
            arrays |= {
                f"network_hidden_{times}": found.hidden,
                f"network_readout_{times}": found.readout,
            }
        return arrays | {
            "candidates": right,
            "network_units": np.array(widths[width]),
            "network_rate": np.array(rates[rate]),
        }

    def _network(self, data: _Data, times: int, width: int, rates: list[float]) -> Network:
        """Train a network in each run; copies of one run start alike."""
        starts, orders = (
            [self._random(role, width, run) for run in data.runs] for role in ("network", "order")
        )
        start = end_to_end.drawn_network(
            self.program.inputs, width, len(self.program.outputs), starts
        )
        return end_to_end.fitted_network(
            start,
            data.seen,
            data.target,
            passes=_budget(self.examples, self.params, times).passes,
            batch=self.params["network"]["batch"],
            rates=np.array(rates, dtype=np.float32),
            decay=self.decay,
            orders=orders,
        )

    @property
    def decay(self) -> float:
        return float(self.params["decay"])

    def _same(self, rate: float) -> Float32[np.ndarray, " run"]:
        return np.full(self.runs, rate, dtype=np.float32)

    def _own(self, times: int) -> _Data:
        return self._data(list(range(self.runs)), times)

    def _pilot(self, times: int, copies: int) -> _Data:
        return self._data([self.runs] * copies, times)

    def _data(self, runs: list[int], times: int) -> _Data:
        start = self.params["selection"]
        samples = _budget(self.examples, self.params, times).samples
        own = self.examples.training[runs, start : start + samples]
        target = sequences.coded(output_bits(self.program, own))[:, :, 1:]
        return _Data(runs, own, sequences.coded(own), target)

    def _right(
        self, answered: Bool[np.ndarray, "run sample output"]
    ) -> Float64[np.ndarray, " run"]:
        return np.asarray((answered == self.asked).mean(axis=(1, 2)))

    def _random(self, role: str, width: int, run: int) -> np.random.Generator:
        names = (*self.params["seed_names"], role, width, run)
        return generator(self.params["root_seed"], *names)


def _best(right: Float64[np.ndarray, " candidate"]) -> int:
    """Return the best candidate; of equals the middle one, which is no edge of the grid."""
    best = np.flatnonzero(right == right.max())
    return int(best[len(best) // 2])
