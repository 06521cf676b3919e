"""Step ``train``: next-token predictors from more and more examples, and their mistakes."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.next_token import linear_predictor
from compsparse.studies.circuits.next_token.examples import Examples, read_examples
from compsparse.studies.circuits.next_token.program import sequences
from workflow_engine.steps import Inputs, Outputs, single

NOT_TRAINED = -1  # count of a run that reached its target with fewer examples
_TOGETHER = 2**18  # inputs whose tokens are written at once


def run(
    inputs: Inputs,
    *,
    steps: int,
    decay: float,
    rate: float,
    sample_counts: Sequence[int],
    target: float | None,
    keep_weights: bool,
) -> Outputs:
    """Return ``model``: counts over the held-out inputs (see ``Curve``), and weights if kept.

    Args:
        rate: initial learning rate of Adam.
        sample_counts: increasing numbers of examples.
        target: fraction of right outputs after which a run needs no more examples.
        keep_weights: of the last predictor of each run.
    """
    examples, counts = read_examples(single(inputs, "data")), sample_counts
    if counts[-1] > examples.training.shape[1]:
        raise ValueError(
            f"sample_counts ends at {counts[-1]}, but each run has only "
            f"{examples.training.shape[1]} examples."
        )
    runs, gates = examples.runs, examples.program.size
    history = {
        "gate_mistakes": np.full((len(counts), runs, gates), NOT_TRAINED, dtype=np.int32),
        **{
            name: np.full((len(counts), runs), NOT_TRAINED, dtype=np.int32)
            for name in ("without_mistake", "chain_right", "outputs_right")
        },
    }
    weights = np.zeros((runs, 1 + examples.program.wires, gates), dtype=np.float32)
    left = np.arange(runs)
    for size, count in enumerate(counts):
        weights[left] = linear_predictor.fitted_predictor(
            examples.program,
            examples.training[left, :count],
            steps=steps,
            rates=np.full(len(left), rate, dtype=np.float32),
            decay=decay,
        )
        for name, values in _counted(examples, left, weights[left]).items():
            history[name][size, left] = values
        if target is not None:
            share = history["outputs_right"][size, left] / examples.held_out.shape[1]
            left = left[share < target]
        if not len(left):
            break
    described = {
        "sample_counts": np.array(counts),
        "inputs": np.array(examples.program.inputs),
        "held_out": np.array(examples.held_out.shape[1]),
    }
    kept = {"weights": weights} if keep_weights else {}
    return {"model": history | described | kept}


def _counted(examples: Examples, runs: np.ndarray, weights: np.ndarray) -> dict[str, np.ndarray]:
    block = max(1, _TOGETHER // examples.held_out.shape[1])
    parts = [
        _counted_together(examples, runs[start : start + block], weights[start : start + block])
        for start in range(0, len(runs), block)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _counted_together(
    examples: Examples, runs: np.ndarray, weights: np.ndarray
) -> dict[str, np.ndarray]:
    program, held_out = examples.program, examples.held_out[runs]
    truth = sequences(program, held_out)
    tokens, mistakes = linear_predictor.generated(program, weights, held_out)
    right: Bool[np.ndarray, "run sample"] = (tokens == truth).all(axis=2)
    return {
        "gate_mistakes": mistakes.sum(axis=1),
        "without_mistake": (~mistakes.any(axis=2)).sum(axis=1),
        "chain_right": right.sum(axis=1),
        "outputs_right": linear_predictor.outputs_right(program, tokens, truth).sum(axis=1),
    }
