"""Online SGD on one neuron and one direction, exact and without vectors: cost per step O(1) in d.

With a teacher a h_k(<x, theta>) (plus label noise) and a student |w|^2 h_k(<x, u>), w = rho u, a
step of SGD needs of a fresh Gaussian input x only three independent numbers: its component z_1
along u, its component z_2 along v, the part of theta orthogonal to u, and the squared length of the
rest, a chi^2 variable with d - 2 degrees of freedom. So the overlap m = <u, theta> and the norm rho
are a Markov chain, with the same law as training in R^d.

Derivation: the student's gradient is rho (2 h(z_1) - z_1 h'(z_1)) u + rho h'(z_1) x, and
x = z_1 u + z_2 v + rest, so that it is

    rho [2 h(z_1) u + h'(z_1) z_2 v + h'(z_1) rest].

A step of size eta on the squared error e^2, without a factor 1/2, adds q = -2 eta e times that:
rho [(1 + 2 q h) u + q h' z_2 v + q h' rest]. Hence

    n = |(1 + 2 q h, q h' z_2, q h' |rest|)|,  m <- ((1 + 2 q h) m + q h' z_2 sqrt(1 - m^2)) / n,
    rho <- rho n.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.emergence.hermite import value_and_slope


@dataclass
class ChainState:
    """Overlaps and norms of independent runs."""

    overlap: Float64[np.ndarray, " run"]  # m
    norm: Float64[np.ndarray, " run"]  # rho


@dataclass(frozen=True)
class ChainInputs:
    """What steps of each run see of their inputs and their labels' noise."""

    along_neuron: Float64[np.ndarray, "*steps run"]  # z_1
    along_teacher: Float64[np.ndarray, "*steps run"]  # z_2
    rest_squared: Float64[np.ndarray, "*steps run"]  # |rest|^2
    noise: Float64[np.ndarray, "*steps run"]

    def at(self, step: int) -> "ChainInputs":
        """Return the inputs of one step."""
        return ChainInputs(
            self.along_neuron[step],
            self.along_teacher[step],
            self.rest_squared[step],
            self.noise[step],
        )

    def of(self, runs: Int64[np.ndarray, " chosen"]) -> "ChainInputs":
        """Return the inputs of some runs."""
        return ChainInputs(
            self.along_neuron[..., runs],
            self.along_teacher[..., runs],
            self.rest_squared[..., runs],
            self.noise[..., runs],
        )


def draw_inputs(
    generator: np.random.Generator,
    steps: int,
    runs: int,
    dimension: int,
    noise_variance: float,
) -> ChainInputs:
    """Draw the inputs of some steps.

    Raises:
        ValueError: the dimension is below 3.
    """
    if dimension < 3:
        raise ValueError(f"The chain needs an input dimension of at least 3, not {dimension}.")
    shape = (steps, runs)
    return ChainInputs(
        generator.standard_normal(shape),
        generator.standard_normal(shape),
        generator.chisquare(dimension - 2, shape),
        np.sqrt(noise_variance) * generator.standard_normal(shape),
    )


def chain_step(
    state: ChainState, inputs: ChainInputs, order: int, amplitude: float, step_size: float
) -> ChainState:
    """Return the state after one step of SGD on the squared error, without a factor 1/2."""
    z1, z2 = inputs.along_neuron, inputs.along_teacher
    across = np.sqrt(np.maximum(0.0, 1.0 - state.overlap**2))
    value, slope = value_and_slope(order, z1)
    teacher, _ = value_and_slope(order, state.overlap * z1 + across * z2)
    label = amplitude * teacher + inputs.noise
    q = -2.0 * step_size * (state.norm**2 * value - label)
    along = 1.0 + 2.0 * q * value
    beside = q * slope * z2
    growth = np.sqrt(along**2 + beside**2 + (q * slope) ** 2 * inputs.rest_squared)
    overlap = (along * state.overlap + beside * across) / growth
    return ChainState(overlap, state.norm * growth)
