from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.emergence.edge_cases import evaluate_quadratic_exponents
from tests.unit.studies.emergence.edge_cases.conftest import Write
from workflow_engine.artifacts.errors import ArtifactError

RANKS = np.arange(1.0, 17.0)
TIME = np.geomspace(0.5, 500.0, 200)


def planted(write: Write, exponent: float, factors: tuple[float, ...], **changes: Any) -> Path:
    """Times 8 L p^exponent with a logarithm L that falls with p; a loss of slope -0.9."""
    unaided = RANKS**exponent * (10.0 - np.log(RANKS))
    arrays = {
        "exponent": np.array(exponent),
        "time": TIME,
        "loss": np.array([f * TIME**-0.9 for f in factors]),
        "learned": np.array([f * unaided for f in factors]),
        "unaided": unaided,
        "amplitudes": RANKS**-exponent,
        "unaided_loss": TIME**-0.8,
    }
    return write(f"history_{exponent:g}", **(arrays | changes))


def evaluate(*paths: Path, window: tuple[int, int] = (3, 8)) -> Any:
    return evaluate_quadratic_exponents.run({"histories": list(paths)}, root_seed=0, window=window)


def test_planted_exponents_are_found(write: Write) -> None:
    paths = [planted(write, exponent, (1.0, 1.5, 0.7)) for exponent in (0.75, 1.0)]
    outputs = evaluate(*paths)
    metrics = outputs["metrics"]["emergence_quadratic_exponents"]
    assert metrics["corrected_time_exponent_0_75"]["value"] == pytest.approx(0.75)
    assert metrics["corrected_time_exponent_1"]["value"] == pytest.approx(1.0)
    assert metrics["loss_exponent_0_75"]["value"] == pytest.approx(-0.9, rel=1e-6)
    # the logarithm takes something from the raw exponent
    assert 0.5 < metrics["time_exponent_0_75"]["value"] < 0.74
    assert metrics["time_exponent_1"]["n"] == 3
    assert metrics["learned_share"]["value"] == 1
    table = outputs["table"]
    assert len(table) == 2 * 3 * (16 + 16 + 200)
    assert set(table["quantity"]) == {"time", "unaided", "loss"}
    assert (table["unlearned"] == 0).all()


def test_equal_amplitudes_leave_no_exponent_behind(write: Write) -> None:
    unaided = 10.0 - np.log(RANKS)
    path = planted(
        write, 1.25, (1.0,), learned=unaided[None] * 3, unaided=unaided, amplitudes=np.ones(16)
    )
    metrics = evaluate(path)["metrics"]["emergence_quadratic_exponents"]
    assert metrics["corrected_time_exponent_1_25"]["value"] == pytest.approx(0.0)


def test_what_theory_has_at_these_sizes_stands_beside(write: Write) -> None:
    metrics = evaluate(planted(write, 1.0, (1.0, 1.2)))["metrics"]["emergence_quadratic_exponents"]
    alone = metrics["time_exponent_alone_1"]["value"]
    assert alone == pytest.approx(metrics["time_exponent_1"]["value"])
    assert metrics["loss_exponent_alone_1"]["value"] == pytest.approx(-0.8, rel=1e-6)


def test_the_loss_is_read_in_the_window_only(write: Write) -> None:
    unaided = RANKS * (10.0 - np.log(RANKS))
    begin, end = unaided[2], unaided[7]
    loss = np.where((0.8 * begin < TIME) & (1.2 * end > TIME), TIME**-1.5, 1.0)
    path = planted(write, 1.0, (1.0,), loss=loss[None])
    metrics = evaluate(path)["metrics"]["emergence_quadratic_exponents"]
    assert metrics["loss_exponent_1"]["value"] == pytest.approx(-1.5, rel=1e-6)


def test_directions_that_are_never_learned_are_counted(write: Write) -> None:
    learned = (RANKS * (10.0 - np.log(RANKS)))[None].copy()
    learned[0, 12] = np.nan
    outputs = evaluate(planted(write, 1.0, (1.0,), learned=learned))
    assert (outputs["table"]["unlearned"] == 1).all()
    assert 13.0 not in set(outputs["table"].loc[outputs["table"]["quantity"] == "time", "point"])
    metrics = outputs["metrics"]["emergence_quadratic_exponents"]
    assert metrics["corrected_time_exponent_1"]["value"] == pytest.approx(1.0)


def test_runs_with_too_few_learned_directions_have_no_exponent(write: Write) -> None:
    learned = np.full((1, 16), np.nan)
    learned[0, :4] = RANKS[:4]
    outputs = evaluate(planted(write, 1.0, (1.0,), learned=learned))
    metrics = outputs["metrics"]["emergence_quadratic_exponents"]
    assert set(metrics) == {"learned_share", "time_exponent_alone_1", "loss_exponent_alone_1"}
    assert metrics["learned_share"]["value"] == pytest.approx(0.25)


def test_a_loss_that_is_no_number_is_refused(write: Write) -> None:
    loss = np.full((1, 200), np.nan)
    with pytest.raises(ValueError, match="not positive and finite"):
        evaluate(planted(write, 1.0, (1.0,), loss=loss))


def test_a_window_beyond_the_times_is_refused(write: Write) -> None:
    with pytest.raises(ValueError, match="must lie within the times"):
        evaluate(planted(write, 1.0, (100.0,)))


def test_other_arrays_are_refused(write: Write) -> None:
    with pytest.raises(ArtifactError, match="'time' is missing"):
        evaluate(write("other", exponent=1.0))
    with pytest.raises(ArtifactError, match="\\[run, time\\]"):
        evaluate(planted(write, 1.0, (1.0,), loss=TIME))
