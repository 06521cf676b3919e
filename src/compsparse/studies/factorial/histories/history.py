"""Training histories: the loss of stacked runs at the logged steps, read and checked."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.artifacts.named_axes import read_dataclass

# The loss is a Kullback-Leibler divergence summed in float64: below this its digits are rounding,
# and it may be 0 or slightly negative, which has no logarithm.
SMALLEST_LOSS = 1e-16  # nats


@dataclass(frozen=True)
class History:
    """Losses of runs with the same factors, in nats, and the columns that identify them."""

    input_sizes: Int64[np.ndarray, " input_factor"]
    output_sizes: Int64[np.ndarray, " output_factor"]
    step: Int64[np.ndarray, " logged"]  # updates done, the first 0
    loss: Float64[np.ndarray, "run logged"]  # the one that the figure shows
    flops: Float64[np.ndarray, "run logged"]  # cumulative training cost in operations
    replicate: Int64[np.ndarray, " run"]  # index of the independent draw
    approximation_complexity: Int64[np.ndarray, " run"]
    statistical_complexity: Int64[np.ndarray, " run"]
    embedding_dimension: Int64[np.ndarray, " run"]
    parents: Int64[np.ndarray, " run"]  # 0: edges drawn independently
    variant: Int64[np.ndarray, " run"]  # of the network's settings in the training job
    dataset: Int64[np.ndarray, " run"]  # index among those of the training job
    train_loss: Float64[np.ndarray, "run logged"] | None = None  # of seen inputs
    held_out_loss: Float64[np.ndarray, "run logged"] | None = None  # of inputs seen at no fraction
    seen: Int64[np.ndarray, "run x"] | None = None  # 1 for every input that the run was trained on
    final_divergence: Float64[np.ndarray, "run x"] | None = None  # of every input, trained

    @cached_property
    def inputs(self) -> Factorization:
        """The space of the inputs."""
        return Factorization(tuple(self.input_sizes.tolist()))

    @cached_property
    def outputs(self) -> Factorization:
        """The space of the outputs."""
        return Factorization(tuple(self.output_sizes.tolist()))

    def __post_init__(self) -> None:
        size, _ = self.inputs.size, self.outputs  # a size below 1 is refused
        if self.step[0] != 0 or (np.diff(self.step) <= 0).any():
            raise ValueError(f"The logged steps must increase from 0; they are {self.step}.")
        for name in ("loss", "flops", "train_loss", "held_out_loss"):
            curves = getattr(self, name)
            if curves is not None and not np.isfinite(curves).all():
                bad = np.flatnonzero(~np.isfinite(curves).all(axis=1)).tolist()
                raise ValueError(
                    f"The array {name!r} is not finite in the runs {bad}: their training diverged. "
                    "Lower the study's learning_rate in params.yaml."
                )
        if self.seen is not None and self.seen.shape[1] != size:
            raise ValueError(f"seen has {self.seen.shape[1]} inputs; the factors make {size}.")

    def required(self, name: str) -> np.ndarray:
        """Return an array that not every way of training leaves.

        Raises:
            ValueError: the history has none of this name.
        """
        array: np.ndarray | None = getattr(self, name)
        if array is None:
            raise ValueError(f"The history has no entry {name!r}; train on some of the inputs.")
        return array

    @property
    def unseen(self) -> list[Int64[np.ndarray, " input"]]:
        """The inputs that each run was not trained on."""
        return [np.flatnonzero(seen == 0) for seen in self.required("seen")]

    def curves(self, *columns: str) -> pd.DataFrame:
        """Return the named attributes, or ``run`` and ``cell``, per run and logged step."""
        shape = self.loss.shape
        names = {"run": "replicate"}
        values = {"cell": np.full(shape, self.inputs.label), "step": np.tile(self.step, shape[0])}
        for name in columns:
            if name not in values:
                array = self.required(names.get(name, name))
                values[name] = array if array.shape == shape else np.repeat(array, shape[1])
        return pd.DataFrame({name: values[name].reshape(-1) for name in columns})


def read_history(path: Path) -> History:
    """Read and check a history of a step ``train``; an unusable one is an ArtifactError."""
    return read_dataclass(path, History)


def log_loss(loss: Float64[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
    """Return the natural logarithm of a loss, of 1e-16 where the loss is below that rounding."""
    logarithm: Float64[np.ndarray, "*shape"] = np.log(np.maximum(loss, SMALLEST_LOSS))
    return logarithm
