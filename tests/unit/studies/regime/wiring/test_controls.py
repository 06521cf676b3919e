"""Controls have the counts of the wiring they stand beside; starts follow the fan-in."""

from pathlib import Path

import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.initial import wired_normal
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.pruning.wiring import Wiring
from compsparse.studies.regime.wiring.controls import CONTROLS, DENSE, OWN, Pair, make_wiring
from compsparse.studies.regime.wiring.random_wiring import random_wiring
from tests.unit.studies.regime.wiring.small import small_inputs, wiring_at

BUILT = Path(__file__).parents[5] / "workflow" / "targets"


@pytest.fixture
def pair(tmp_path: Path) -> Pair:
    files = small_inputs(tmp_path)
    return Pair(wiring_at(files["genome"]), wiring_at(files["other"]))


def counts(wiring: Wiring) -> list[int]:
    return [int(matrix.sum()) for matrix in wiring.matrices]


@pytest.mark.parametrize("kind", CONTROLS)
def test_controls_have_the_count_and_another_wiring(pair: Pair, kind: str) -> None:
    genome = make_wiring(OWN, pair, np.random.default_rng(0))
    made = [make_wiring(kind, pair, np.random.default_rng(seed)) for seed in (1, 2)]
    for control in made:
        assert control.shape == pair.shape
        assert control.count == genome.count
        assert not torch.equal(control.mask, genome.mask)
        if kind != "foreign":
            assert counts(control) == counts(genome)
            assert control.changed > 0
    again = make_wiring(kind, pair, np.random.default_rng(1))
    assert torch.equal(again.mask, made[0].mask)


def test_dense_has_all_weights_of_the_genomes_own_shape(pair: Pair) -> None:
    dense = make_wiring(DENSE, pair, np.random.default_rng(0))
    assert dense.count == pair.genome.shape.weights < pair.shape.weights


def test_random_wirings_keep_used_units_and_draw_their_activations() -> None:
    genome = wiring_at(BUILT / "face.json")
    drawn = [random_wiring(genome, np.random.default_rng(seed)) for seed in range(3)]
    for wiring in drawn:
        assert counts(wiring) == counts(genome)
        assert wiring.live_units.sum(dim=1).tolist() == genome.live_units.sum(dim=1).tolist()
        assert torch.equal(wiring.matrices[0].any(dim=0), genome.matrices[0].any(dim=0))  # inputs
        assert torch.equal(
            wiring.matrices[-1].any(dim=1), genome.matrices[-1].any(dim=1)
        )  # outputs
    assert not torch.equal(drawn[0].live_units, drawn[1].live_units)


def test_random_edges_are_uniform_over_the_wirings_that_moves_can_reach() -> None:
    # three edges from two inputs to two units: any of the four places may be empty
    shape = LayeredShape.from_units(1, {"gaussian": 2}, inputs=2)
    mask = torch.ones(shape.weights, dtype=torch.bool)
    mask[1] = False
    missing = [
        int(torch.nonzero(~random_wiring(Wiring(shape, mask), np.random.default_rng(s)).mask[:4]))
        for s in range(160)
    ]
    assert np.bincount(missing, minlength=4).tolist() == pytest.approx([40] * 4, abs=22)


def test_starts_have_the_variance_of_the_fan_in() -> None:
    shape = LayeredShape.from_units(2, {"gaussian": 60})
    mask = torch.ones(shape.weights, dtype=torch.bool)
    middle = shape.blocks[1]
    mask[middle.start : middle.stop] = False
    mask[middle.start : middle.stop].view(60, 60)[:, :2] = True
    weights = wired_normal(shape, mask, np.random.default_rng(0))
    assert not weights[~mask].any()
    kept = weights[middle.start : middle.stop].view(60, 60)[:, :2]
    assert float(kept.var()) == pytest.approx(1 / 2, rel=0.3)
    dense = wired_normal(shape, torch.ones_like(mask), np.random.default_rng(0))
    ends = shape.blocks[0]
    assert torch.equal(weights[ends.start : ends.stop], dense[ends.start : ends.stop])
    assert torch.allclose(kept, dense[middle.start : middle.stop].view(60, 60)[:, :2] * 30**0.5)
