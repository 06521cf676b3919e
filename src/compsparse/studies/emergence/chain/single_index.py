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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.emergence.hermite import value_and_slope
from compsparse.studies.emergence.starts.law import draw_teacher_overlaps
from workflow_engine.seeds import generator

# the overlap d^(-1/2), or the size of the overlap of a random unit vector
Start = Literal["fixed", "random"]


@dataclass(frozen=True)
class ChainState:
    """Overlaps and norms of independent runs, at one step or at several."""

    overlap: Float64[np.ndarray, "*steps run"]  # m
    norm: Float64[np.ndarray, "*steps run"]  # rho

    def last(self, runs: Int64[np.ndarray, " chosen"]) -> "ChainState":
        """Return the state of the given runs, after the last step where there are several."""
        overlap, norm = np.atleast_2d(self.overlap, self.norm)
        return ChainState(overlap[-1, runs], norm[-1, runs])


@dataclass(frozen=True)
class ChainInputs:
    """What the steps of each run need of their inputs and of their labels' noise."""

    along_neuron: Float64[np.ndarray, "step run"]  # z_1
    along_teacher: Float64[np.ndarray, "step run"]  # z_2
    rest_squared: Float64[np.ndarray, "step run"]  # |rest|^2
    noise: Float64[np.ndarray, "step run"] | None  # None: labels without noise


def run_generators(
    root_seed: int, names: Sequence[str | int], runs: int
) -> tuple[list[np.random.Generator], list[np.random.Generator]]:
    """Return the generators of the start and of the samples of each run."""
    # a generator per run: more runs change no earlier draw
    starts, samples = (
        [generator(root_seed, *names, role, run) for run in range(runs)]
        for role in ("start", "samples")
    )
    return starts, samples


def initial_state(
    generators: Sequence[np.random.Generator], start: Start, dimension: int, initial_strength: float
) -> ChainState:
    """Return runs at their start, one for each generator; ``initial_strength`` is rho^2."""
    runs = len(generators)
    overlap = np.full(runs, dimension**-0.5)
    if start == "random":
        drawn = [draw_teacher_overlaps(random, 1, 1, dimension)[0, 0] for random in generators]
        overlap = np.abs(np.array(drawn))
    return ChainState(overlap, np.full(runs, initial_strength**0.5))


def draw_inputs(
    generators: Sequence[np.random.Generator],
    steps: int,
    dimensions: Sequence[int],
    noise_variances: Sequence[float],
) -> ChainInputs:
    """Draw inputs in at least 3 dimensions, those of each run from its own generator."""
    # a row for each run, since its generator fills one at a time
    normal = np.empty((2, len(generators), steps))
    rest = np.empty((len(generators), steps))
    noise = np.zeros_like(rest) if any(noise_variances) else None
    runs = zip(generators, dimensions, noise_variances, strict=True)
    for run, (random, dimension, variance) in enumerate(runs):
        normal[:, run] = random.standard_normal((2, steps))
        rest[run] = random.chisquare(dimension - 2, steps)
        if noise is not None and variance:
            noise[run] = np.sqrt(variance) * random.standard_normal(steps)
    z1, z2, rest = (np.ascontiguousarray(rows.T) for rows in (normal[0], normal[1], rest))
    return ChainInputs(z1, z2, rest, None if noise is None else np.ascontiguousarray(noise.T))


def follow(
    state: ChainState,
    inputs: ChainInputs,
    order: int,
    amplitude: float | Float64[np.ndarray, " run"],
    step_size: float | Float64[np.ndarray, " run"],
) -> ChainState:
    """Return the states after each step of SGD on the squared error, without a factor 1/2."""
    # runs never mix: the numbers of a run are the same to the last bit whatever runs are beside it
    # what does not depend on the state is computed for all steps at once
    value, slope = value_and_slope(order, inputs.along_neuron)
    twice_value = 2.0 * value
    toward_teacher = slope * inputs.along_teacher
    across_squared = slope**2 * (inputs.along_teacher**2 + inputs.rest_squared)
    twice_step = -2.0 * step_size
    overlap, strength = state.overlap, state.norm**2
    overlaps, strengths = np.empty_like(value), np.empty_like(value)
    for step, (z1, z2) in enumerate(zip(inputs.along_neuron, inputs.along_teacher, strict=True)):
        beside = np.sqrt(np.maximum(0.0, 1.0 - overlap * overlap))  # of theta, along v
        error = strength * value[step]
        error -= amplitude * value_and_slope(order, overlap * z1 + beside * z2)[0]
        if inputs.noise is not None:
            error -= inputs.noise[step]
        q = twice_step * error
        along = q * twice_value[step]
        along += 1.0
        growth = along * along
        growth += q * q * across_squared[step]
        overlap = along * overlap
        overlap += q * toward_teacher[step] * beside
        overlap /= np.sqrt(growth)
        strength = strength * growth
        overlaps[step], strengths[step] = overlap, strength
    return ChainState(overlaps, np.sqrt(strengths))
