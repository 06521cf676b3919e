"""The figures of this theme: what they draw, and that they can be read."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.sample_complexity import evaluate_sequence_model as evaluation
from compsparse.studies.emergence.sample_complexity import (
    render_adaptive_rate,
    render_constant_step,
    render_sequence_model,
)
from compsparse.studies.emergence.sample_complexity.medians import run_medians
from compsparse.studies.emergence.sample_complexity.targets import remaining_loss
from tests.unit.studies.drawing import drawn, require_legible, written
from tests.unit.studies.emergence.plotted import line_of

pytestmark = pytest.mark.filterwarnings("error")

TARGET = np.arange(1, 9)


def runs(exponent: float, rank: int, excess: float = 1.0, learned: int = 8) -> pd.DataFrame:
    """Return 12 runs in which direction p takes (p rank)^beta times a number of samples."""
    frames = []
    for run in range(12):
        scale = 100 * (1 + run / 20) * rank**exponent / excess
        samples = np.where(learned >= TARGET, scale * TARGET**exponent, np.nan)
        frames.append(
            pd.DataFrame(
                {
                    "exponent": exponent,
                    "rank": rank,
                    "excess": excess,
                    "run": run,
                    "target": TARGET,
                    "level": remaining_loss(exponent, TARGET),
                    "aligned": samples,
                    "all_aligned": samples,
                    "reached": 2 * samples,
                    "overflowed": int(learned < 8),
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


@pytest.fixture
def table() -> pd.DataFrame:
    return pd.concat(
        [runs(beta, rank) for beta in (0.75, 1.0) for rank in (1, 2, 4, 8)], ignore_index=True
    )


@pytest.fixture
def steps(table: pd.DataFrame) -> pd.DataFrame:
    large = [runs(1.0, 1, 2.0, learned=4), runs(1.0, 1, 4.0, learned=2)]
    return pd.concat([table, *large], ignore_index=True)


def test_samples_rise_with_directions_and_losses_fall(table: pd.DataFrame, tmp_path: Path) -> None:
    figure = drawn(render_adaptive_rate.run, table, tmp_path)
    require_legible(figure)
    directions, losses = figure.axes
    measured = [line for line in directions.lines if line.get_marker() == "o"]
    slopes = [np.polyfit(*np.log(line.get_xydata().T), 1)[0] for line in measured]
    np.testing.assert_allclose(slopes, [1.5, 2.0])
    assert len(losses.lines) == 6  # suited, theory and envelope of two teachers
    assert "12 seeds; 0 of 96 runs overflow" in written(figure)
    assert "SGD" in written(figure)


def test_suited_steps_beside_one_and_the_share_learned(steps: pd.DataFrame, tmp_path: Path) -> None:
    figure = drawn(render_constant_step.run, steps, tmp_path)
    require_legible(figure)
    losses, shares = figure.axes
    suited, constant = (line for line in losses.lines if line.get_marker() == "o")
    assert np.polyfit(*np.log(suited.get_xydata().T), 1)[0] == pytest.approx(-0.5)
    assert np.polyfit(*np.log(constant.get_xydata().T), 1)[0] == pytest.approx(-1.0)
    learned = [np.sum(line.get_ydata()) for line in shares.lines]
    assert learned == [8, 8, 4, 2]
    assert "24 of 72 runs overflow" in written(figure)


def test_one_teacher_and_two_steps(tmp_path: Path) -> None:
    table = pd.concat([runs(1.0, 1), runs(1.0, 2), runs(1.0, 1, 4.0, learned=1)])
    require_legible(drawn(render_constant_step.run, table, tmp_path))
    require_legible(drawn(render_adaptive_rate.run, table[table["excess"] == 1], tmp_path))


def test_a_median_over_runs_that_never_get_there_is_no_point() -> None:
    rows = pd.DataFrame(
        {"at": [1, 1, 1, 2, 2, 2, 3, 3, 3], "n": [1.0, 2, 9, 5, 6, np.nan, 7, np.nan, np.nan]}
    )
    made = run_medians(rows, point="at", value="n")
    assert made.points.tolist() == [1, 2]
    assert made.middle.tolist() == [2, 6]
    assert made.high.tolist() == [5.5, np.inf]


def test_an_infinite_quartile_is_drawn(tmp_path: Path) -> None:
    table = pd.concat([runs(1.0, 1), runs(1.0, 2), runs(1.0, 4)], ignore_index=True)
    table.loc[table["run"] > 7, ["all_aligned", "reached"]] = np.nan
    figure = drawn(render_adaptive_rate.run, table, tmp_path)
    require_legible(figure)
    assert "miss their loss: 12." in written(figure)
    for axes in figure.axes:
        assert np.isfinite([*axes.get_xlim(), *axes.get_ylim()]).all()
        assert max(*axes.get_xlim(), *axes.get_ylim()) < 1e6


def test_a_curve_without_points_is_refused(table: pd.DataFrame, tmp_path: Path) -> None:
    table["all_aligned"] = np.nan
    with pytest.raises(ValueError, match="reached by half of the runs"):
        drawn(render_adaptive_rate.run, table, tmp_path)


def test_risks_of_every_exponent(tmp_path: Path) -> None:
    params = {"root_seed": 0, "exponents": [0.75, 1.0, 1.5], "samples": [10**3, 10**4]}
    table = evaluation.run({}, **params)["table"]
    assert isinstance(table, pd.DataFrame)
    figure = drawn(render_sequence_model.run, table, tmp_path)
    require_legible(figure)
    assert len(figure.axes[0].lines) == 6
    assert "theory −0.67" in written(figure)
    assert "no seeds" in written(figure)


def test_points_are_medians_over_runs(table: pd.DataFrame, tmp_path: Path) -> None:
    directions, losses = drawn(render_adaptive_rate.run, table, tmp_path).axes
    for _, rows in table.groupby("exponent"):
        chosen = rows[rows["target"] == rows["rank"]]
        aligned = chosen.groupby("rank")["all_aligned"].median()
        line_of(directions, aligned.index, aligned)
        reached = chosen.groupby("level")["reached"].median()
        line_of(losses, reached, reached.index)
        best = rows[rows["target"].isin(chosen["rank"])].groupby(["run", "level"])["reached"].min()
        envelope = best.groupby("level").median()
        assert line_of(losses, envelope, envelope.index).get_linestyle() == ":"


def test_losses_and_shares_are_those_of_their_steps(steps: pd.DataFrame, tmp_path: Path) -> None:
    losses, shares = drawn(render_constant_step.run, steps, tmp_path).axes
    rows = steps[steps["exponent"] == 1.0]
    suited = rows[(rows["target"] == rows["rank"]) & (rows["excess"] == 1)]
    constant = rows[(rows["rank"] == 8) & rows["target"].isin(suited["rank"])]
    for chosen in (suited, constant):
        reached = chosen.groupby("level")["reached"].median()
        line_of(losses, reached, reached.index)
    for rank, excess in ((8, 1.0), (1, 1.0), (1, 2.0), (1, 4.0)):
        chosen = rows[(rows["rank"] == rank) & (rows["excess"] == excess)]
        line_of(shares, TARGET, chosen.groupby("target")["aligned"].count() / 12)


def test_both_risks_of_every_exponent_are_drawn(tmp_path: Path) -> None:
    params = {"root_seed": 0, "exponents": [0.75, 1.5], "samples": [10**3, 10**4]}
    table = evaluation.run({}, **params)["table"]
    assert isinstance(table, pd.DataFrame)
    (axes,) = drawn(render_sequence_model.run, table, tmp_path).axes
    for _, rows in table.groupby("exponent"):
        assert not line_of(axes, rows["samples"], rows["ideal"]).is_dashed()
        assert line_of(axes, rows["samples"], rows["soft"]).is_dashed()
