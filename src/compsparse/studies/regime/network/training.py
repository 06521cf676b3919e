"""Training of stacked networks of one shape on images."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Bool, Float32, Float64, Int64

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, below
from compsparse.studies.regime.network.forward import Weights
from compsparse.studies.regime.network.gradient import PixelError
from compsparse.studies.regime.network.optimizers import Adam, Muon
from compsparse.studies.regime.network.pixels import PixelDraws, pixel_inputs
from compsparse.studies.regime.network.recipe import Recipe
from compsparse.studies.regime.network.shape import LayeredShape

Mask = Bool[np.ndarray, "run weight"]
Targets = Float32[np.ndarray, "target 3 pixel"]
_NOTHING = np.zeros((0, 0, 0), dtype=np.float32)
_LEAST_NORM = 1e-15  # of a gradient that is divided by its norm


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
    inputs: Float32[np.ndarray, "input pixel"] | None = None,
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
    _require_fitting(targets, start, mask, randoms, logged_steps, recipe)
    descent = Descent(shape, targets, start, mask, recipe, randoms, inputs=inputs, images=images)
    history = _History.resumed(checkpoints, descent, len(start))
    with np.errstate(all="ignore"):  # what is not finite is told below
        for logged in logged_steps.tolist()[len(history.errors) :]:
            while history.done < logged:
                history.count(descent.step(history.done))
                if checkpoints.due():
                    state = history.state(descent)
                    checkpoints.save(state, f"update {history.done} of {recipe.steps}")
            error = descent.error().astype(np.float64)
            history.log(error)
            if keep:
                history.kept.append(descent.weights())
            _require_finite(error, history.losses[-1], logged)
    return Trained(
        descent.weights(),
        logged_steps,
        np.stack(history.losses, axis=1),
        np.stack(history.errors, axis=1),
        np.stack(history.kept) if keep else _NOTHING,
    )


class Descent:
    """A training whose steps are asked for one by one; its arguments are those of ``train``."""

    def __init__(
        self,
        shape: LayeredShape,
        targets: Targets,
        start: Weights,
        mask: Mask | None,
        recipe: Recipe,
        randoms: Sequence[np.random.Generator],
        *,
        inputs: Float32[np.ndarray, "input pixel"] | None = None,
        images: int = 1,
    ) -> None:
        """Copy the weights to begin with."""
        side = _side(targets.shape[-1], images)
        self._inputs = pixel_inputs(side) if inputs is None else inputs
        self._targets = targets[0] if len(targets) == 1 else targets
        self._shape, self._recipe = shape, recipe
        self._at = PixelError(shape, len(start))
        shape.pad(start if mask is None else start * mask, self._at.padded)
        self._mask: Float32[np.ndarray, "run padded"] | None = None
        if mask is not None:
            self._mask = np.zeros_like(self._at.padded)
            shape.pad(mask, self._mask)
        self._batches = _Batches(self._inputs, targets, side, images, recipe.pixels, randoms)
        self._optimizer: Adam | Muon
        if recipe.optimizer == "adam":
            # a masked weight has no gradient, so its moments and updates are zero
            self._optimizer = Adam(self._at.padded)
        else:
            iterations = recipe.newton_schulz
            self._optimizer = Muon(
                shape.padded, self._at.padded, iterations=iterations, mask=self._mask
            )

    def step(self, number: int) -> Float32[np.ndarray, " run"]:
        """Do an update, the first is 0; return the errors at its pixels before it."""
        loss = self._at.present_gradient(*self._batches.batch(number))
        slopes = self._at.slopes
        if self._mask is not None:
            slopes *= self._mask
        squares = (slopes[:, None] @ slopes[..., None])[..., 0]
        factors = 1 / np.maximum(np.sqrt(squares), _LEAST_NORM)
        self._optimizer.step(slopes, factors, self._recipe.rate_at(number))
        return loss

    def error(self) -> Float32[np.ndarray, " run"]:
        """Return the mean squared errors of whole images."""
        return self._at.present_value(self._inputs, self._targets)

    def weights(self) -> Weights:
        """Return a copy of the weights."""
        return self._shape.unpadded(self._at.padded)

    def state(self) -> dict[str, np.ndarray]:
        """Return all that decides later steps."""
        return {
            **{f"optimizer/{name}": array for name, array in self._optimizer.state().items()},
            **{f"batches/{name}": array for name, array in self._batches.state().items()},
        }

    def restore(self, state: Mapping[str, np.ndarray], next_step: int) -> None:
        """Go on from a state that was taken before ``next_step``."""
        self._optimizer.restore(below(state, "optimizer/"))
        self._batches.restore(below(state, "batches/"), next_step)


class _Batches:
    """Inputs and wanted colours of every step."""

    def __init__(
        self,
        inputs: Float32[np.ndarray, "input pixel"],
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
            pixels, first = targets.shape[-1], len(inputs)
            table = np.zeros((len(targets), pixels, -(-(first + 3) // 8) * 8), dtype=np.float32)
            table[..., :first], table[..., first : first + 3] = inputs.T, targets.swapaxes(1, 2)
            self._table = table.reshape(-1, table.shape[-1])
            self._offsets = (np.arange(len(targets)) * pixels)[:, None]
            self._rows = np.empty(
                (len(randoms), images * number, table.shape[-1]), dtype=np.float32
            )
            self._drawn_inputs = self._rows[..., :first].swapaxes(1, 2)
            self._colours = np.moveaxis(self._rows[..., first : first + 3], -1, 0)

    def batch(self, step: int) -> tuple[np.ndarray, np.ndarray]:
        if self._draws is None:
            return self._whole
        drawn = self._draws.pixels(step)
        if len(self._offsets) > 1:
            drawn = drawn + self._offsets
        # every index fits, so that "clip" changes none; it spares a copy
        np.take(self._table, drawn, axis=0, out=self._rows, mode="clip")
        return self._drawn_inputs, self._colours.copy().swapaxes(0, 1)

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
    def resumed(cls, checkpoints: Checkpoints, descent: Descent, runs: int) -> "_History":
        """Restore the last checkpoint; without one, start."""
        stored = checkpoints.load()
        if stored is None:
            return cls([], [], np.zeros(runs))
        done = int(stored["done"])
        descent.restore(stored, done)
        logged = list(stored["losses"]), list(stored["errors"])
        kept = list(stored["kept"]) if "kept" in stored else []
        return cls(*logged, stored["sum"].copy(), int(stored["summed"]), done, kept)

    def state(self, descent: Descent) -> dict[str, np.ndarray]:
        runs = len(self.sum)
        return {
            **descent.state(),
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
