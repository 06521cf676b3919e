"""Worlds: what training is like where one structure is missing that the statements rest on.

A world's name is a parameter of the trainings that it touches only; their labels, step size,
duration and evaluation stay what they are. Trainings ask here for their teacher, the order of their
dynamics, the samples and the size of a step, and whether neurons see each other.
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
_KEY = "world"


class EqualTeacher(PowerLawTeacher):
    """All simulated directions are alike; what they add up to and the tail are the power law's."""

    @property
    def amplitudes(self) -> Float64[np.ndarray, " direction"]:
        """a_1 = ... = a_P."""
        total = 1.0 - self.tail
        return np.full(self.directions, np.sqrt(total / self.directions))


def touched(world: World, params: Mapping[str, Any], *, whole_student: bool) -> dict[str, str]:
    """Return what a world adds to the parameters of a training: its name, or nothing.

    ``whole_student``: several neurons are trained, not one on one direction.
    """
    has_teacher = "exponent" in params
    has_order = params.get("order", 2) > 2 or "orders" in params or "degrees" in params
    has_batches = whole_student and "samples" in params
    reached = {
        "none": False,
        "equal_amplitudes": has_teacher,
        "order_2": has_order,
        "no_competition": whole_student,
        "single_samples": has_batches,
        "growing_steps": has_batches,
        "same_step": "excess" in params or bool(params.get("scale_step")),
        "identity": has_teacher or has_order or whole_student,
    }
    return {_KEY: world} if reached[world] else {}


def teacher_of(params: Mapping[str, Any], directions: int) -> PowerLawTeacher:
    """Return the teacher of a training with the exponent ``params["exponent"]``."""
    made = EqualTeacher if _is(params, "equal_amplitudes") else PowerLawTeacher
    return made(float(params["exponent"]), directions)


def order_of(params: Mapping[str, Any], order: int) -> int:
    """Return k of the activation that a training labelled ``order`` has."""
    return 2 if _is(params, "order_2") else order


def degrees_of(
    params: Mapping[str, Any], squared_coefficients: Mapping[int, float]
) -> dict[int, float]:
    """Return the degrees of an activation with their squared coefficients; the lowest is k."""
    lowest = min(squared_coefficients)
    return {
        order_of(params, degree) if degree == lowest else degree: square
        for degree, square in squared_coefficients.items()
    }


def neurons_compete(params: Mapping[str, Any]) -> bool:
    """Say whether a neuron sees what the others have learned."""
    return not _is(params, "no_competition")


def samples_of(params: Mapping[str, Any]) -> int:
    """Return how many fresh samples a step of SGD sees."""
    return 1 if _is(params, "single_samples") else int(params["samples"])


def growth_of(params: Mapping[str, Any]) -> float:
    """Return the power of the number of steps with which the size of a step of SGD grows."""
    return 0.5 if _is(params, "growing_steps") else 0.0


def excess_of(params: Mapping[str, Any]) -> float:
    """Return how many times the step suited to a direction a training takes."""
    return 1.0 if _is(params, "same_step") else float(params["excess"])


def suited_amplitude(
    params: Mapping[str, Any], amplitude: float, amplitudes: Iterable[float]
) -> float:
    """Return the amplitude that the step of a training suits: its own, or the smallest of all."""
    return float(min(amplitudes)) if _is(params, "same_step") else amplitude


def _is(params: Mapping[str, Any], world: World) -> bool:
    return params.get(_KEY) == world
