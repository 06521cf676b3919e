"""Step ``prune``: networks of one kind of wiring, stopped where they come down to a given error."""

from functools import partial

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from compsparse.studies.regime.judging.grid import JUDGED, grid_inputs, grid_pixels
from compsparse.studies.regime.mechanisms.descent import at_error, first_below
from compsparse.studies.regime.mechanisms.kinds import GENOME, wiring_of
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.network.wired_normal import wired_normal
from compsparse.studies.regime.pruning.wiring import own_wiring
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import LayeredGenome, layered
from compsparse.studies.regime.targets.stored import read_target, stacked
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params, single

_EVERY = 10  # updates between two looks at the error
_MOST_NOISE = 1e3  # relative to the weights


def run(inputs: Inputs, params: Params, checkpoints: Checkpoints = NOTHING_KEPT) -> Outputs:
    """Train networks towards ``target`` on the judged pixels, and stop them at equal error.

    The loss is that of the judged grid of 64 x 64 pixels. What is kept lies on the line between the
    two looks around the first crossing of the wanted error, where the error is that. A run that
    does not come down to it begins anew.

    A genome's own network has no error. Noise alone would put it on a wall that no training comes
    to; so noise on its weights, in proportion to them, raises the error to ``start`` times the
    wanted one, and the training takes it down from there.

    Inputs: target; genome, whose layered shape all networks have. Params: depth and units, that
    shape; kind, one of ``kinds.KINDS``; error, the wanted one; start; runs; retries, of a run;
    recipe. ``model`` has the networks (``network.stored``), the stage is the number of updates;
    [network] ``reached``, whether it has the wanted error, and ``retries``. One that never comes
    down to it is kept where the error of its last attempt was least.
    """
    genome = layered(read_genome(single(inputs, "genome")))
    shape = LayeredShape.of(params["depth"], params["units"])
    if shape != genome.shape:
        raise ValueError(
            f"The settings give depth {shape.depth} and units {dict(shape.units)}; the genome has "
            f"depth {genome.shape.depth} and units {dict(genome.shape.units)}. Correct the shapes "
            "of mechanisms in params.yaml."
        )
    descents = _Descents(genome, stacked([read_target(single(inputs, "target"))]), params)
    runs, retries = params["runs"], params["retries"]
    parts = Parts(checkpoints, retries + 1)
    kept: dict[str, np.ndarray] = {}
    trying = np.arange(runs)
    for attempt in range(retries + 1):
        if not len(trying):
            break
        found = parts.do(partial(descents.attempt, trying.tolist(), attempt))
        found["retries"] = np.full(len(trying), attempt)
        for name, values in found.items():
            kept.setdefault(name, np.zeros((runs, *values.shape[1:]), values.dtype))[trying] = (
                values
            )
        trying = trying[kept["reached"][trying] == 0]
    networks = StoredNetworks(
        kept["weights"],
        torch.stack([descents.mask(run) for run in range(runs)]).numpy(),
        kept["initial"],
        np.arange(runs),
        kept["stage"],
    )
    outcome = {"reached": kept["reached"].astype(np.bool_), "retries": kept["retries"]}
    return {"model": networks.arrays() | outcome}


class _Descents:
    """Trainings of one kind on one target, each down to the wanted error."""

    def __init__(
        self, genome: LayeredGenome, target: Float32[Tensor, "1 3 pixel"], params: Params
    ) -> None:
        self._genome, self._params, self._shape = genome, params, genome.shape
        self._place = (params["root_seed"], *params["seed_names"])
        self._own = own_wiring(genome.shape, genome.mask)
        self._pixels = torch.from_numpy(grid_inputs(JUDGED))
        self._picture = target[..., grid_pixels(JUDGED)]
        self._error = PixelError(genome.shape, 1)

    def mask(self, run: int) -> Bool[Tensor, " weight"]:
        random = generator(*self._place, "wiring", self._params["kind"], run)
        return wiring_of(self._params["kind"], self._own, random).mask

    def attempt(
        self, runs: list[int], attempt: int, checkpoints: Checkpoints
    ) -> dict[str, np.ndarray]:
        recipe = Recipe(**self._params["recipe"])
        again = ("attempt", attempt) if attempt else ()
        masks = torch.stack([self.mask(run) for run in runs])
        start = torch.stack(
            [
                self._start(mask, generator(*self._place, "weights", run, *again))
                for run, mask in zip(runs, masks, strict=True)
            ]
        )
        trained = train(
            self._shape,
            self._picture,
            start,
            masks,
            recipe,
            [generator(*self._place, "pixels", run, *again) for run in runs],
            np.unique([*range(0, recipe.steps, _EVERY), recipe.steps]),
            checkpoints,
            inputs=self._pixels,
            keep=True,
        )
        if trained.kept is None:
            raise RuntimeError("The training kept no weights on the way.")
        found = [first_below(errors, self._params["error"]) for errors in trained.error]
        weights = [
            self._between(trained.kept[:, run], at) if reached else trained.kept[at, run]
            for run, (at, reached) in enumerate(found)
        ]
        return {
            "weights": np.stack(weights),
            "initial": start.numpy(),
            "stage": np.array([trained.steps[at] for at, _ in found]),
            "reached": np.array([reached for _, reached in found], dtype=np.int64),
        }

    def _between(
        self, kept: Float32[np.ndarray, "logged weight"], at: int
    ) -> Float32[np.ndarray, " weight"]:
        before, after = (torch.from_numpy(kept[place]) for place in (max(at - 1, 0), at))
        wanted = self._params["error"]
        return at_error(self._error, before, after, self._pixels, self._picture[0], wanted).numpy()

    def _start(
        self, mask: Bool[Tensor, " weight"], random: np.random.Generator
    ) -> Float32[Tensor, " weight"]:
        if self._params["kind"] != GENOME:
            return wired_normal(self._shape, mask, random)
        weights, picture = self._genome.weights, self._picture[0]
        drawn = random.standard_normal(len(weights)).astype(np.float32)
        noise, size = weights * torch.from_numpy(drawn), 1e-3
        wanted = self._params["start"] * self._params["error"]
        while (
            float(self._error.value((weights + size * noise)[None], self._pixels, picture)) < wanted
        ):
            size *= 2
            if size > _MOST_NOISE:
                raise ValueError(
                    f"No noise raises the genome's error to {wanted:g}; take a lower start."
                )
        noised = weights + size * noise
        return at_error(self._error, noised, weights, self._pixels, picture, wanted)
