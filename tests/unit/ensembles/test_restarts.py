"""Learning rates and restarts: what is kept is what validation chose."""

import numpy as np

from compsparse.ensembles.restarts import BestRate, chosen_restart, configurations

RATES = [0.1, 0.3, 1.0]
# two replicates of two restarts, by learning rate
LOSSES = np.array([[0.5, 0.4, np.inf], [0.3, 0.6, 0.7], [0.9, 0.8, 0.2], [0.3, 0.3, 0.4]])


def test_rates_vary_within_restarts() -> None:
    wanted = [[0.1, 0], [0.3, 0], [1.0, 0], [0.1, 1], [0.3, 1], [1.0, 1]]
    assert configurations(RATES, 2).tolist() == wanted


def test_the_arrays_of_the_best_configuration_of_each_replicate_are_kept() -> None:
    best = BestRate(4)
    for column in range(3):
        number = 10 * np.arange(4.0) + column
        best.offer(LOSSES[:, column], {"a": number, "b": np.tile(number[:, None, None], (1, 2, 3))})
    restart = chosen_restart(LOSSES.reshape(2, -1), 3)
    assert restart.tolist() == [1, 0]
    chosen = best.select(restart)
    # of equal losses the first counts
    assert chosen["a"].tolist() == [10, 22]
    assert chosen["b"].shape == (2, 2, 3)
    assert best.select(np.array([0, 1]))["a"].tolist() == [1, 30]
    by_cell = best.select(np.array([[1], [0]]))
    assert by_cell["a"].tolist() == [[10], [22]]
    assert by_cell["b"].shape == (2, 1, 2, 3)


def test_a_diverged_training_is_not_kept() -> None:
    best = BestRate(1)
    best.offer(np.array([0.5]), {"a": np.array([1.0])})
    best.offer(np.array([np.nan]), {"a": np.array([2.0])})
    assert best.select(np.array([0]))["a"].tolist() == [1]
