"""The training loop."""

from collections.abc import Callable, Mapping

import numpy as np
import torch
from jaxtyping import Float64, Int64

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.schedules import Schedule

Losses = Mapping[str, Float64[np.ndarray, " run"]]


def train(
    *,
    optimizer: Adam,
    schedule: Schedule,
    compute_gradient: Callable[[], None],
    evaluate: Callable[[], Losses],
    logged_steps: Int64[np.ndarray, " logged"],
) -> dict[str, Float64[np.ndarray, "run logged"]]:
    """Train all runs up to the last logged step.

    Args:
        optimizer: updates the parameters from the gradient.
        schedule: learning rate of each step.
        compute_gradient: overwrites the gradient with that of the present parameters.
        evaluate: returns losses by name, one value per run, of the present parameters.
        logged_steps: increasing numbers of updates done at which to evaluate.

    Returns:
        By name, the loss of each run at each logged step.

    Raises:
        FloatingPointError: a loss is not finite; names the run and the step.
    """
    history: dict[str, list[Float64[np.ndarray, " run"]]] = {}
    done = 0
    # cheaper calls than no_grad; nothing here is differentiated by torch
    with torch.inference_mode():
        for target in logged_steps.tolist():
            while done < target:
                compute_gradient()
                optimizer.step(schedule(done))
                done += 1
            for name, values in evaluate().items():
                _require_finite(name, values, done)
                history.setdefault(name, []).append(values)
    return {name: np.stack(values, axis=1) for name, values in history.items()}


def _require_finite(name: str, values: Float64[np.ndarray, " run"], step: int) -> None:
    wrong = np.flatnonzero(~np.isfinite(values))
    if wrong.size:
        raise FloatingPointError(
            f"The {name} of run {wrong[0]} is {values[wrong[0]]} at step {step}; the training "
            "diverged. Lower the learning rate in params.yaml."
        )
