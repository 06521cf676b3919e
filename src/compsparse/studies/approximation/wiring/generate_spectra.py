"""Step ``generate``: what balanced wirings leave of a target, channel by channel."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compsparse.studies.approximation.target.target import (
    GenericTarget,
    Target,
    TreeTarget,
    draw_target,
)
from compsparse.studies.approximation.wiring import channels as ranks
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

KINDS = ("tree", "generic")
WIRINGS = ("right", "wrong")
_FOR_VARIANCE = 20000  # points
_FINE = 65  # grid points of the last constituent, in each of its two variables


@dataclass(frozen=True)
class Targets:
    """A tree, and a target without structure (a tree, too, where a world says so)."""

    tree: TreeTarget
    generic: GenericTarget | TreeTarget


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    targets: Targets,
    variables: int,
    nodes: int | None,
    rows: int | None,
    every_split: bool,
    runs: int,
) -> Outputs:
    """Return the fraction of variance beyond r channels, for targets and wirings.

    ``beyond`` [kind, wiring, run, channel]: kinds and wirings as in this module's tuples.
    ``variance`` [run] is that of the tree, ``last`` [channel] the largest error of the best r
    channels for the last constituent alone. With ``every_split`` also ``splits`` [split, half], the
    variables of a half, and ``of_splits`` [kind, split, run, channel].

    Args:
        inputs: none.
        root_seed: of all draws.
        seed_names: of all draws.
        targets: their descriptions.
        variables: d.
        nodes: of Gauss-Legendre quadrature in each variable, or none where the table is too large.
        rows: random points of each half, in place of ``nodes``.
        every_split: whether all balanced splits are tried.
        runs: number of replicates.
    """
    halves = {"right": ranks.right_half(variables), "wrong": ranks.wrong_half(variables)}
    tried = list(ranks.balanced_splits(variables)) if every_split else []
    beyond, by_split, variance = [], [], []
    for kind, description in (("tree", targets.tree), ("generic", targets.generic)):
        by_run, splits_by_run = [], []
        for run in range(runs):
            random = generator(root_seed, *seed_names, kind, run)
            target = draw_target(description, variables, random)
            if kind == "tree":
                variance.append(float(target(random.random((_FOR_VARIANCE, variables))).var()))
            spectra = _Spectra(target, variables, nodes, rows, random)
            by_run.append(np.stack([spectra(halves[wiring]) for wiring in WIRINGS]))
            if tried:
                splits_by_run.append(np.stack([spectra(split) for split in tried]))
        beyond.append(np.stack(by_run, axis=1))
        if tried:
            by_split.append(np.stack(splits_by_run, axis=1))
    made = {
        "variables": np.array(variables),
        "beyond": np.stack(beyond),
        "variance": np.array(variance),
        "last": ranks.largest_errors(targets.tree.constituents[-1], _FINE),
    }
    if tried:
        made |= {"splits": np.array(tried), "of_splits": np.stack(by_split)}
    return {"data": made}


class _Spectra:
    """Spectra of one target, by quadrature or at random points."""

    def __init__(
        self,
        target: Target,
        variables: int,
        nodes: int | None,
        rows: int | None,
        random: np.random.Generator,
    ) -> None:
        self._target, self._random = target, random
        self._variables, self._rows = variables, rows or 0
        self._values = None
        if nodes is not None:
            places, self._weights = ranks.quadrature(nodes)
            grid = np.meshgrid(*[places] * variables, indexing="ij")
            self._values = target(np.stack(grid, axis=-1))

    def __call__(self, split: tuple[int, ...]) -> np.ndarray:
        """Return the fraction of variance beyond r channels."""
        if self._values is not None:
            return ranks.spectrum(self._values, self._weights, split)
        rest = [variable for variable in range(self._variables) if variable not in split]
        points = np.empty((self._rows, self._rows, self._variables))
        points[..., list(split)] = self._random.random((self._rows, 1, len(split)))
        points[..., rest] = self._random.random((1, self._rows, len(rest)))
        return ranks.sampled_spectrum(self._target(points))
