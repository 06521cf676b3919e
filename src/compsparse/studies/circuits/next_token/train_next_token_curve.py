"""Step ``train``: next-token predictors from more and more examples, and their mistakes."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Bool

from compsparse.studies.circuits.next_token import linear_predictor
from compsparse.studies.circuits.next_token.examples import read_examples
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit
from workflow_engine.steps import Inputs, Outputs, single

NOT_TRAINED = -1  # count of a run that reached its target with fewer examples
_TOGETHER = 2**18  # inputs whose tokens are written at once; their true ones serve every size


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
    together = max(1, _TOGETHER // examples.held_out.shape[1])
    for start in range(0, runs, together):
        left = np.arange(start, min(start + together, runs))
        truth = linear_predictor.token_rows(examples.program, examples.held_out[left])
        for size, count in enumerate(counts):
            weights[left] = linear_predictor.fitted_predictor(
                examples.program,
                examples.training[left, :count],
                steps=steps,
                rates=np.full(len(left), rate, dtype=np.float32),
                decay=decay,
            )
            counted = _counted(examples.program, weights[left], truth[left - start])
            for name, values in counted.items():
                history[name][size, left] = values
            if target is not None:
                left = left[counted["outputs_right"] / truth.shape[2] < target]
            if not len(left):
                break
    described = {
        "sample_counts": np.array(counts),
        "inputs": np.array(examples.program.inputs),
        "held_out": np.array(examples.held_out.shape[1]),
    }
    kept = {"weights": weights} if keep_weights else {}
    return {"model": history | described | kept}


def _counted(
    program: ThresholdCircuit, weights: linear_predictor.Weights, truth: linear_predictor.Rows
) -> dict[str, np.ndarray]:
    written, mistakes = linear_predictor.generated(weights, truth)
    same: Bool[np.ndarray, "run seen sample"] = written == truth
    return {
        "gate_mistakes": mistakes.sum(axis=2),
        "without_mistake": (~mistakes.any(axis=1)).sum(axis=1),
        "chain_right": same.all(axis=1).sum(axis=1),
        "outputs_right": same[:, 1 + program.outputs].all(axis=1).sum(axis=1),
    }
