"""Settings of calibration: what is refused, and the two spaces."""

import copy
from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.calibration.plan import (
    EmbeddingDimensions,
    HiddenRatios,
    Layers,
    LearningRates,
    LearningSchedules,
    TwoSpaces,
)
from compsparse.studies.factorial.shared_settings import Trained

LAYERS = Trained[TwoSpaces, Layers]
SCHEDULES = Trained[TwoSpaces, LearningSchedules]

SPACES: dict[str, Any] = {
    "structured": {"input_factors": "2^4", "output_factors": "2^2"},
    "unstructured": {"input_factors": "4^2", "output_factors": "4"},
    "parents": 2,
    "concentration": 0.1,
    "runs": 3,
}
TRAIN: dict[str, Any] = {
    "embedding_dimension": 8,
    "hidden_ratio": 2,
    "layers": 1,
    "learning_rate": 0.03,
    "schedule": {"kind": "cosine"},
    "seen_fraction": 0.9,
    "steps": 20,
    "logged_steps": 5,
}
CUSTOM = {"kind": "custom", "minimum_learning_rate": 0.0003}


def sections(**train: Any) -> dict[str, Any]:
    return {"generate": copy.deepcopy(SPACES), "train": {**TRAIN, **train}}


@pytest.mark.parametrize(
    ("network", "good", "bad", "parameter"),
    [
        (EmbeddingDimensions, [4, 8], [4, 16], "embedding_dimension = 8"),
        (HiddenRatios, [1, 2], [1, 3], "hidden_ratio = 2"),
        (Layers, [0, 1], [0, 2], "layers = 1"),
        (LearningRates, [0.1, 0.03], [0.1, 0.01], "learning_rate = 0.03"),
    ],
)
def test_the_choice_is_compared(
    network: Any, good: list[Any], bad: list[Any], parameter: str
) -> None:
    model = Trained[TwoSpaces, network]
    assert model(**sections(compared=good)).train.compared == good
    for compared in (bad, good[1:]):
        with pytest.raises(ValidationError, match=f"the choice {parameter} among them"):
            model(**sections(compared=compared))
    with pytest.raises(ValidationError, match="distinct entries"):
        model(**sections(compared=[*good, good[0]]))


def test_long_runs_need_the_custom_schedule_and_distinct_rates() -> None:
    SCHEDULES(**sections(schedule=CUSTOM, cosine_learning_rates=[0.03, 0.01]))
    with pytest.raises(ValidationError, match=r"schedule"):
        SCHEDULES(**sections(cosine_learning_rates=[0.03, 0.01]))
    with pytest.raises(ValidationError, match=r"distinct entries, not \[0.03, 0.03\]"):
        SCHEDULES(**sections(schedule=CUSTOM, cosine_learning_rates=[0.03, 0.03]))


@pytest.mark.parametrize(
    ("space", "outputs", "wanted"),
    [
        ("structured", "4", "several factors in structured"),
        ("unstructured", "2^2", "a single factor in unstructured"),
    ],
)
def test_spaces_are_what_their_names_say(space: str, outputs: str, wanted: str) -> None:
    values = sections(compared=[0, 1])
    values["generate"][space]["output_factors"] = outputs
    with pytest.raises(ValidationError, match=wanted):
        LAYERS(**values)


def test_both_spaces_share_everything_but_their_factors() -> None:
    spaces = LAYERS(**sections(compared=[0, 1])).generate.by_name()
    assert [space.output_factors for space in spaces.values()] == ["2^2", "4"]
    assert {(s.parents, s.concentration, s.runs) for s in spaces.values()} == {(2, 0.1, 3)}
