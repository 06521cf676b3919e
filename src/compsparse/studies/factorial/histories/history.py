"""Training histories: the loss of stacked runs at the logged steps, read and checked."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.artifacts.arrays import read_arrays
from compsparse.artifacts.errors import ArtifactError
from compsparse.studies.factorial.data_model.factorization import Factorization

# The loss is a Kullback-Leibler divergence summed in float64: below this its digits are rounding,
# and it may be 0 or slightly negative, which has no logarithm.
SMALLEST_LOSS = 1e-16  # nats

_PER_RUN = (
    "replicate",
    "approximation_complexity",
    "statistical_complexity",
    "embedding_dimension",
    "parents",
    "variant",
    "dataset",
)
_OPTIONAL_CURVES = ("train_loss", "held_out_loss")


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


def log_loss(loss: Float64[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
    """Return the natural logarithm of a loss, of 1e-16 where the loss is below that rounding."""
    logarithm: Float64[np.ndarray, "*shape"] = np.log(np.maximum(loss, SMALLEST_LOSS))
    return logarithm


def read_history(path: Path) -> History:
    """Read and check a history that a step ``train`` made.

    Raises:
        ArtifactError: unreadable, an entry missing, of another kind or shape, steps that do not
            increase from 0, or a loss that is not finite.
    """
    arrays = read_arrays(path)
    spaces = []
    for name in ("input_sizes", "output_sizes"):
        try:
            sizes = _array(path, arrays, name, np.int64, None)
            spaces.append(Factorization(tuple(int(size) for size in sizes)))
        except ValueError as error:
            raise ArtifactError(path, f"Entry {name!r}: {error}") from None
    step = _array(path, arrays, "step", np.int64, None)
    if step[0] != 0 or (np.diff(step) <= 0).any():
        raise ArtifactError(path, f"The logged steps must increase from 0; they are {step}.")
    runs = len(_array(path, arrays, "replicate", np.int64, None))
    curves = {
        name: _array(path, arrays, name, np.float64, (runs, len(step)))
        for name in ("loss", "flops", *_OPTIONAL_CURVES)
        if name not in _OPTIONAL_CURVES or name in arrays
    }
    for name, curve in curves.items():
        if not np.isfinite(curve).all():
            bad = np.flatnonzero(~np.isfinite(curve).all(axis=1)).tolist()
            raise ArtifactError(
                path,
                f"Entry {name!r} is not finite in the runs {bad}: their training diverged.",
                "Lower the study's learning_rate in params.yaml.",
            )
    per_run = {name: _array(path, arrays, name, np.int64, (runs,)) for name in _PER_RUN}
    per_input = {
        name: _array(path, arrays, name, dtype, (runs, spaces[0].size)) if name in arrays else None
        for name, dtype in (("seen", np.int64), ("final_divergence", np.float64))
    }
    return History(
        inputs=spaces[0],
        outputs=spaces[1],
        step=step,
        loss=curves["loss"],
        flops=curves["flops"],
        train_loss=curves.get("train_loss"),
        held_out_loss=curves.get("held_out_loss"),
        **per_run,
        seen=per_input["seen"],
        final_divergence=per_input["final_divergence"],
    )


def _array(
    path: Path,
    arrays: dict[str, np.ndarray],
    name: str,
    dtype: type[np.generic],
    shape: tuple[int, ...] | None,
) -> np.ndarray:
    """Return one entry after checking its kind and shape; None is a line of any length above 0."""
    if name not in arrays:
        raise ArtifactError(path, f"The history has no entry {name!r}.")
    array = arrays[name]
    fits = array.ndim == 1 and array.size > 0 if shape is None else array.shape == shape
    if array.dtype != dtype or not fits:
        needed = "one dimension" if shape is None else f"the shape {shape}"
        raise ArtifactError(
            path,
            f"Entry {name!r} is {array.dtype} of shape {array.shape}; it must be "
            f"{dtype.__name__} with {needed}.",
        )
    return array
