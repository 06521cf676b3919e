"""Edits of known meaning, and the threshold that is chosen and tested on them."""

import numpy as np
import pytest

from compsparse.studies.regime.judging.calibration import (
    Calibration,
    best_threshold,
    calibrated,
    judged_edits,
    matched_edit,
)
from compsparse.studies.regime.judging.edits import BROKEN, MEANINGFUL, mirrored_pairs, parts
from compsparse.studies.regime.judging.judge import JudgedTarget
from compsparse.studies.regime.judging.sweep import EFFECT, TOLERANCE
from compsparse.studies.regime.judging.terms import segmented

SIDE = 64


def picture(symmetric: bool) -> JudgedTarget:
    """Two squares, or one, and a bar in the middle."""
    rgb = np.full((SIDE, SIDE, 3), 0.9)
    rgb[20:34, 8:22] = [0.8, 0.1, 0.1]
    if symmetric:
        rgb[20:34, -22:-8] = [0.8, 0.1, 0.1]
    rgb[44:52, 24:40] = [0.1, 0.2, 0.7]
    return JudgedTarget(rgb, segmented(rgb), symmetric)


def calibrate(**targets: JudgedTarget) -> Calibration:
    random = np.random.default_rng(0)
    edits = [judged_edits(name, target, random, 2) for name, target in targets.items()]
    return calibrated([edit for rows in edits for edit in rows])


@pytest.fixture(scope="module")
def calibration() -> Calibration:
    return calibrate(pair=picture(symmetric=True), single=picture(symmetric=False))


@pytest.mark.parametrize("kind", [*MEANINGFUL, *BROKEN])
def test_edits_grow_from_the_target_to_the_wanted_effect(kind: str) -> None:
    target = picture(symmetric=True)
    edit = {**MEANINGFUL, **BROKEN}[kind](target, np.random.default_rng(3))
    assert edit is not None
    np.testing.assert_allclose(edit.picture(0.0), target.rgb, atol=1e-12)
    edited = matched_edit(edit, target.rgb)
    assert edited is not None
    assert np.sqrt(np.mean((edited - target.rgb) ** 2)) == pytest.approx(EFFECT, rel=TOLERANCE)
    assert edited.min() >= -1e-12 and edited.max() <= 1 + 1e-12


def test_one_half_is_warped_and_a_pair_changes_in_a_mirror() -> None:
    target = picture(symmetric=True)
    for seed in range(4):
        edit = BROKEN["one side warped"](target, np.random.default_rng(seed))
        assert edit is not None
        changed = np.abs(edit.picture(6.0) - target.rgb).sum(axis=(0, 2)) > 0
        assert changed.any()
        assert not changed[: SIDE // 2].any() or not changed[SIDE // 2 :].any()
        pair = MEANINGFUL["mirrored pair changed"](target, np.random.default_rng(seed))
        assert pair is not None
        edited = pair.picture(0.5)
        np.testing.assert_allclose(edited, edited[:, ::-1], atol=1e-12)


def test_parts_and_pairs_of_a_picture() -> None:
    target = picture(symmetric=True)
    assert sorted(part.sum() for part in parts(target)) == [128, 196, 196]
    ((left, right),) = mirrored_pairs(target)
    np.testing.assert_array_equal(left, right[:, ::-1])
    assert mirrored_pairs(picture(symmetric=False)) == []


def test_the_best_threshold_separates_and_lies_in_the_widest_gap() -> None:
    meaningful = np.array([False, False, True, True])
    assert best_threshold(np.array([0.1, 0.2, 0.6, 0.7]), meaningful) == pytest.approx(0.4)
    # a broken edit scores high: letting it pass is better than losing both meaningful ones
    assert best_threshold(np.array([0.1, 0.9, 0.6, 0.7]), meaningful) == pytest.approx(0.35)
    with pytest.raises(ValueError, match="both"):
        best_threshold(np.array([0.1]), np.array([True]))


def test_the_table_has_all_edits_once_and_two_equal_halves(calibration: Calibration) -> None:
    rows = calibration.rows
    assert len(rows) == 2 * 2 * len([*MEANINGFUL, *BROKEN])
    assert sum(row.tested for row in rows) == len(rows) / 2
    missing = {(row.target, row.edit) for row in rows if np.isnan(row.score)}
    assert missing == {("single", "mirrored pair changed")}
    single = [row for row in rows if not row.symmetric and np.isfinite(row.score)]
    assert all(row.score == row.score_with_symmetry for row in single)


def test_accuracies_are_those_of_the_second_half(calibration: Calibration) -> None:
    tested = [row for row in calibration.rows if row.tested and np.isfinite(row.score)]
    threshold = calibration.headline
    right = [(row.score >= threshold.value) == row.meaningful for row in tested]
    sides = [
        np.mean([good for good, row in zip(right, tested, strict=True) if row.meaningful is side])
        for side in (True, False)
    ]
    assert threshold.balanced_accuracy == pytest.approx(np.mean(sides))
    assert threshold.accuracy_of_edits["noise"] == 1
    assert threshold.accuracy_of_edits["part recoloured"] == 1


def test_the_score_with_symmetry_is_calibrated_where_there_is_symmetry(
    calibration: Calibration,
) -> None:
    assert calibration.with_symmetry is not None
    assert calibrate(single=picture(symmetric=False)).with_symmetry is None


def test_a_calibration_is_repeatable(calibration: Calibration) -> None:
    again = calibrate(pair=picture(symmetric=True), single=picture(symmetric=False))
    assert again.headline == calibration.headline
