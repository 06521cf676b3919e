"""The training loop."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Float64, Int64

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, below
from compsparse.ensembles.generator_state import restore, state_of
from compsparse.ensembles.schedules import Schedule

Losses = Mapping[str, Float64[np.ndarray, " run"]]


def train(
    *,
    optimizer: Adam,
    schedule: Schedule,
    compute_gradient: Callable[[], None],
    evaluate: Callable[[], Losses],
    logged_steps: Int64[np.ndarray, " logged"],
    randoms: Sequence[np.random.Generator] = (),
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> dict[str, Float64[np.ndarray, "run logged"]]:
    """Train all runs up to the last logged step, from the last checkpoint if there is one.

    Args:
        optimizer: updates the parameters from the gradient.
        schedule: learning rate of each step.
        compute_gradient: overwrites the gradient with that of the present parameters.
        evaluate: returns losses by name, one value per run, of the present parameters.
        logged_steps: increasing numbers of updates done at which to evaluate.
        randoms: generators that ``compute_gradient`` draws from.
        checkpoints: where to keep the state between two updates, and to find it again.

    Returns:
        By name, the loss of each run at each logged step.

    Raises:
        FloatingPointError: a loss is not finite; names the run and the step.
    """
    history = _resume(checkpoints, optimizer, randoms)
    done = optimizer.steps if history else 0
    evaluations = max(map(len, history.values()), default=0)
    # cheaper calls than no_grad; nothing here is differentiated by torch
    with torch.inference_mode():
        for target in logged_steps.tolist()[evaluations:]:
            while done < target:
                compute_gradient()
                optimizer.step(schedule(done))
                done += 1
                if checkpoints.due():
                    state = _state(optimizer, randoms, history)
                    checkpoints.save(state, f"update {done} of {logged_steps[-1]}")
            for name, values in evaluate().items():
                _require_finite(name, values, done)
                history.setdefault(name, []).append(values)
    return {name: np.stack(values, axis=1) for name, values in history.items()}


def _state(
    optimizer: Adam,
    randoms: Sequence[np.random.Generator],
    history: Mapping[str, list[Float64[np.ndarray, " run"]]],
) -> dict[str, np.ndarray]:
    return {
        **{f"optimizer/{name}": array for name, array in optimizer.state().items()},
        **{f"random/{index}": state_of(random) for index, random in enumerate(randoms)},
        **{f"history/{name}": np.stack(values) for name, values in history.items()},
    }


def _resume(
    checkpoints: Checkpoints, optimizer: Adam, randoms: Sequence[np.random.Generator]
) -> dict[str, list[Float64[np.ndarray, " run"]]]:
    """Restore the last checkpoint and return its losses; without one, do nothing."""
    stored = checkpoints.load()
    if stored is None:
        return {}
    optimizer.restore(below(stored, "optimizer/"))
    for index, random in enumerate(randoms):
        restore(random, stored[f"random/{index}"])
    return {name: list(values) for name, values in below(stored, "history/").items()}


def _require_finite(name: str, values: Float64[np.ndarray, " run"], step: int) -> None:
    wrong = np.flatnonzero(~np.isfinite(values))
    if wrong.size:
        raise FloatingPointError(
            f"The {name} of run {wrong[0]} is {values[wrong[0]]} at step {step}; the training "
            "diverged. Lower the learning rate in params.yaml."
        )
