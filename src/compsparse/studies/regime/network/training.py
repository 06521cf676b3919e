"""Training of stacked networks of one shape on images."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from jaxtyping import Bool, Float32, Float64, Int64
from torch import Tensor

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, below
from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.muon import Muon
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.network.strata import PixelDraws

Mask = Bool[Tensor, "run weight"]
Targets = Float32[Tensor, "target 3 pixel"]
_NOTHING = np.zeros((0, 0, 0), dtype=np.float32)


@dataclass(frozen=True)
class Trained:
    """Result of a training.

    ``training_loss`` is the mean error at the drawn pixels over the updates since the previous
    logged step, each before its update; at step 0 the error of the whole image.
    """

    weights: Weights  # of every run at the end
    steps: Int64[np.ndarray, " logged"]  # updates done
    training_loss: Float64[np.ndarray, "run logged"]
    error: Float64[np.ndarray, "run logged"]  # mean squared, of the whole image
    kept: Float32[np.ndarray, "kept _run _weight"] = field(  # weights, if asked for
        default_factory=lambda: _NOTHING
    )


def train(
    shape: LayeredShape,
    targets: Targets,
    start: Weights,
    mask: Mask | None,
    recipe: Recipe,
    randoms: Sequence[np.random.Generator],
    logged_steps: Int64[np.ndarray, " logged"],
    checkpoints: Checkpoints = NOTHING_KEPT,
    *,
    inputs: Float32[Tensor, "input pixel"] | None = None,
    images: int = 1,
    keep: bool = False,
) -> Trained:
    """Train all runs to the recipe's last step, from the last checkpoint if there is one.

    Args:
        shape: of all networks.
        targets: red, green, blue in [0, 1], row by row; one for all runs, or one for each.
        start: weights to begin with; they are not changed. Masked ones are set to zero.
        mask: weights that are trained; the others stay exactly zero. None for all.
        randoms: a generator for each run, which draws its pixels.
        logged_steps: increasing, from 0 or later to the recipe's last step.
        checkpoints: of the state between two updates.
        inputs: of every pixel; None for those of one square image.
        images: how many square images of equal size a target has, one after the other. A network
            that paints several selects one by a further input.
        keep: whether to keep the weights at every logged step.

    Raises:
        FloatingPointError: an error is not finite; names the run and the step.
    """
    side = _side(targets.shape[-1], images)
    if inputs is None:
        inputs = torch.from_numpy(pixel_inputs(side))
    _require_fitting(targets, start, mask, randoms, logged_steps, recipe)
    weights = start.clone() if mask is None else start * mask
    gradient = torch.zeros_like(weights)
    optimizer = _optimizer(shape, weights, gradient, mask, recipe)
    whole = PixelError(shape, len(weights))
    batches = _Batches(inputs, targets, side, images, recipe.pixels, randoms)
    history = _History.resumed(checkpoints, optimizer, batches, len(weights))
    factors = None if mask is None else mask.float()
    wanted = targets[0] if len(targets) == 1 else targets
    # cheaper calls than no_grad; nothing here is differentiated by torch
    with torch.inference_mode():
        for logged in logged_steps.tolist()[len(history.errors) :]:
            while history.done < logged:
                drawn, colours = batches.batch(history.done)
                loss = whole.gradient(weights, drawn, colours, gradient)
                if factors is not None:
                    gradient.mul_(factors)
                norms = torch.linalg.vector_norm(gradient, dim=1, keepdim=True)
                gradient.div_(norms.clamp_(min=torch.finfo(norms.dtype).tiny))
                optimizer.step(recipe.rate_at(history.done))
                history.count(loss.numpy())
                if checkpoints.due():
                    state = history.state(optimizer, batches)
                    checkpoints.save(state, f"update {history.done} of {recipe.steps}")
            error = whole.value(weights, inputs, wanted).numpy().astype(np.float64)
            history.log(error)
            if keep:
                history.kept.append(weights.numpy().copy())
            _require_finite(error, history.losses[-1], logged)
    return Trained(
        weights,
        logged_steps,
        np.stack(history.losses, axis=1),
        np.stack(history.errors, axis=1),
        np.stack(history.kept) if keep else _NOTHING,
    )


def _optimizer(
    shape: LayeredShape, weights: Weights, gradient: Weights, mask: Mask | None, recipe: Recipe
) -> Adam | Muon:
    if recipe.optimizer == "adam":
        # a masked weight has no gradient, so its moments and updates are zero
        return Adam(weights.view(-1), gradient.view(-1))
    return Muon(shape, weights, gradient, iterations=recipe.newton_schulz, mask=mask)


class _Batches:
    """Inputs and wanted colours of every step."""

    def __init__(
        self,
        inputs: Float32[Tensor, "input pixel"],
        targets: Targets,
        side: int,
        images: int,
        number: int,
        randoms: Sequence[np.random.Generator],
    ) -> None:
        self._whole = inputs, targets[0] if len(targets) == 1 else targets
        self._draws: PixelDraws | None = None
        if number:
            self._draws = PixelDraws(side, number, randoms, images)
            # all numbers of a pixel are adjacent, so that drawing it reads one place in memory
            both = [inputs.expand(len(targets), *inputs.shape), targets]
            self._pixels = torch.cat(both, dim=1).mT.flatten(0, 1).contiguous()
            offsets = np.arange(len(targets)) * inputs.shape[1]
            self._offsets = offsets[:, None]
            self._inputs = len(inputs)

    def batch(self, step: int) -> tuple[Tensor, Tensor]:
        if self._draws is None:
            return self._whole
        drawn = self._draws.pixels(step) + self._offsets
        rows = self._pixels[torch.from_numpy(drawn)].mT.contiguous()
        return rows[:, : self._inputs], rows[:, self._inputs :]

    def state(self) -> dict[str, np.ndarray]:
        return {} if self._draws is None else self._draws.state()

    def restore(self, state: Mapping[str, np.ndarray], next_step: int) -> None:
        if self._draws is not None:
            self._draws.restore(state, next_step)


@dataclass
class _History:
    """Progress of the training, and what was logged."""

    losses: list[Float64[np.ndarray, " run"]]
    errors: list[Float64[np.ndarray, " run"]]
    sum: Float64[np.ndarray, " run"]  # of the losses since the last logged step
    summed: int = 0
    done: int = 0
    kept: list[Float32[np.ndarray, "run weight"]] = field(default_factory=list)

    @classmethod
    def resumed(
        cls, checkpoints: Checkpoints, optimizer: Adam | Muon, batches: _Batches, runs: int
    ) -> "_History":
        """Restore the last checkpoint; without one, start."""
        stored = checkpoints.load()
        if stored is None:
            return cls([], [], np.zeros(runs))
        optimizer.restore(below(stored, "optimizer/"))
        done = int(stored["done"])
        batches.restore(below(stored, "batches/"), done)
        logged = list(stored["losses"]), list(stored["errors"])
        kept = list(stored["kept"]) if "kept" in stored else []
        return cls(*logged, stored["sum"].copy(), int(stored["summed"]), done, kept)

    def state(self, optimizer: Adam | Muon, batches: _Batches) -> dict[str, np.ndarray]:
        runs = len(self.sum)
        return {
            **{f"optimizer/{name}": array for name, array in optimizer.state().items()},
            **{f"batches/{name}": array for name, array in batches.state().items()},
            "losses": np.array(self.losses).reshape(-1, runs),
            "errors": np.array(self.errors).reshape(-1, runs),
            "sum": self.sum,
            "summed": np.array(self.summed),
            "done": np.array(self.done),
            **({"kept": np.stack(self.kept)} if self.kept else {}),
        }

    def count(self, loss: Float32[np.ndarray, " run"]) -> None:
        self.sum += loss
        self.summed += 1
        self.done += 1

    def log(self, error: Float64[np.ndarray, " run"]) -> None:
        self.losses.append(self.sum / self.summed if self.summed else error)
        self.errors.append(error)
        self.sum, self.summed = np.zeros_like(self.sum), 0


def _side(pixels: int, images: int) -> int:
    side = math.isqrt(pixels // max(images, 1))
    if images < 1 or images * side**2 != pixels:
        raise ValueError(
            f"A target has {pixels} pixels and is to hold {images} square images of equal size; "
            "give as many pixels as they have together."
        )
    return side


def _require_fitting(
    targets: Targets,
    start: Weights,
    mask: Mask | None,
    randoms: Sequence[np.random.Generator],
    logged_steps: Int64[np.ndarray, " logged"],
    recipe: Recipe,
) -> None:
    runs = len(start)
    masks = runs if mask is None else len(mask)
    if len(targets) not in {1, runs} or len(randoms) != runs or masks != runs:
        raise ValueError(
            f"Got start weights of {runs} runs, {len(targets)} targets, {len(randoms)} random "
            f"generators and masks of {masks}; needed: as many of each, or one target for all."
        )
    wrong = not len(logged_steps) or logged_steps[0] < 0 or logged_steps[-1] != recipe.steps
    if wrong or (np.diff(logged_steps) <= 0).any():
        raise ValueError(
            f"The logged steps are {logged_steps.tolist()}; they must rise, from 0 or later to the "
            f"recipe's last step, {recipe.steps}."
        )


def _require_finite(
    error: Float64[np.ndarray, " run"], loss: Float64[np.ndarray, " run"], step: int
) -> None:
    wrong = np.flatnonzero(~(np.isfinite(error) & np.isfinite(loss)))
    if wrong.size:
        raise FloatingPointError(
            f"The error of run {wrong[0]} is {error[wrong[0]]} at step {step}; the training "
            "diverged. Lower the learning rate in params.yaml."
        )
