"""Cases that are compared with plain implementations; a call of ``project`` trains all runs.

The shape is that of the evolved skull. The project's training steps are complete: the draw of the
pixels, the gradient, its norm and the update; the plain loop draws nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch

from benchmarks.regime.plain_peer import PlainTraining, plain_muon
from compsparse.studies.regime.network.initial import lecun_normal
from compsparse.studies.regime.network.muon import Muon
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.training import train
from workflow_engine.seeds import generator

SKULL = LayeredShape(12, (("identity", 17), ("gaussian", 4), ("sin", 1)))


@dataclass(frozen=True)
class Case:
    """A comparison.

    Attributes:
        runs: networks in a call of ``project``; the peer has one.
        steps: updates of each in a call.
        target: the ratio of times to be reached, None where none was set.
        project: returns the call to be timed.
        peer: returns the other call, of one step.
    """

    runs: int
    steps: int
    target: float | None
    project: Callable[[], Callable[[], object]]
    peer: Callable[[], Callable[[], object]]


def _training(size: int, pixels: int, runs: int, target: float | None) -> Case:
    # the whole image's error at the end, which training computes now and then, hardly counts
    steps = 200 if pixels else 10

    def project() -> Callable[[], object]:
        start = lecun_normal(SKULL, [generator(0, "start", run) for run in range(runs)])
        wanted = torch.rand(1, 3, size**2)
        recipe = Recipe("adam", 1e-4, 1e-4, steps, pixels)
        randoms = [generator(0, "pixels", run) for run in range(runs)]
        return lambda: train(SKULL, wanted, start, None, recipe, randoms, np.array([steps]))

    return Case(runs, steps, target, project, lambda: PlainTraining(pixels or size**2).step)


def _muon(iterations: int, runs: int, target: float | None) -> Case:
    def project() -> Callable[[], object]:
        weights, gradient = torch.randn(2, runs, SKULL.weights)
        muon = Muon(SKULL, weights, gradient, iterations=iterations)
        return torch.inference_mode()(partial(muon.step, 1e-4))

    return Case(runs, 1, target, project, lambda: plain_muon(iterations).step)


CASES = {
    "128 x 128, whole image": _training(128, 0, 1, 2.0),
    "512 pixels": _training(128, 512, 1, None),
    "512 pixels, 4 runs": _training(128, 512, 4, 4.0),
    "512 pixels, 9 runs": _training(128, 512, 9, 4.0),
    "1,024 pixels, 9 runs": _training(128, 1024, 9, None),
    "Muon, 5 iterations": _muon(5, 1, 10.0),
    "Muon, 5 iterations, 9 runs": _muon(5, 9, 10.0),
    "Muon, 20 iterations": _muon(20, 1, 10.0),
    "Muon, 20 iterations, 9 runs": _muon(20, 9, 10.0),
}
