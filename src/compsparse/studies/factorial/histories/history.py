"""Training histories: the loss of stacked runs at the logged steps, read and checked."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.artifacts import errors, named_axes
from compsparse.studies.factorial.data_model.factorization import Factorization

# The loss is a Kullback-Leibler divergence summed in float64: below this its digits are rounding,
# and it may be 0 or slightly negative, which has no logarithm.
SMALLEST_LOSS = 1e-16  # nats


@dataclass(frozen=True)
class History:
    """Losses of runs with the same factors, and what tells the runs apart.

    Attributes:
        inputs: factors of the input space.
        outputs: factors of the output space.
        step: updates done at each logged step, the first 0.
        loss: the loss that the figure shows, in nats.
        train_loss: loss on the seen inputs, in nats, where the study has unseen ones.
        held_out_loss: loss on the inputs that no share of seen inputs takes, where there are some.
        flops: cumulative training cost in floating-point operations.
        replicate: index of the independent draw that the run belongs to.
        approximation_complexity: (AC) of the run's graph.
        statistical_complexity: (SC) of the run's graph.
        embedding_dimension: embedding dimension of the run's network.
        parents: number of parents of every output factor, 0 where edges were drawn independently.
        variant: index of the network's settings among the variants of the training job.
        dataset: index of the run's dataset among those of the training job.
        seen: 1 for every input that the run was trained on, where there are unseen ones.
        final_divergence: of every input after training, in nats, where there are unseen ones.
    """

    inputs: Factorization
    outputs: Factorization
    step: Int64[np.ndarray, " logged"]
    loss: Float64[np.ndarray, "run logged"]
    train_loss: Float64[np.ndarray, "run logged"] | None
    held_out_loss: Float64[np.ndarray, "run logged"] | None
    flops: Float64[np.ndarray, "run logged"]
    replicate: Int64[np.ndarray, " run"]
    approximation_complexity: Int64[np.ndarray, " run"]
    statistical_complexity: Int64[np.ndarray, " run"]
    embedding_dimension: Int64[np.ndarray, " run"]
    parents: Int64[np.ndarray, " run"]
    variant: Int64[np.ndarray, " run"]
    dataset: Int64[np.ndarray, " run"]
    seen: Int64[np.ndarray, "run x"] | None
    final_divergence: Float64[np.ndarray, "run x"] | None


_SIZES = {
    "input_sizes": Int64[np.ndarray, " input_factor"],
    "output_sizes": Int64[np.ndarray, " output_factor"],
}
# the type of an optional array stands in a union with None
_ARRAYS = {
    name: next(iter(get_args(hint)), hint)
    for name, hint in get_type_hints(History).items()
    if hint is not Factorization
}
_OPTIONAL = ("train_loss", "held_out_loss", "seen", "final_divergence")


def log_loss(loss: Float64[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
    """Return the natural logarithm of a loss, of 1e-16 where the loss is below that rounding."""
    logarithm: Float64[np.ndarray, "*shape"] = np.log(np.maximum(loss, SMALLEST_LOSS))
    return logarithm


def read_history(path: Path) -> History:
    """Read and check a history that a step ``train`` made.

    Raises:
        ArtifactError: it is not usable, for example since training diverged.
    """
    arrays = named_axes.read_named_axes(path, {**_SIZES, **_ARRAYS}, optional=_OPTIONAL)
    try:
        inputs, outputs = (Factorization(tuple(map(int, arrays[name]))) for name in _SIZES)
    except ValueError as error:
        raise errors.ArtifactError(path, str(error)) from None
    step = arrays["step"]
    if step[0] != 0 or (np.diff(step) <= 0).any():
        raise errors.ArtifactError(path, f"The logged steps must increase from 0; they are {step}.")
    for name in ("loss", "flops", "train_loss", "held_out_loss"):
        if name in arrays and not np.isfinite(arrays[name]).all():
            bad = np.flatnonzero(~np.isfinite(arrays[name]).all(axis=1)).tolist()
            raise errors.ArtifactError(
                path,
                f"The array {name!r} is not finite in the runs {bad}: their training diverged.",
                "Lower the study's learning_rate in params.yaml.",
            )
    for name in ("seen", "final_divergence"):
        if name in arrays and arrays[name].shape[1] != inputs.size:
            raise errors.ArtifactError(
                path,
                f"{name} has {arrays[name].shape[1]} inputs; {inputs.label} has {inputs.size}.",
            )
    fields: dict[str, Any] = {name: arrays.get(name) for name in _ARRAYS}
    return History(inputs, outputs, **fields)
