"""Stages: which hops are labelled, and which layers are trained."""

import pytest

from compsparse.studies.composition.task.labels import Stage, stages_of


def test_stages_of_each_kind_of_data() -> None:
    assert stages_of("mixture", 3, 3) == [Stage((0, 1, 2), (0, 1, 2))]
    assert stages_of("hard_only", 2, 3) == [Stage((2,), (0, 1))]
    assert stages_of("strict", 2, 2) == [Stage((0,), (0, 1)), Stage((1,), (0, 1))]
    assert stages_of("cumulative", 2, 2) == [Stage((0,), (0, 1)), Stage((0, 1), (0, 1))]
    assert stages_of("curriculum", 2, 2) == [Stage((0,), (0,)), Stage((1,), (1,))]


def test_impossible_data_are_refused() -> None:
    with pytest.raises(ValueError, match="'easy' are unknown; allowed: mixture"):
        stages_of("easy", 3, 3)
    with pytest.raises(ValueError, match="3 hops trains 3 layers, not 2"):
        stages_of("curriculum", 2, 3)
