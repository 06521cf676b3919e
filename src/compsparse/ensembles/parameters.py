"""The parameters of an ensemble: one flat tensor with named views on it."""

from collections.abc import Mapping

import numpy as np
import torch
from jaxtyping import Float32
from torch import Tensor


class Parameters:
    """Named parameters of several runs, stored one after the other in one flat tensor.

    Optimizers, masks and checks work on ``flat``; networks on ``views``, which share its memory.

    Attributes:
        runs: number of independent networks.
        shapes: shape of each parameter in one run, by name.
        flat: all parameters, float32, parameter by parameter, in the order of ``shapes``.
        views: by name, the parameter of all runs, shaped [run, *shape] and contiguous.
    """

    def __init__(self, runs: int, shapes: Mapping[str, tuple[int, ...]]) -> None:
        """Allocate parameters that are all zero.

        Raises:
            ValueError: no run, or no parameter.
        """
        if runs < 1 or not shapes:
            raise ValueError(
                f"Parameters need at least one run and one name; got runs = {runs} and the names "
                f"{list(shapes)}."
            )
        self.runs = runs
        self.shapes = dict(shapes)
        lengths = [runs * int(np.prod(shape)) for shape in shapes.values()]
        self.flat: Float32[Tensor, " parameter"] = torch.zeros(sum(lengths))
        self.views: dict[str, Float32[Tensor, "run ..."]] = {
            name: part.view(runs, *shape)
            for (name, shape), part in zip(
                self.shapes.items(), torch.split(self.flat, lengths), strict=True
            )
        }

    def zeros_like(self) -> "Parameters":
        """Return parameters of the same layout that are all zero, for example for gradients."""
        return Parameters(self.runs, self.shapes)

    def arrays(self) -> dict[str, Float32[np.ndarray, "run ..."]]:
        """Return copies of all parameters as numpy arrays [run, *shape], by name."""
        return {name: view.numpy().copy() for name, view in self.views.items()}
