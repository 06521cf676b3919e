"""Histories of students of several widths, grouped by the exponent of the teacher's amplitudes."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.studies.emergence.arrays import ByTime
from compsparse.studies.emergence.teacher import PowerLawTeacher
from workflow_engine.artifacts.named_axes import read_dataclass
from workflow_engine.steps import Inputs, many

_LEARNED = 0.5  # of the amplitude


@dataclass(frozen=True)
class History:
    """History of the students of one width, a row for each run."""

    time: ByTime  # of the flow
    loss: Float64[np.ndarray, "run time"]
    share: Float64[np.ndarray, "run direction"]  # of the amplitude, learned at the end
    recovered: Float64[np.ndarray, "run direction"]  # when half of it is; NaN where never

    def __post_init__(self) -> None:
        for name in ("time", "loss", "share"):
            if not np.isfinite(getattr(self, name)).all():
                raise ValueError(f"The array {name!r} holds values that are not finite.")
        if not (self.loss > 0).all():
            raise ValueError(f"A loss is {self.loss.min():g}; it must be above 0.")


@dataclass(frozen=True)
class Student(History):
    """The same, with their width."""

    neurons: int  # m

    def learned(self, run: int) -> Int64[np.ndarray, " learned"]:
        """Return the directions of which a run learned more than half, from 0."""
        directions = np.flatnonzero(self.share[run] > _LEARNED)
        if not len(directions):
            raise ValueError(
                f"Run {run} of {self.neurons} neurons learned no direction; train for longer."
            )
        return directions

    def scaling_regime(self, run: int) -> Bool[np.ndarray, " time"]:
        """Return the times from the first learned direction on: before it, the loss is flat."""
        self.learned(run)
        return np.asarray(self.time >= np.nanmin(self.recovered[run]))


@dataclass(frozen=True)
class Family:
    """Students of increasing width, trained on the same teacher from the same starts."""

    exponent: float  # beta
    students: list[Student]

    @property
    def widths(self) -> list[int]:
        """The numbers of neurons."""
        return [student.neurons for student in self.students]

    @property
    def runs(self) -> int:
        """The number of replicates."""
        return len(self.students[0].loss)

    @property
    def teacher(self) -> PowerLawTeacher:
        """The teacher of all students."""
        return PowerLawTeacher(self.exponent, self.students[0].share.shape[1])


def read_families(
    inputs: Inputs, exponents: Sequence[float], widths: Sequence[int]
) -> list[Family]:
    """Read ``histories``, one for each exponent and width; widths vary fastest."""
    cells = zip(product(exponents, widths), many(inputs, "histories"), strict=True)
    students = [
        (exponent, Student(**vars(read_dataclass(path, History)), neurons=neurons))
        for (exponent, neurons), path in cells
    ]
    return [
        Family(exponent, [student for beta, student in students if beta == exponent])
        for exponent in exponents
    ]


def shown(families: Sequence[Family]) -> Family:
    """Return the family of the middle exponent, whose curves are in the table and the figure."""
    return sorted(families, key=lambda family: family.exponent)[len(families) // 2]


def best_losses(teacher: PowerLawTeacher, widths: Sequence[int]) -> Float64[np.ndarray, " width"]:
    """Return the least loss that m neurons can have: the sum of a_p^2 over p > m."""
    # the loss is the squared distance of two symmetric tensors; flattened to matrices, the teacher
    # has the singular values a_p and the student has rank m at most: the bound is that of Eckart
    # and Young (1936), and the first m directions with their amplitudes attain it
    return np.array([PowerLawTeacher(teacher.exponent, width).tail for width in widths])
