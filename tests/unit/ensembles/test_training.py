import numpy as np
import pytest
import torch

from compsparse.ensembles.adam import Adam
from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints
from compsparse.ensembles.training import Losses, train
from tests.unit.ensembles.interruption import (
    Interrupting,
    InterruptionError,
    MemoryCheckpoints,
    interrupted_at_every_save,
)
from workflow_engine.seeds import generator


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


def noisy_descent(checkpoints: Checkpoints) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Train towards numbers that are drawn anew for every step."""
    random = generator(0, "noise")
    parameters, gradient = torch.ones(2), torch.zeros(2)

    def compute_gradient() -> None:
        noise = random.integers(9, size=2, dtype=np.uint32).astype(np.float32)
        gradient.copy_(parameters - torch.from_numpy(noise))

    history = train(
        optimizer=Adam(parameters, gradient),
        schedule=lambda step: 0.3 / (1 + step),
        compute_gradient=compute_gradient,
        evaluate=lambda: {
            "loss": parameters.numpy().astype(np.float64),
            "other": -parameters.numpy().astype(np.float64),
        },
        logged_steps=np.array([0, 1, 4, 9]),
        randoms=[random],
        checkpoints=checkpoints,
    )
    return history, parameters.numpy()


def test_an_interrupted_training_goes_on_as_if_nothing_had_happened() -> None:
    expected, end = noisy_descent(NOTHING_KEPT)
    kept = MemoryCheckpoints()
    (history, reached), places = interrupted_at_every_save(noisy_descent, lambda: kept)
    assert places == [f"update {step} of 9" for step in range(1, 10)]
    assert list(history) == list(expected)
    for name, losses in expected.items():
        assert history[name].tobytes() == losses.tobytes()
    assert reached.tobytes() == end.tobytes()


# the test above would pass with a state that nothing depends on
@pytest.mark.parametrize(
    "part", ["optimizer/first_moment", "optimizer/second_moment", "random/0", "optimizer/steps"]
)
def test_every_part_of_the_state_counts(part: str) -> None:
    _, end = noisy_descent(NOTHING_KEPT)
    kept = MemoryCheckpoints()
    with pytest.raises(InterruptionError):
        noisy_descent(Interrupting(kept, []))
    assert kept.kept is not None
    kept.kept[part] = kept.kept[part] + 1
    assert noisy_descent(kept)[1].tobytes() != end.tobytes()
