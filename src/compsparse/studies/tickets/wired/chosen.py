"""What a file of trained networks holds, and the networks among them that validation chose."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Bool, Float32, Float64

from compsparse.studies.tickets.wired.shape import Shape, shape_of
from workflow_engine.artifacts.named_axes import read_named_axes

LOSSES = {
    f"{of}_{kind}": Float64[np.ndarray, "cell run configuration"]
    for of in ("train", "choosing", "judged")
    for kind in ("ramp", "error")
}


class Trained:
    """Networks of one wiring, of all cells and runs.

    Attributes:
        cells: what each cell is: examples, noise and decay.
        shape: of the network.
        weights: of what validation chose, [cell, run, module, output, input], from the inputs up.
    """

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        """Read a file; ``about`` has variables, wiring, channels and cells, as the plan knows them.

        Raises:
            ArtifactError: the file cannot be read, or holds something else.
        """
        self.cells = list(about["cells"])
        self.shape: Shape = shape_of(about["wiring"], about["variables"], about["channels"])
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

    def chosen(self, name: str, *, by: str = "choosing_ramp") -> Float64[np.ndarray, "cell run"]:
        """Return a loss of the configuration with the least loss of another kind."""
        best = self._losses[by].argmin(axis=2)[:, :, None]
        return np.asarray(np.take_along_axis(self._losses[name], best, axis=2)[:, :, 0])

    def gap(self) -> Float64[np.ndarray, "cell run"]:
        """Return the ramp loss on fresh examples less that on those that were learned from."""
        return np.asarray(self.chosen("judged_ramp") - self.chosen("train_ramp"))

    def at_outermost_rate(self) -> Bool[np.ndarray, "cell run"]:
        """Say where validation chose the smallest or the largest rate, beyond that none is."""
        rates = self._rates[self._losses["choosing_ramp"].argmin(axis=2)]
        return np.isin(rates, [self._rates.min(), self._rates.max()])
