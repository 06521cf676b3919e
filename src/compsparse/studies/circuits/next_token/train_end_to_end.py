"""Step ``train``: a next-token predictor, and controls that never see the tokens between.

All of them choose their learning rate on the same validation inputs, from a run of their own; the
controls are also trained with several times the predictor's budget of examples times steps.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64

from compsparse.studies.circuits.next_token import end_to_end, linear_predictor
from compsparse.studies.circuits.next_token.end_to_end import Network, output_bits
from compsparse.studies.circuits.next_token.examples import Examples, read_examples
from compsparse.studies.circuits.next_token.linear_layer import Rates, Seen, fitted_layer
from compsparse.studies.circuits.next_token.program import carries, coded
from compsparse.studies.circuits.next_token.tasks import Budget, budget
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single


@dataclass(frozen=True)
class NetworkSearch:
    """Candidate networks, and how one is chosen among them."""

    widths: Sequence[int]
    rates: Sequence[float]
    batch: int  # examples per update
    chosen_at: int  # budget to choose with, as a multiple of the predictor's


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    steps: int,
    decay: float,
    selection: int,
    rates: Sequence[float],
    network: NetworkSearch,
    samples: int,
    times: Sequence[int],
    carryless: bool,
) -> Outputs:
    """Return ``model``: weights of each model in each run but the last, which is for validation.

    Arrays: tokens [run, token+1, gate]; carryless, the same for a predictor that sees no carries,
    if asked for; for each B of ``times`` linear_B [run, bit+1, output], network_hidden_B and
    network_readout_B (``Network``). Choices: tokens_rate and so on; network_units; candidates,
    fractions of right output bits by width and rate.

    Args:
        selection: number of validation inputs.
        samples: N, examples of the predictor.
        times: budgets of the controls, as multiples of the predictor's.
    """
    examples = read_examples(single(inputs, "data"))
    trainer = _Trainer(examples, selection, samples, steps, decay, root_seed, seed_names)
    needed = selection + trainer.budget(max(times)).samples
    if needed > examples.training.shape[1] or examples.runs < 2:
        raise ValueError(
            f"{needed} inputs are needed to learn from and to choose by, in at least 2 runs; there "
            f"are {examples.training.shape[1]}, in {examples.runs}."
        )
    model = trainer.predictor("tokens", rates)
    if carryless:
        model |= trainer.predictor("carryless", rates, carries(examples.program))
    return {"model": model | trainer.linear(rates, times) | trainer.network(network, times)}


@dataclass(frozen=True)
class _Data:
    """Inputs of several runs, with their outputs as targets, and a budget of passes over them."""

    runs: list[int]
    passes: int
    inputs: Bool[np.ndarray, "run sample bit"]
    seen: Seen
    target: Float32[np.ndarray, "run sample output"]


@dataclass(frozen=True)
class _Trainer:
    """Chooses rates and widths in the last run, and trains all others with them."""

    examples: Examples
    selection: int
    samples: int
    steps: int
    decay: float
    root_seed: int
    seed_names: Sequence[str]

    def predictor(
        self, name: str, rates: Sequence[float], hidden: Int64[np.ndarray, " hidden"] | None = None
    ) -> dict[str, np.ndarray]:
        program = self.examples.program
        fitted = partial(
            linear_predictor.fitted_predictor,
            program,
            steps=self.steps,
            decay=self.decay,
            hidden=hidden,
        )
        weights = fitted(self._pilot(1, len(rates)).inputs, rates=_single(rates))
        truth = linear_predictor.token_rows(program, self._validation)
        written, _ = linear_predictor.generated(weights, np.repeat(truth, len(rates), axis=0))
        rate = rates[_best(self._right(linear_predictor.written_outputs(program, written)))]
        trained = fitted(self._training(1).inputs, rates=self._same(rate))
        return {name: trained, f"{name}_rate": np.array(rate)}

    def linear(self, rates: Sequence[float], times: Sequence[int]) -> dict[str, np.ndarray]:
        def fitted(data: _Data, run_rates: Rates) -> Float32[np.ndarray, "run seen output"]:
            return fitted_layer(
                data.seen, data.target, steps=data.passes, rates=run_rates, decay=self.decay
            )

        weights = fitted(self._pilot(1, len(rates)), _single(rates))
        rate = rates[_best(self._right(coded(self._validation) @ weights > 0))]
        trained = {
            f"linear_{multiple}": fitted(self._training(multiple), self._same(rate))
            for multiple in times
        }
        return {**trained, "linear_rate": np.array(rate)}

    def network(self, search: NetworkSearch, times: Sequence[int]) -> dict[str, np.ndarray]:
        program = self.examples.program

        def fitted(data: _Data, width: int, run_rates: Rates) -> Network:
            """Train a network in each run; copies of one run start from equal weights."""
            starts, orders = (
                [generator(self.root_seed, *self.seed_names, role, width, r) for r in data.runs]
                for role in ("network", "order")
            )
            return end_to_end.fitted_network(
                end_to_end.drawn_network(program.inputs, width, len(program.outputs), starts),
                data.seen,
                data.target,
                passes=data.passes,
                batch=search.batch,
                rates=run_rates,
                decay=self.decay,
                orders=orders,
            )

        pilot, rates = self._pilot(search.chosen_at, len(search.rates)), _single(search.rates)
        seen = coded(np.concatenate([self._validation] * len(rates)))
        right = np.stack(
            [self._right(fitted(pilot, width, rates).logits(seen) > 0) for width in search.widths]
        )
        row, column = np.unravel_index(_best(right.ravel()), right.shape)
        width, rate = search.widths[int(row)], search.rates[int(column)]
        arrays: dict[str, np.ndarray] = {}
        for multiple in times:
            found = fitted(self._training(multiple), width, self._same(rate))
            arrays[f"network_hidden_{multiple}"] = found.hidden
            arrays[f"network_readout_{multiple}"] = found.readout
        chosen = {"network_units": np.array(width), "network_rate": np.array(rate)}
        return arrays | {"candidates": right, **chosen}

    def budget(self, times: int) -> Budget:
        """Return a multiple of the predictor's budget."""
        return budget(self.samples, self.steps, times, self.examples.program.inputs)

    @property
    def _validation(self) -> Bool[np.ndarray, "1 sample bit"]:
        return self.examples.training[-1:, : self.selection]

    def _same(self, rate: float) -> Rates:
        return _single([rate] * (self.examples.runs - 1))

    def _training(self, times: int) -> _Data:
        return self._data(list(range(self.examples.runs - 1)), times)

    def _pilot(self, times: int, copies: int) -> _Data:
        return self._data([self.examples.runs - 1] * copies, times)

    def _data(self, runs: list[int], times: int) -> _Data:
        spent = self.budget(times)
        inputs = self.examples.training[runs, self.selection : self.selection + spent.samples]
        target = coded(output_bits(self.examples.program, inputs))[:, :, 1:]
        return _Data(runs, spent.passes, inputs, coded(inputs), target)

    def _right(
        self, answered: Bool[np.ndarray, "run sample output"]
    ) -> Float64[np.ndarray, " run"]:
        expected = output_bits(self.examples.program, self._validation)
        return np.asarray((answered == expected).mean(axis=(1, 2)))


def _single(rates: Sequence[float]) -> Rates:
    return np.array(rates, dtype=np.float32)


def _best(right: Float64[np.ndarray, " candidate"]) -> int:
    """Return the best candidate; among equals the middle one, away from the edges of the grid."""
    best = np.flatnonzero(right == right.max())
    return int(best[len(best) // 2])
