"""Masked students of one hidden layer: thirty side by side, and one as it would be written first.

Both sides start alike and are given the same batches; a test holds that they stay alike.
"""

from collections.abc import Callable
from itertools import cycle

import numpy as np
import torch
from torch import Tensor, nn

from compsparse.ensembles.adam import Adam
from compsparse.studies.tickets.student.network import Size, Students, draw_first_weights
from workflow_engine.seeds import generator

SIZE = Size(runs=30, networks=1, d=32, width=64)
BATCH, RATE, PENALTY, DENSITY = 256, 0.001, 0.0001, 0.1
_BATCHES = 16  # together too many examples of noise to be met, so that no gradient vanishes


class OwnStudents:
    """The study's step, of all networks side by side."""

    def __init__(self) -> None:
        masks = np.stack([generator(0, "mask", run).random((1, 64, 32)) for run in range(30)])
        self.masks = torch.from_numpy(masks < DENSITY)
        self.students = Students(SIZE, self.masks, BATCH)
        first = draw_first_weights(SIZE, [generator(0, "weights", run) for run in range(30)])
        self.students.start_at({name: of[:, None] for name, of in first.items()})
        self._optimizer = Adam(self.students.parameters.flat, self.students.gradient.flat)

    def update(self, inputs: Tensor, targets: Tensor) -> None:
        """Do one update of every network on its own batch."""
        with torch.inference_mode():
            self.students.compute_gradient(inputs, targets, PENALTY)
            self._optimizer.step(RATE)


class PlainStudent:
    """One network of torch's modules, whose mask is laid over its weights after each update."""

    def __init__(self, own: OwnStudents, network: int) -> None:
        views = own.students.parameters.views
        weights, readout = views["weights"][network, 0], views["readout"][network, 0]
        self._mask = own.masks[network, 0]
        self._alive = self._mask.any(dim=1)
        self.hidden, self.readout = nn.Linear(32, 64), nn.Linear(64, 1)
        self.hidden.load_state_dict({"weight": weights[:, :-1], "bias": weights[:, -1]})
        self.readout.load_state_dict({"weight": readout[None, :-1], "bias": readout[-1:]})
        self._optimizer = torch.optim.Adam(
            [*self.hidden.parameters(), *self.readout.parameters()], lr=RATE
        )

    def update(self, inputs: Tensor, targets: Tensor) -> None:
        """Do one update on a batch [example, input]."""
        outputs = self.readout(self.hidden(inputs).relu()).squeeze(1)
        sizes = self.hidden.weight.abs().sum() + self.readout.weight.abs().sum()
        loss = nn.functional.mse_loss(outputs, targets) + PENALTY * sizes
        self._optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimizer.step()
        with torch.no_grad():
            self.hidden.weight.mul_(self._mask)
            self.hidden.bias.mul_(self._alive)
            self.readout.weight.mul_(self._alive)


class StudentCase:
    """The comparison.

    Attributes:
        target: the ratio of times to be reached.
    """

    target: float | None = 3.5

    def batches(self) -> list[tuple[Tensor, Tensor]]:
        """Return inputs [network, example, input + 1], the last one 1, and targets, noise."""
        random = torch.Generator().manual_seed(0)
        given = []
        for _ in range(_BATCHES):
            inputs = torch.randn(30, BATCH, 33, generator=random)
            inputs[..., -1] = 1
            given.append((inputs, torch.randn(30, BATCH, generator=random)))
        return given

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return a step of each side, on one batch after the other."""
        own, given = OwnStudents(), self.batches()
        plain = PlainStudent(own, 0)
        read = [(inputs[0, :, :-1].contiguous(), targets[0]) for inputs, targets in given]
        ours, theirs = cycle(given), cycle(read)
        return {
            "own": lambda: own.update(*next(ours)),
            "peer": lambda: plain.update(*next(theirs)),
        }

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step of one network."""
        return 4.0 * BATCH * 33 * 64 + 4.0 * BATCH * 64


CASES = {"students, 32-64-1": StudentCase()}
