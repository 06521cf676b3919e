"""Both sides of ``benchmarks/approximation`` do the same mathematics."""

import pytest
import torch

from benchmarks.approximation.cases import BATCH, CASES, NETWORKS

NETWORK = 3  # not the first: networks side by side must not be mixed up


@pytest.mark.parametrize("name", CASES)
def test_both_sides_agree_after_some_steps(name: str) -> None:
    case = CASES[name]
    training, peer = case.trainings(NETWORK)
    first = torch.cat([weights.flatten() for weights, _ in training.weights(NETWORK)]).clone()
    batches = case.batches()
    for batch in batches[:5]:
        training.update(*batch)
        peer.update(*case.read(batch, NETWORK))
    moved = torch.cat([weights.flatten() for weights, _ in training.weights(NETWORK)]) - first
    # each step of Adam is about the rate at first
    assert moved.abs().mean() > 2e-3
    inputs = batches[5][0]
    with torch.inference_mode():
        found = torch.from_numpy(training.networks.predict(inputs.numpy())[0])
        wanted = peer.model(case.read(batches[5], NETWORK)[0])
    assert found.shape == (NETWORKS, BATCH)
    torch.testing.assert_close(found[NETWORK], wanted, atol=1e-4, rtol=1e-3)


@pytest.mark.parametrize("name", CASES)
def test_a_case_steps_on_both_sides(name: str) -> None:
    for step in CASES[name].sides().values():
        step()


def test_operations_are_counted_by_hand() -> None:
    dense = next(case for name, case in CASES.items() if name.startswith("dense"))
    weights = 16 * 64, 64 * 64, 64 * 64, 64
    assert dense.operations == 2 * BATCH * (2 * weights[0] + 3 * sum(weights[1:]))
