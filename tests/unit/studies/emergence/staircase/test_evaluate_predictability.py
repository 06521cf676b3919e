from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.staircase import evaluate_predictability
from compsparse.studies.emergence.staircase.isolated_neuron import emergence_time
from compsparse.studies.emergence.teacher import PowerLawTeacher
from tests.unit.studies.emergence.staircase.conftest import WriteHistory

PARAMS: dict[str, Any] = {"root_seed": 0, "exponent": 1.0, "order": 4}
STARTS = 0.03 * np.exp(0.1 * np.random.default_rng(2).standard_normal((3, 40)))
TIMES = emergence_time(4, PowerLawTeacher(1.0, 40).amplitudes, STARTS)


def evaluated(path: Path, **changes: Any) -> tuple[pd.DataFrame, dict[str, dict[str, float]]]:
    outputs: Any = evaluate_predictability.run({"history": path}, **{**PARAMS, **changes})
    return outputs["table"], outputs["metrics"]["emergence_predictability"]


def test_times_of_isolated_neurons_are_predicted_from_the_start(
    write_history: WriteHistory,
) -> None:
    table, metrics = evaluated(write_history(TIMES, start=STARTS))
    assert metrics["start_error"]["value"] == pytest.approx(0, abs=1e-12)
    assert metrics["explained_share"]["value"] == pytest.approx(1)
    # T is nearly proportional to M^-2
    spread = 2 * np.log(STARTS).std(axis=1, ddof=1).mean()
    assert metrics["rank_spread"]["value"] == pytest.approx(spread, rel=0.02)
    np.testing.assert_allclose(table["time"], table["from_start"])
    assert tuple(table) == evaluate_predictability.COLUMNS


def test_a_delay_is_an_error_of_the_start_and_none_of_the_spread(
    write_history: WriteHistory,
) -> None:
    _, on_time = evaluated(write_history(TIMES, start=STARTS))
    _, late = evaluated(write_history(TIMES * np.exp(0.2), start=STARTS))
    assert late["start_error"]["value"] == pytest.approx(0.2)
    assert late["rank_spread"]["value"] == pytest.approx(on_time["rank_spread"]["value"])
    assert late["explained_share"]["value"] == pytest.approx(1)


def test_starts_of_other_directions_explain_nothing(write_history: WriteHistory) -> None:
    _, metrics = evaluated(write_history(TIMES, start=STARTS[:, ::-1].copy()))
    assert metrics["explained_share"]["value"] < 0.3


def test_unlearned_directions_have_no_rows(write_history: WriteHistory) -> None:
    times = TIMES.copy()
    times[0, 5] = np.nan
    table, metrics = evaluated(write_history(times, start=STARTS))
    assert len(table) == 119
    assert metrics["start_error"]["value"] == pytest.approx(0, abs=1e-12)


def test_broken_inputs_are_refused(write_history: WriteHistory) -> None:
    with pytest.raises(ValueError, match="order is 3; allowed: even ones above 2"):
        evaluated(write_history(TIMES, start=STARTS), order=3)
    times = TIMES.copy()
    times[1, 2:] = np.nan
    with pytest.raises(ValueError, match="Run 1 learned 2 of 40 directions"):
        evaluated(write_history(times, start=STARTS))
    exact = 5.0 * np.tile(np.arange(1.0, 41.0), (3, 1))
    rows = pd.DataFrame({"time": [2.0, 4.0], "from_rank": [2.0, 4.0], "from_start": [1.0, 3.0]})
    with pytest.raises(ValueError, match="nothing is left to explain"):
        evaluate_predictability.explained_share(rows)
    assert evaluate_predictability.rank_spread(rows) == 0
    assert evaluated(write_history(exact))[1]["rank_spread"]["value"] < 1e-12
