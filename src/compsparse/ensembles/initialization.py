"""Initial values, drawn in float64 from a generator per run, so that stacking changes no draw."""

import math
from collections.abc import Callable, Sequence

import numpy as np
import torch
from jaxtyping import Float64

from compsparse.ensembles.parameters import Parameters

Initializer = Callable[[np.random.Generator, tuple[int, ...]], Float64[np.ndarray, "..."]]


def standard_normal(
    random: np.random.Generator, shape: tuple[int, ...]
) -> Float64[np.ndarray, "..."]:
    """Draw independent values of N(0, 1), torch's default for an embedding."""
    return random.standard_normal(shape)


def linear_default(
    random: np.random.Generator, shape: tuple[int, ...]
) -> Float64[np.ndarray, "..."]:
    """Draw torch's default for a linear map stored as [input, output].

    Uniform on [-b, b] with b = 1 / sqrt(number of inputs).
    """
    bound = 1 / math.sqrt(shape[0])
    return random.uniform(-bound, bound, shape)


def initialize(
    parameters: Parameters,
    initializers: dict[str, Initializer],
    randoms: Sequence[np.random.Generator],
) -> None:
    """Fill every parameter in place; run r takes all its values from ``randoms[r]``.

    Raises:
        ValueError: not one generator per run, or a parameter without initializer.
    """
    if len(randoms) != parameters.runs or set(initializers) != set(parameters.shapes):
        raise ValueError(
            f"{parameters.runs} runs of {sorted(parameters.shapes)} were asked for; got "
            f"{len(randoms)} random generators and initializers for {sorted(initializers)}."
        )
    for run, random in enumerate(randoms):
        for name, shape in parameters.shapes.items():
            drawn = initializers[name](random, shape)
            parameters.views[name][run] = torch.from_numpy(drawn.astype(np.float32))
