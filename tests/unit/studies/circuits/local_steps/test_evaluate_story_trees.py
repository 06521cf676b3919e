"""Trees and bigrams that tell stories."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.circuits.local_steps import train_story_trees
from compsparse.studies.circuits.local_steps.evaluate_story_trees import bigram_limit, run
from compsparse.studies.circuits.local_steps.stories.template import ENTROPY
from tests.unit.studies.circuits.local_steps import steps
from workflow_engine.artifacts.errors import ArtifactError

PARAMS: dict[str, Any] = {
    **steps.SEED,
    "sizes": [16, 256],
    "window": 16,
    "least_gain": 8.0,
    "smoothing": 0.01,
    "runs": 2,
}


@pytest.fixture(scope="module")
def model() -> dict[str, np.ndarray]:
    return steps.output(train_story_trees.run, {}, PARAMS, "model")


def test_the_tree_tells_stories_and_the_bigram_does_not(
    model: dict[str, np.ndarray], tmp_path: Path
) -> None:
    made: Any = run({"model": steps.stored(tmp_path / "m.npz", model)}, root_seed=0)
    metrics = made["metrics"]["circuits_story_trees"]
    assert 0 <= metrics["tree_excess"]["value"] < 0.02
    assert 0 <= metrics["bigram_excess"]["value"] < 0.02
    assert metrics["tree_consistent"]["value"] > 0.8
    assert metrics["bigram_consistent"]["value"] < 1e-4
    assert len(made["table"]) == 2 * 2 * 2


def test_a_short_window_forgets_who_was_told_of() -> None:
    short = steps.output(
        train_story_trees.run, {}, {**PARAMS, "window": 4, "sizes": [16, 256], "runs": 1}, "model"
    )
    assert short["tree_consistent"][0, -1] < 0.2


def test_nothing_is_learned_of_independent_words() -> None:
    changed = {**PARAMS, "world": "independent_steps", "sizes": [16, 256], "runs": 1}
    alone = steps.output(train_story_trees.run, {}, changed, "model")
    # the entropy of independent words is 0.215 nats above that of the stories
    assert alone["tree_cross_entropy"][0, -1] > ENTROPY + 0.2
    assert alone["tree_consistent"][0, -1] < 0.01


def test_a_run_more_changes_no_other_one(model: dict[str, np.ndarray]) -> None:
    alone = steps.output(train_story_trees.run, {}, {**PARAMS, "runs": 1}, "model")
    np.testing.assert_array_equal(alone["tree_cross_entropy"], model["tree_cross_entropy"][:1])


def test_the_limit_of_the_bigram_lies_above_the_entropy() -> None:
    assert 2 * ENTROPY < bigram_limit() < 3 * ENTROPY


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sizes": np.array([16])}, "leaves has 2 entries along size; sizes has 1"),
        ({"leaves": np.zeros((2, 2), dtype=np.int64)}, "leaves has values below 1"),
        ({"tree_consistent": np.ones((2, 1))}, "tree_consistent has 1 entries along size"),
        ({"bigram_cross_entropy": np.full((2, 2), np.nan)}, "below 0 or not finite"),
    ],
)
def test_unusable_models_are_refused(
    model: dict[str, np.ndarray], changes: dict[str, Any], message: str, tmp_path: Path
) -> None:
    path = steps.stored(tmp_path / "m.npz", {**model, **changes})
    with pytest.raises(ArtifactError, match=message):
        run({"model": path}, root_seed=0)
