"""Targets and hold-outs: what is shared, what is held out, and what must stay seen."""

from typing import Any

import numpy as np
import pytest

from compsparse.studies.experts.skills import generate_skills
from compsparse.studies.experts.skills.target import (
    OFFSET,
    Skills,
    apply_maps,
    combinations,
    draw_held_out,
)
from tests.unit.studies.step_files import arrays, ran

GIVEN: dict[str, Any] = {"root_seed": 5, "seed_names": ["experts", "test"], "codes": 3, "layers": 2}
GIVEN |= {"dimension": 4, "gain": 1.5, "held_out": [2], "runs": 3}


def made(**changed: Any) -> dict[str, np.ndarray]:
    return arrays(ran(generate_skills, {}, GIVEN | changed))


def test_combinations_that_share_a_code_share_its_map() -> None:
    found, table = made(), combinations(3, 2)
    for layer, column in enumerate(table.T):
        for code in range(3):
            linear = found["linear"][:, layer, column == code]
            assert (linear == linear[:, :1]).all()
    first = found["linear"][0, 0, 0] / 1.5
    np.testing.assert_allclose(first @ first.T, np.eye(4), atol=1e-12)
    assert abs(found["offset"].std() / (1.5 * OFFSET) - 1) < 0.3
    # other runs have other maps and other hold-outs
    assert not (found["linear"][0] == found["linear"][1]).any()


def test_worlds_take_away_or_give_what_is_shared() -> None:
    shared, separate = made()["linear"], made(independent=True)["linear"]
    assert len(np.unique(separate[0, 0], axis=0)) == 9
    np.testing.assert_array_equal(made(world="independent")["linear"], separate)
    np.testing.assert_array_equal(made(independent=True, world="shared_maps")["linear"], shared)
    np.testing.assert_array_equal(made(world="identity")["linear"], shared)
    assert len(np.unique(made(world="one_map")["linear"][0, 0], axis=0)) == 1


def test_every_code_stays_in_a_seen_combination() -> None:
    table = combinations(3, 3)
    for seed in range(20):
        folds = draw_held_out(table, [2, 9, 18], np.random.default_rng(seed))
        assert folds.sum(axis=1).tolist() == [2, 9, 18]
        assert (folds[0] <= folds[1]).all() and (folds[1] <= folds[2]).all()  # nested
        for column in table[~folds[2]].T:
            assert set(column) == {0, 1, 2}
    assert made(held_out=[])["held_out"][0].tolist() == np.eye(9, dtype=bool).tolist()


def test_hold_outs_that_remove_a_code_are_refused() -> None:
    table = combinations(3, 2)
    with pytest.raises(ValueError, match="from 1 to 6 of 9 combinations"):
        draw_held_out(table, [7], np.random.default_rng(0))
    with pytest.raises(ValueError, match="from 1 to 0 of 3 combinations"):
        draw_held_out(combinations(3, 1), [], np.random.default_rng(0))


def test_a_target_is_its_maps_one_after_the_other() -> None:
    skills = Skills(**made())
    x = np.random.default_rng(0).standard_normal((2, 4))
    found = apply_maps(skills.linear[1], skills.offset[1], x, np.array([0, 7]))
    for row, combination in enumerate((0, 7)):
        z = x[row]
        for layer in range(2):
            linear = skills.linear[1, layer, combination]
            z = np.tanh(linear @ z + skills.offset[1, layer, combination])
        np.testing.assert_allclose(found[row], z, rtol=1e-12)


def test_rotated_codes_say_the_same_in_other_words() -> None:
    plain, mixed = made()["codes"], made(rotated=True)["codes"]
    np.testing.assert_allclose(mixed @ mixed.T, plain @ plain.T, atol=1e-6)
    assert (np.abs(mixed) > 1e-3).mean() > 0.9
