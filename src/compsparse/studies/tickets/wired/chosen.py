"""Files of trained networks, and the networks among them that validation chose."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64

from compsparse.studies.tickets.wired.shape import Wiring, network_shape
from workflow_engine.artifacts.named_axes import read_named_axes

LOSSES = {
    f"{part}_{kind}": Float64[np.ndarray, "cell run configuration"]
    for part in ("train", "choosing", "judged")
    for kind in ("ramp", "error")
}


@dataclass(frozen=True)
class Cell:
    """The conditions of a training.

    Attributes:
        decay: weight decay.
        examples: number of training examples, N.
        noise: fraction of labels that are wrong.
    """

    decay: float
    examples: int
    noise: float


@dataclass(frozen=True)
class Networks:
    """What a file of trained networks holds: networks of one wiring, in several cells."""

    wiring: Wiring
    variables: int
    channels: int
    cells: Sequence[Cell]


class Trained:
    """Networks of one wiring, of all cells and runs.

    Attributes:
        cells: conditions of training.
        shape: of the network.
        weights: of the network that validation chose, [cell, run, module, output, input], from the
            inputs up.
    """

    def __init__(self, path: Path, networks: Networks) -> None:
        """Read a file that holds ``networks``.

        Raises:
            ArtifactError: the file cannot be read, or holds something else.
        """
        self.cells = networks.cells
        self.shape = network_shape(networks.wiring, networks.variables, networks.channels)
        wanted: dict[str, Any] = {
            **LOSSES,
            "configuration": Float64[np.ndarray, "configuration 2"],
        }
        for place, level in enumerate(self.shape.levels):
            axes = f"cell run {level.modules} {level.outputs} {level.inputs}"
            wanted[f"weights_{place}"] = Float32[np.ndarray, axes]
        arrays = read_named_axes(path, wanted)
        self.weights = [arrays[f"weights_{place}"] for place in range(len(self.shape.levels))]
        self._losses = {name: arrays[name] for name in LOSSES}
        self._rates = arrays["configuration"][:, 0]

    def chosen(self, loss: str, *, by: str = "choosing_ramp") -> Float64[np.ndarray, "cell run"]:
        """Return a loss of the configuration that minimizes another loss."""
        best = self._losses[by].argmin(axis=2)[:, :, None]
        return np.asarray(np.take_along_axis(self._losses[loss], best, axis=2)[:, :, 0])

    def table(
        self, **columns: Float64[np.ndarray, "cell run"] | Bool[np.ndarray, "cell run"]
    ) -> pd.DataFrame:
        """Return one row per cell and run: its conditions, the run and the columns."""
        cell, run = np.indices(self.gap().shape).reshape(2, -1)
        conditions = pd.DataFrame([asdict(self.cells[place]) for place in cell])
        values = {name: array.reshape(-1) for name, array in columns.items()}
        return conditions.assign(run=run, **values)

    def gap(self) -> Float64[np.ndarray, "cell run"]:
        """Return the ramp loss on test examples minus that on training examples."""
        return np.asarray(self.chosen("judged_ramp") - self.chosen("train_ramp"))

    def at_outermost_rate(self) -> Bool[np.ndarray, "cell run"]:
        """Return where validation chose the smallest or the largest learning rate tried."""
        rates = self._rates[self._losses["choosing_ramp"].argmin(axis=2)]
        return np.isin(rates, [self._rates.min(), self._rates.max()])
