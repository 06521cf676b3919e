"""Both sides of ``benchmarks/tickets`` do the same mathematics for transformers."""

from dataclasses import replace

import pytest
import torch

from benchmarks.tickets.transformer import BATCH, CASES, RATE

NETWORK = 3  # not the first: networks side by side must not be mixed up


@pytest.mark.parametrize("name", CASES)
def test_both_sides_agree_after_some_steps(name: str) -> None:
    case = replace(CASES[name], sequences=2 * BATCH)
    networks, peer = case.own(), case.peer(NETWORK)
    given, labels = case.given(peer), case.parts[3]
    for chosen in case.chosen()[:5]:
        networks.update(chosen.numpy(), RATE)
        peer.update(given[chosen[NETWORK]], labels[chosen[NETWORK]], RATE)
    found = {name: torch.from_numpy(values) for name, values in networks.weights().items()}
    for weights in ("up", "down"):
        layer = getattr(peer.model, weights)
        # weights into a unit that nothing leaves are zero here, and idle there
        mask = case.parts[1][weights][NETWORK]
        if weights == "up":
            mask = mask & case.parts[1]["down"][NETWORK].any(dim=1)
        wanted = layer.weight.detach().T[mask]
        torch.testing.assert_close(found[weights][NETWORK][mask], wanted, atol=2e-4, rtol=1e-3)
        moved = wanted - case.parts[0][weights][NETWORK][mask]
        assert moved.abs().mean() > RATE
    torch.testing.assert_close(
        found["down_shift"][NETWORK], peer.model.down.bias.detach(), atol=2e-4, rtol=1e-3
    )


@pytest.mark.parametrize("name", CASES)
def test_a_case_steps_on_both_sides(name: str) -> None:
    for step in replace(CASES[name], sequences=2 * BATCH).sides().values():
        step()


def test_operations_are_counted_by_hand() -> None:
    # up and down forward, down backward, the gradients of both; the reading there and back
    first, sparse, _ = (replace(case, sequences=1) for case in CASES.values())
    assert first.operations == 2 * 64 * 3 * (5 * 48 * 128 + 2 * 48 * 4)
    most = int(sparse.parts[1]["down"].any(dim=2).sum(dim=1).max())
    assert most < 64
    assert sparse.operations == 2 * 64 * 3 * (5 * 48 * most + 2 * 48 * 4)
