"""Training histories: the loss of stacked runs at the logged steps, read and checked."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.artifacts import errors, named_axes

# The loss is a Kullback-Leibler divergence summed in float64: below this its digits are rounding,
# and it may be 0 or slightly negative, which has no logarithm.
SMALLEST_LOSS = 1e-16  # nats


@dataclass(frozen=True)
class History:
    """Losses of runs with the same factors, in nats, and the columns that identify them."""

    inputs: Factorization
    outputs: Factorization
    step: Int64[np.ndarray, " logged"]  # updates done, the first 0
    loss: Float64[np.ndarray, "run logged"]  # the one that the figure shows
    train_loss: Float64[np.ndarray, "run logged"] | None  # of seen inputs
    held_out_loss: Float64[np.ndarray, "run logged"] | None  # of inputs seen at no fraction
    flops: Float64[np.ndarray, "run logged"]  # cumulative training cost in operations
    replicate: Int64[np.ndarray, " run"]  # index of the independent draw
    approximation_complexity: Int64[np.ndarray, " run"]
    statistical_complexity: Int64[np.ndarray, " run"]
    embedding_dimension: Int64[np.ndarray, " run"]
    parents: Int64[np.ndarray, " run"]  # 0: edges drawn independently
    variant: Int64[np.ndarray, " run"]  # of the network's settings in the training job
    dataset: Int64[np.ndarray, " run"]  # index among those of the training job
    seen: Int64[np.ndarray, "run x"] | None  # 1 for every input that the run was trained on
    final_divergence: Float64[np.ndarray, "run x"] | None  # of every input, trained


_SIZES = {
    "input_sizes": Int64[np.ndarray, " input_factor"],
    "output_sizes": Int64[np.ndarray, " output_factor"],
}
# the type of an optional array is in a union with None
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
    """Read and check a history of a step ``train``; an unusable one is an ArtifactError."""
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
