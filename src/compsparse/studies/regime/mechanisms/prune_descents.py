"""Step ``prune``: networks of one kind of wiring, stopped at a given error."""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64
from torch import Tensor

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.studies.regime.judging.grid import JUDGED, grid_inputs, grid_pixels
from compsparse.studies.regime.mechanisms.kinds import GENOME, make_wiring
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.initial import wired_normal
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.retries import last_attempts
from compsparse.studies.regime.network.run_seeds import RunSeeds
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.stored import StoredNetworks
from compsparse.studies.regime.network.training import train
from compsparse.studies.regime.pruning.wiring import own_wiring
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.targets.layering import LayeredGenome, layered
from compsparse.studies.regime.targets.stored import read_colours
from compsparse.studies.regime.worlds import World
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, single

_EVERY = 10  # updates between two measurements of the error
_MOST_NOISE = 1e3  # relative to the weights


def run(
    inputs: Inputs,
    *,
    root_seed: int,
    seed_names: Sequence[str],
    depth: int,
    units: Mapping[str, int],
    kind: str,
    error: float,
    start: float,
    runs: int,
    retries: int,
    recipe: Recipe,
    world: World = "none",
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train networks on ``target`` at the judged pixels, and stop them at equal error.

    The loss is that of the judged grid of 64 x 64 pixels. The kept weights lie on the line between
    the two logged updates around the first crossing of the wanted error, where the error is that.
    A run that does not reach it restarts.

    A genome's own network has no error. Noise alone would put it at a height that no training
    reaches; so noise on its weights, proportional to them, raises the error to ``start`` times the
    wanted one, and training takes it down from there.

    Inputs: target; genome, whose layered shape all networks have. ``model`` has the networks
    (``network.stored``), the stage is the number of updates; [network] ``reached``, whether it has
    the wanted error, and ``retries``. A network that never reaches it is kept at the least error of
    its last attempt.

    Args:
        depth: of the genome's shape.
        units: of that shape.
        kind: one of ``kinds.KINDS``.
        error: the wanted one.
        start: error of the noised genome, relative to the wanted one.
        retries: largest number of restarts of a run.
        world: "identity" changes nothing.
    """
    genome = layered(read_genome(single(inputs, "genome")))
    shape = LayeredShape.from_units(depth, units)
    if shape != genome.shape:
        raise ValueError(
            f"The settings give depth {shape.depth} and units {dict(shape.units)}; the genome has "
            f"depth {genome.shape.depth} and units {dict(genome.shape.units)}. Correct the shapes "
            "of mechanisms in params.yaml."
        )
    target = read_colours(single(inputs, "target"))
    seeds = RunSeeds(root_seed, seed_names)
    descents = _Descents(genome, target, kind, error, start, recipe, seeds)
    kept = last_attempts(
        descents.attempt, lambda found: found["reached"] == 0, runs, retries, checkpoints
    )
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
        self,
        genome: LayeredGenome,
        target: Float32[Tensor, "1 3 pixel"],
        kind: str,
        wanted: float,
        start: float,
        recipe: Recipe,
        seeds: RunSeeds,
    ) -> None:
        self._genome, self._shape = genome, genome.shape
        self._kind, self._wanted, self._noised = kind, wanted, start * wanted
        self._recipe, self._seeds = recipe, seeds
        self._genome_wiring = own_wiring(genome.shape, genome.mask)
        self._pixels = torch.from_numpy(grid_inputs(JUDGED))
        self._picture = target[..., grid_pixels(JUDGED)]
        self._error = PixelError(genome.shape, 1)

    def mask(self, run: int) -> Bool[Tensor, " weight"]:
        random = generator(self._seeds.root_seed, *self._seeds.names, "wiring", self._kind, run)
        return make_wiring(self._kind, self._genome_wiring, random).mask

    def attempt(
        self, runs: list[int], attempt: int, checkpoints: Checkpoints
    ) -> dict[str, np.ndarray]:
        recipe = self._recipe
        masks = torch.stack([self.mask(run) for run in runs])
        randoms = [self._seeds.generator("weights", run, attempt) for run in runs]
        start = torch.stack([*map(self._start, masks, randoms)])
        trained = train(
            self._shape,
            self._picture,
            start,
            masks,
            recipe,
            [self._seeds.generator("pixels", run, attempt) for run in runs],
            np.unique([*range(0, recipe.steps, _EVERY), recipe.steps]),
            checkpoints,
            inputs=self._pixels,
            keep=True,
        )
        found = [first_below(errors, self._wanted) for errors in trained.error]
        weights = [
            self._between(trained.kept[:, run], logged) if reached else trained.kept[logged, run]
            for run, (logged, reached) in enumerate(found)
        ]
        return {
            "weights": np.stack(weights),
            "initial": start.numpy(),
            "stage": np.array([trained.steps[logged] for logged, _ in found]),
            "reached": np.array([reached for _, reached in found], dtype=np.int64),
        }

    def _between(
        self, kept: Float32[np.ndarray, "logged weight"], logged: int
    ) -> Float32[np.ndarray, " weight"]:
        before, after = (torch.from_numpy(kept[index]) for index in (max(logged - 1, 0), logged))
        return self._on_line(before, after, self._wanted).numpy()

    def _start(
        self, mask: Bool[Tensor, " weight"], random: np.random.Generator
    ) -> Float32[Tensor, " weight"]:
        if self._kind != GENOME:
            return wired_normal(self._shape, mask, random)
        weights, picture = self._genome.weights, self._picture[0]
        drawn = random.standard_normal(len(weights)).astype(np.float32)
        noise, size = weights * torch.from_numpy(drawn), 1e-3
        while (
            float(self._error.value((weights + size * noise)[None], self._pixels, picture))
            < self._noised
        ):
            size *= 2
            if size > _MOST_NOISE:
                raise ValueError(
                    f"No noise raises the genome's error to {self._noised:g}; take a lower start."
                )
        return self._on_line(weights + size * noise, weights, self._noised)

    def _on_line(
        self, before: Float32[Tensor, " weight"], after: Float32[Tensor, " weight"], error: float
    ) -> Float32[Tensor, " weight"]:
        return at_error(self._error, before, after, self._pixels, self._picture[0], error)


_HALVINGS = 30


def first_below(errors: Float64[np.ndarray, " logged"], wanted: float) -> tuple[int, bool]:
    """Return the index of the first logged error of at most ``wanted``, and whether there is one.

    Otherwise the index is that of the least error.
    """
    below = errors <= wanted
    return (int(below.argmax()), True) if below.any() else (int(errors.argmin()), False)


def at_error(
    error: PixelError,
    before: Float32[Tensor, " weight"],
    after: Float32[Tensor, " weight"],
    inputs: Float32[Tensor, "input pixel"],
    wanted_colours: Float32[Tensor, "3 pixel"],
    wanted: float,
) -> Float32[Tensor, " weight"]:
    """Return weights of the wanted error on the straight line from ``before`` to ``after``.

    The wanted error lies between those of the two.
    """
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        value = error.value(torch.lerp(before, after, middle)[None], inputs, wanted_colours)
        low, high = (middle, high) if float(value) > wanted else (low, middle)
    return torch.lerp(before, after, high)
