import numpy as np
import pytest
import torch

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.training import Losses, train


def test_losses_are_logged_at_the_asked_steps() -> None:
    parameters, gradient = torch.zeros(2), torch.ones(2)
    rates: list[int] = []

    def schedule(step: int) -> float:
        rates.append(step)
        return 0.5

    def evaluate() -> Losses:
        return {"loss": parameters.numpy().astype(np.float64)}

    history = train(
        optimizer=Adam(parameters, gradient),
        schedule=schedule,
        compute_gradient=lambda: None,
        evaluate=evaluate,
        logged_steps=np.array([0, 1, 4]),
    )
    # a constant gradient moves Adam by the learning rate at every step
    np.testing.assert_allclose(history["loss"], [[0, -0.5, -2]] * 2, rtol=1e-6)
    assert rates == [0, 1, 2, 3]


def test_divergence_names_run_and_step() -> None:
    parameters, gradient = torch.zeros(3), torch.zeros(3)
    losses = iter([np.zeros(3), np.array([0, 0, np.nan])])
    with pytest.raises(FloatingPointError, match=r"loss of run 2 is nan at step 5"):
        train(
            optimizer=Adam(parameters, gradient),
            schedule=lambda step: 0.1,
            compute_gradient=lambda: None,
            evaluate=lambda: {"loss": next(losses)},
            logged_steps=np.array([0, 5, 6]),
        )
