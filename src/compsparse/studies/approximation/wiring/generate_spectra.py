"""Step ``generate``: what balanced wirings leave of a target, channel by channel."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.approximation.target.target import (
    GenericTarget,
    Target,
    TreeTarget,
    draw_target,
)
from compsparse.studies.approximation.target.tree import Tree
from compsparse.studies.approximation.wiring import channels as ranks
from workflow_engine.artifacts.named_axes import arrays_of
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs

KINDS = ("tree", "generic")
WIRINGS = ("right", "wrong")
_FOR_VARIANCE = 20000  # points
_FINE = 65  # grid points of the last constituent, in each of its two variables
_NONE = np.full(_FINE, np.inf)


@dataclass(frozen=True)
class Targets:
    """A tree, and a target without structure (a tree, too, where a world says so)."""

    tree: TreeTarget
    generic: GenericTarget | TreeTarget


@dataclass(frozen=True)
class Spectra:
    """Fractions of variance beyond r channels, r = 0, 1, 2, ...

    Attributes:
        variables: d.
        beyond: kinds and wirings as in this module's tuples.
        variance: of the tree.
        last: largest error of the best r channels for the last constituent alone, none where a
            world leaves no constituents.
    """

    variables: int
    beyond: Float64[np.ndarray, "kind wiring run channel"]
    variance: Float64[np.ndarray, "run"]
    last: Float64[np.ndarray, "run of_last"]


@dataclass(frozen=True)
class AllSpectra(Spectra):
    """The same for all balanced splits, too; a split is the variables of a half."""

    splits: Int64[np.ndarray, "split half"]
    of_splits: Float64[np.ndarray, "kind split run channel"]


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
    """Return ``Spectra``, or ``AllSpectra``, by Gauss-Legendre quadrature or at random points.

    A variable has so many ``nodes``; where the table is too large, each half of the variables has
    ``rows`` points in their place.
    """
    splits = [ranks.right_half(variables), ranks.wrong_half(variables)]
    if every_split:
        splits += [half for half, _ in ranks.halves(range(variables))]

    def spectra_of(target: Target, random: np.random.Generator) -> Iterator[np.ndarray]:
        if rows is None:
            assert nodes is not None  # as the plan's settings ask
            places, weights = ranks.quadrature(nodes)
            values = target(np.stack(np.meshgrid(*[places] * variables, indexing="ij"), axis=-1))
            yield from (ranks.spectrum(values, weights, split) for split in splits)
        else:
            for split in splits:
                half = random.random((rows, len(split)))
                other = random.random((rows, variables - len(split)))
                yield ranks.sampled_spectrum(target.matrix(half, other, split))

    by_kind, variance, last = [], [], []
    for kind, description in zip(KINDS, (targets.tree, targets.generic), strict=True):
        by_run = []
        for run in range(runs):
            random = generator(root_seed, *seed_names, kind, run)
            target = draw_target(description, variables, root_seed, run)
            if kind == "tree":
                variance.append(float(target(random.random((_FOR_VARIANCE, variables))).var()))
                top = target.levels[-1][0] if isinstance(target, Tree) else None
                last.append(_NONE if top is None else ranks.largest_errors(top, _FINE))
            by_run.append(np.stack(list(spectra_of(target, random))))
        by_kind.append(np.stack(by_run, axis=1))
    spectra = np.stack(by_kind)  # [kind, split, run, channel]
    of_wirings = variables, spectra[:, :2], np.array(variance), np.stack(last)
    if not every_split:
        return {"data": arrays_of(Spectra(*of_wirings))}
    return {"data": arrays_of(AllSpectra(*of_wirings, np.array(splits[2:]), spectra[:, 2:]))}
