"""What is compared with the plain transformer; one call of a side is one step of one model.

The size is k = 4, N = 5, three layers of width 64 and one head. A step of the study draws sequences
and updates the weights, as its training does between two looks. Cases without data reuse the same
sequences on both sides.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch

from benchmarks.composition.plain_peer import PlainTraining, plain_sequences
from compsparse.studies.composition.adam import Adam
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import permutations
from compsparse.studies.composition.transformer.model import Pass, Shape, first_weights
from compsparse.studies.composition.worlds import Task
from workflow_engine.seeds import generator

SHAPE = Shape(folds=4, symbols=5, hops=3, layers=3, width=64, heads=1)


class StudyTraining:
    """The study's step, of one run, as ``train_transformer`` has it."""

    def __init__(self, shape: Shape, sequences: int) -> None:
        self._shape, self._sequences = shape, sequences
        hidden = permutations(generator(0, "hidden"), 1, shape.folds, symbols=shape.symbols)
        self.hidden = hidden[0].tolist()
        self._task = Task(hidden, Seeds(0, ["benchmark"], 1))
        self._randoms = [generator(0, "sequences")]
        self._weights = first_weights(shape, generator(0, "weights"))
        self._optimizer = Adam(self._weights, (0.9, 0.98))

    def step(self) -> None:
        """Draw sequences and do one update."""
        self.update(*self.sequences())

    def sequences(self) -> tuple[np.ndarray, list[np.ndarray]]:
        """Return what is read, and the answers to each hop."""
        return self._task.sequences(self._randoms, self._sequences)

    def update(self, read: np.ndarray, answers: list[np.ndarray]) -> None:
        """Do one update on sequences that are there."""
        passed = Pass(self._shape, self._weights, read[0])
        gradient = passed.gradient([hop[0] for hop in answers], slice(0, len(answers)))
        self._optimizer.step(gradient, 1e-3)


@dataclass(frozen=True)
class Case:
    """A comparison.

    Attributes:
        sequences: of a step.
        data: whether a step draws its sequences.
        target: the ratio of times to reach, if there is one.
    """

    sequences: int
    data: bool
    target: float | None

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return one step of each side."""
        study = StudyTraining(SHAPE, self.sequences)
        peer = PlainTraining(SHAPE, study.hidden, self.sequences)
        if self.data:
            return {"own": study.step, "peer": peer.step}
        pairs, answers = map(
            torch.tensor, plain_sequences(study.hidden, self.sequences, SHAPE.hops)
        )
        read, right = study.sequences()
        return {
            "own": lambda: study.update(read, right),
            "peer": lambda: peer.update(pairs, answers),
        }

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step: three times those of a forward."""
        d, tokens = SHAPE.width, SHAPE.tokens
        block = 2 * tokens * d * (3 * d + d + 2 * d + 2 * d) + 4 * tokens**2 * d
        answers = 2 * tokens * d * SHAPE.hops * SHAPE.symbols
        return 3.0 * self.sequences * (SHAPE.layers * block + answers)


CASES = {
    "64 sequences, drawn": Case(64, True, 1.5),
    "128 sequences, drawn": Case(128, True, 1.5),
    "64 sequences, update alone": Case(64, False, None),
    "128 sequences, update alone": Case(128, False, None),
}
