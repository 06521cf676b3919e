"""Step ``generate``: what every balanced wiring leaves of a target, channel by channel."""

import numpy as np

from compsparse.studies.approximation.target.constituent import constituent
from compsparse.studies.approximation.target.target import Target, target_of
from compsparse.studies.approximation.wiring import channels as ranks
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params

KINDS = ("tree", "generic")
WIRINGS = ("right", "wrong")
_FOR_VARIANCE = 20000  # points
_FINE = 65  # of the last constituent, in each of its two variables


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return the share of variance beyond r channels, for targets and wirings.

    Params: targets, descriptions of a tree and of a generic target; variables, d; nodes of
    Gauss-Legendre in each variable, or null where the table is too large: then rows, random places
    of each half; every_split, whether all balanced splits are tried; runs.

    ``beyond`` [kind, wiring, run, channel]: kinds and wirings as in this module's tuples.
    ``variance`` [run] is that of the tree, ``last`` [channel] the largest error of the best r
    channels for the last constituent alone. With ``every_split`` also ``splits`` [split, half], the
    variables of a half, and ``of_splits`` [kind, split, run, channel].
    """
    variables = params["variables"]
    halves = {"right": ranks.right_half(variables), "wrong": ranks.wrong_half(variables)}
    tried = list(ranks.balanced_splits(variables)) if params["every_split"] else []
    beyond, of_splits, variance = [], [], []
    for kind in KINDS:
        by_run, splits_by_run = [], []
        for run in range(params["runs"]):
            random = generator(params["root_seed"], *params["seed_names"], kind, run)
            target = target_of(params["targets"][kind], variables, random)
            if kind == "tree":
                variance.append(float(target(random.random((_FOR_VARIANCE, variables))).var()))
            spectra = _Spectra(target, params, random)
            by_run.append(np.stack([spectra.of(halves[wiring]) for wiring in WIRINGS]))
            if tried:
                splits_by_run.append(np.stack([spectra.of(split) for split in tried]))
        beyond.append(np.stack(by_run, axis=1))
        if tried:
            of_splits.append(np.stack(splits_by_run, axis=1))
    last = constituent(params["targets"]["tree"]["constituents"][-1])
    made = {
        "variables": np.array(variables),
        "beyond": np.stack(beyond),
        "variance": np.array(variance),
        "last": ranks.largest_errors(last, _FINE),
    }
    if tried:
        made |= {"splits": np.array(tried), "of_splits": np.stack(of_splits)}
    return {"data": made}


class _Spectra:
    """Spectra of one target, on all places or at random ones."""

    def __init__(self, target: Target, params: Params, random: np.random.Generator) -> None:
        self._target, self._random = target, random
        self._variables, self._rows = params["variables"], params["rows"]
        self._values = None
        if params["nodes"] is not None:
            places, self._weights = ranks.quadrature(params["nodes"])
            grid = np.meshgrid(*[places] * self._variables, indexing="ij")
            self._values = target(np.stack(grid, axis=-1))

    def of(self, split: tuple[int, ...]) -> np.ndarray:
        """Return what is left beyond r channels."""
        if self._values is not None:
            return ranks.spectrum(self._values, self._weights, split)
        rest = [of for of in range(self._variables) if of not in split]
        points = np.empty((self._rows, self._rows, self._variables))
        points[..., list(split)] = self._random.random((self._rows, 1, len(split)))
        points[..., rest] = self._random.random((1, self._rows, len(rest)))
        return ranks.sampled_spectrum(self._target(points))
