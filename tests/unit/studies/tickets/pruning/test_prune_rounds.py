"""Rounds of pruning: nesting, rewinding, length, and the examples that decide."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.tickets.pruning import prune_rounds
from compsparse.studies.tickets.pruning.masks import keep_largest
from compsparse.studies.tickets.pruning.scores import contributions
from compsparse.studies.tickets.student import train_dense
from compsparse.studies.tickets.student.training import Recipe, Training
from compsparse.studies.tickets.teacher import generate_examples
from tests.unit.studies.tickets.planted import (
    DATA,
    PAIRS,
    ROUNDS,
    SEEDS,
    TRAINING,
    arrays,
    ran,
    stored,
)

DENSE: dict[str, Any] = {**SEEDS, **TRAINING, "steps": 100}
PRUNING: dict[str, Any] = {
    **DENSE,
    "rounds": ROUNDS,
    "loss": 0.05,
    "scored_on": "choosing",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path | list[Path]]:
    folder = tmp_path_factory.mktemp("files")
    drawn = arrays(ran(generate_examples, {}, {**SEEDS, **DATA, "teacher": PAIRS}))
    examples = stored(folder / "examples.npz", drawn)
    trained = arrays(ran(train_dense, {"examples": examples}, DENSE))
    return {"examples": examples, "dense": stored(folder / "dense.npz", trained)}


@pytest.fixture(scope="module")
def pruned(files: dict[str, Path | list[Path]]) -> dict[str, np.ndarray]:
    return arrays(ran(prune_rounds, files, PRUNING))


def test_the_first_round_is_the_mask_trained_from_first_weights_as_long_as_dense(
    files: dict[str, Path | list[Path]], pruned: dict[str, np.ndarray]
) -> None:
    examples, dense = files["examples"], files["dense"]
    assert isinstance(examples, Path)
    assert isinstance(dense, Path)
    model = np.load(dense)
    mask = keep_largest(
        contributions(model["weights"], model["readout"]),
        np.ones((3, 8, 8), np.bool_),
        int(pruned["counts"][1]),
    )
    first = {name: model[f"first_{name}"][:, None] for name in ("weights", "readout")}
    wanted = (
        Training(examples, Recipe(**TRAINING | {"steps": 100}), 987)
        .train(first, mask[:, None])
        .scores
    )
    for part in ("learned", "choosing", "judged"):
        assert pruned[part][:, 0] == pytest.approx(model[part])
        assert pruned[part][:, 1] == pytest.approx(wanted[part][:, 0])


def test_counts_fall_and_tickets_are_the_last_good_round(pruned: dict[str, np.ndarray]) -> None:
    counts = pruned["counts"]
    assert counts[0] == pruned["whole"] == 64
    assert (np.diff(counts) < 0).all()
    for run, scores in enumerate(pruned["choosing"]):
        good = scores >= scores[0] - PRUNING["loss"]  # NaN, not pruned any further, is not
        last = len(good) if good.all() else int(np.argmin(good))
        assert pruned["ticket"][run].sum() == counts[last - 1]
        assert pruned["found"][run] == (last > 1)
        assert np.isnan(scores[last + 1 :]).all()


def test_tickets_of_a_sparse_teacher_are_sparse(pruned: dict[str, np.ndarray]) -> None:
    assert pruned["found"].all()
    assert (pruned["ticket"].sum(axis=(1, 2)) < 32).all()


def test_a_run_that_fell_short_changes_no_other(files: dict[str, Path | list[Path]]) -> None:
    far = {**PRUNING, "rounds": {**ROUNDS, "smallest": 0.02}}
    found = arrays(ran(prune_rounds, files, {**far, "loss": 0.02}))
    whole = arrays(ran(prune_rounds, files, {**far, "loss": 0.9999}))
    there = ~np.isnan(found["choosing"])
    assert len(set(there.sum(axis=1))) > 1
    np.testing.assert_allclose(found["choosing"][there], whole["choosing"][there], atol=1e-4)


def test_other_examples_may_decide(files: dict[str, Path | list[Path]]) -> None:
    other = arrays(ran(prune_rounds, files, {**PRUNING, "scored_on": "learned", "loss": 0.001}))
    usual = arrays(ran(prune_rounds, files, {**PRUNING, "loss": 0.001}))
    assert not np.array_equal(other["ticket"], usual["ticket"])
