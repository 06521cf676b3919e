"""Worlds: counterfactual trainings, each without one structure that the statements rest on.

A world's name is a parameter of those trainings only that it changes; their labels, step size,
duration and evaluation stay what they are. Trainings ask here for their teacher, the order of their
dynamics, the samples and the size of a step, and whether neurons interact.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
from jaxtyping import Float64

from compsparse.studies.emergence.teacher import PowerLawTeacher

World = Literal[
    "none",
    "identity",
    "equal_amplitudes",
    "order_2",
    "no_competition",
    "single_samples",
    "growing_steps",
    "same_step",
]


class EqualTeacher(PowerLawTeacher):
    """All simulated amplitudes are equal; the sum of their squares and the tail stay the same."""

    @property
    def amplitudes(self) -> Float64[np.ndarray, " direction"]:
        """a_1 = ... = a_P."""
        total = 1.0 - self.tail
        return np.full(self.directions, np.sqrt(total / self.directions))


def extra_params(
    world: World, planned: Mapping[str, Any], *, whole_student: bool
) -> dict[str, World]:
    """Return what a world adds to the parameters of a training: its name, or nothing.

    Args:
        world: of the study's settings.
        planned: the parameters of the training.
        whole_student: several neurons are trained, not one on one direction.
    """
    has_teacher = "exponent" in planned
    has_order = planned.get("order", 2) > 2 or "orders" in planned or "degrees" in planned
    has_batches = whole_student and "samples" in planned
    changed = {
        "none": False,
        "equal_amplitudes": has_teacher,
        "order_2": has_order,
        "no_competition": whole_student,
        "single_samples": has_batches,
        "growing_steps": has_batches,
        "same_step": "excess" in planned or bool(planned.get("scale_step")),
        "identity": has_teacher or has_order or whole_student,
    }
    return {"world": world} if changed[world] else {}


def teacher(world: World, exponent: float, directions: int) -> PowerLawTeacher:
    """Return the teacher of a training, with ``directions`` simulated."""
    kind = EqualTeacher if world == "equal_amplitudes" else PowerLawTeacher
    return kind(exponent, directions)


def trained_order(world: World, order: int) -> int:
    """Return k of the activation in a training that is labelled ``order``."""
    return 2 if world == "order_2" else order


def trained_degrees(world: World, squared_coefficients: Mapping[int, float]) -> dict[int, float]:
    """Return the degrees of an activation with their squared coefficients; the lowest is k."""
    lowest = min(squared_coefficients)
    return {
        trained_order(world, degree) if degree == lowest else degree: square
        for degree, square in squared_coefficients.items()
    }


def neurons_compete(world: World) -> bool:
    """Say whether a neuron sees what the others have learned."""
    return world != "no_competition"


def batch_size(world: World, samples: int) -> int:
    """Return the number of fresh samples in each step of SGD."""
    return 1 if world == "single_samples" else samples


def step_growth(world: World) -> float:
    """Return the power of the number of steps with which the step size of SGD grows."""
    return 0.5 if world == "growing_steps" else 0.0


def step_excess(world: World, excess: float) -> float:
    """Return the step size of a training as a multiple of the one suited to its direction."""
    return 1.0 if world == "same_step" else excess


def suited_amplitude(world: World, amplitude: float, amplitudes: Iterable[float]) -> float:
    """Return the amplitude that the step size suits: the training's own, or the smallest."""
    return float(min(amplitudes)) if world == "same_step" else amplitude
