"""What is compared with plain networks; both sides start alike and are given the same batches.

A call of the own side is one step of all networks of an ensemble, as ``learning/train_network.py``
has it; a call of a plain side is one step of one network.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle

import torch
from torch import Tensor, nn

from benchmarks.approximation.plain_peer import (
    LevelwiseTree,
    PlainTraining,
    Weights,
    plain_dense,
    plain_tree,
)
from compsparse.ensembles.wirings.shape import Shape, dense, tree
from compsparse.studies.approximation.learning.networks import Networks
from workflow_engine.seeds import generator

NETWORKS, BATCH = 12, 128
RATE = 0.001
_BATCHES = 32  # together too many examples of noise to be met, so that no gradient vanishes


class OwnTraining:
    """The study's step, of several networks side by side."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        randoms = [generator(0, "weights", run) for run in range(NETWORKS)]
        self.networks = Networks(shape, 1, randoms, batch=BATCH)

    def update(self, inputs: Tensor, targets: Tensor) -> None:
        """Do one update of every network on its own batch."""
        self.networks.step(inputs.numpy(), targets.numpy(), [RATE])

    def weights(self, network: int) -> Weights:
        """Return the weights of one network, level by level."""
        views, places = self.networks.parameters[0].views, range(len(self._shape.levels))
        named = [(views[f"weights_{place}"], views[f"shifts_{place}"]) for place in places]
        return [(weights[network], shifts[network, ..., 0]) for weights, shifts in named]


@dataclass(frozen=True)
class Case:
    """A comparison.

    Attributes:
        shape: of the networks.
        plain: makes the other side's network of its first weights.
        columns: whether that has examples as columns, as the own side does.
        fused: whether its optimizer does all weights in one pass, which torch leaves to the caller.
        target: the ratio of times to be reached, None where none was set.
    """

    shape: Shape
    plain: Callable[[Weights], nn.Module]
    target: float | None
    columns: bool = False
    fused: bool = False

    def trainings(self, network: int) -> tuple[OwnTraining, PlainTraining]:
        """Return both sides, which have not stepped yet; the plain one is one of the networks."""
        own = OwnTraining(self.shape)
        model = self.plain(own.weights(network))
        return own, PlainTraining(model, RATE, fused=self.fused)

    def batches(self) -> list[tuple[Tensor, Tensor]]:
        """Return inputs [network, variable, example] and targets [network, example], noise."""
        random = torch.Generator().manual_seed(0)
        variables = self.shape.variables
        return [
            (
                torch.randn(NETWORKS, variables, BATCH, generator=random),
                torch.randn(NETWORKS, BATCH, generator=random),
            )
            for _ in range(_BATCHES)
        ]

    def read(self, batch: tuple[Tensor, Tensor], network: int) -> tuple[Tensor, Tensor]:
        """Return what the plain side reads of a batch."""
        inputs, targets = (part[network] for part in batch)
        return inputs if self.columns else inputs.T.contiguous(), targets

    def sides(self) -> dict[str, Callable[[], None]]:
        """Return a step of each side, on one batch after the other."""
        own, peer = self.trainings(0)
        given = self.batches()
        read = [self.read(batch, 0) for batch in given]
        return {"own": _stepping(own.update, given), "peer": _stepping(peer.update, read)}

    @property
    def operations(self) -> float:
        """Multiplications and additions of matrices in a step of one network.

        The gradient takes twice those of the outputs, but the lowest level passes none on.
        """
        return sum(
            (6.0 if place else 4.0) * BATCH * level.nodes * level.inputs * level.outputs
            for place, level in enumerate(self.shape.levels)
        )


def _stepping(
    update: Callable[[Tensor, Tensor], None], batches: list[tuple[Tensor, Tensor]]
) -> Callable[[], None]:
    endless: Iterator[tuple[Tensor, Tensor]] = cycle(batches)
    return lambda: update(*next(endless))


TREE = tree(16, 16)
CASES = {
    "tree, a module for each node": Case(TREE, plain_tree, 5.0),
    "dense, 3 x 64, torch's modules": Case(dense(16, (64, 64, 64)), plain_dense, 3.0),
    "tree, a product for each level": Case(TREE, LevelwiseTree, None, columns=True, fused=True),
}
