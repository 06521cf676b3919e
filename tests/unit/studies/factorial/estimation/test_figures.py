"""The figures on statistical complexity show what their tables hold, and refuse wrong tables."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

from compsparse.studies.factorial.estimation import (
    render_histogram_estimator,
    render_known_structure_estimator,
    render_samples_to_loss,
)
from tests.unit.studies.drawing import drawn, require_legible, written
from workflow_engine.artifacts.pictures import encode

pytestmark = pytest.mark.filterwarnings("error")

RUNS = range(3)


def histogram_table() -> pd.DataFrame:
    errors = [
        {
            "part": "error",
            "law": law,
            "cells": cells,
            "run": run,
            "samples": samples,
            "total_variation": np.sqrt(cells / samples) * (0.4 + 0.01 * run),
            "expected_total_variation": np.sqrt(cells / samples) * 0.4,
        }
        for law in ("uniform", "Dirichlet")
        for cells in (64, 256, 1024)
        for run in RUNS
        for samples in (4096, 16384, 65536, 262144)
    ]
    failures = [
        {
            "part": "failure",
            "law": "uniform",
            "cells": cells,
            "run": run,
            "samples": 1000,
            "error": error,
            "failure_probability": delta,
            "total_variation": 0.1 + (0.3 - 0.01 * run) * np.sqrt(np.log(1 / delta) / 1000),
            "expected_total_variation": 0.1,
        }
        for cells in (4, 16, 64, 256)
        for error in (0.1, 0.05)
        for run in RUNS
        for delta in (0.2, 0.1, 0.05, 0.02, 0.01)
    ]
    return pd.DataFrame(errors + failures)


def known_structure_table() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "setting": setting,
                "statistical_complexity": complexity,
                "samples": samples,
                "cells": 4096,
                "run": run,
                "factored_total_variation": np.sqrt(complexity / samples) * (0.4 + 0.02 * run),
                "histogram_total_variation": np.sqrt(4096 / samples) * factor,
            }
            for setting, factor in (
                ("drawn tables", 0.22),
                ("bounded marginal", 0.2),
                ("uniform tables", 0.45),
            )
            for complexity in (24, 48, 96, 192)
            for samples in (3000, 10000, 30000, 100000)
            for run in RUNS
        ]
    )


def samples_table() -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "learner": learner,
                "statistical_complexity": complexity,
                "run": run,
                "target": target,
                "samples": factor / target * complexity**exponent * (1 + 0.1 * run),
            }
            for learner, factor, exponent in (
                ("one pass", 100.0, 0.5),
                ("fixed sample", 50.0, 0.3),
                ("fixed sample, factors given", 20.0, 0.6),
                ("known structure", 1.0, 1.0),
                ("histogram", 2000.0, 0.0),
            )
            for complexity in (24, 48, 96, 192, 384, 768)
            for run in RUNS
            for target in (0.1, 0.05)
        ]
    )


STEPS: dict[str, tuple[Any, Callable[[], pd.DataFrame]]] = {
    "histogram_estimator": (render_histogram_estimator, histogram_table),
    "known_structure_estimator": (render_known_structure_estimator, known_structure_table),
    "samples_to_loss": (render_samples_to_loss, samples_table),
}
EACH_STEP = pytest.mark.parametrize("name", STEPS)


@pytest.fixture
def draw(tmp_path: Path) -> Callable[[str, pd.DataFrame], Figure]:
    def draw_table(name: str, table: pd.DataFrame) -> Figure:
        return drawn(STEPS[name][0].run, table, tmp_path)

    return draw_table


Draw = Callable[[str, pd.DataFrame], Figure]


@EACH_STEP
def test_same_bytes_again_with_texts_apart_and_inside(name: str, draw: Draw) -> None:
    first, second = (draw(name, STEPS[name][1]()) for _ in range(2))
    assert encode(Path("a.svg"), first) == encode(Path("a.svg"), second)
    require_legible(first)


@EACH_STEP
def test_missing_column_is_named(name: str, draw: Draw) -> None:
    step, make = STEPS[name]
    for column in step.run.columns:
        with pytest.raises(ValueError, match=f"the column '{column}' is missing"):
            draw(name, make().drop(columns=column))


def test_the_exponents_are_written_at_the_lines(draw: Draw) -> None:
    said = written(draw("samples_to_loss", samples_table()))
    for exponent in ("0.50", "0.30", "0.60", "1.00", "0.00"):
        assert said.count(f"∝ SC$^{{{exponent}}}$") == 2  # one panel a target
    assert "-0.00" not in said
    assert "loss 0.1 nats" in said and "loss 0.05 nats" in said
    assert "3 seeds" in said


def test_a_learner_that_misses_a_target_is_left_out_there(draw: Draw) -> None:
    table = samples_table()
    missed = (table["learner"] == "one pass") & (table["target"] == 0.05)
    first, second = draw("samples_to_loss", table[~missed]).axes
    assert (len(first.lines), len(second.lines)) == (5, 4)


def test_one_complexity_has_no_exponent(draw: Draw) -> None:
    table = samples_table()
    said = written(draw("samples_to_loss", table[table["statistical_complexity"] == 24]))
    assert "∝ SC$" not in said


def test_the_savings_are_ratios_of_squared_errors(draw: Draw) -> None:
    figure = draw("known_structure_estimator", known_structure_table())
    lines = [line for line in figure.axes[1].lines if line.get_color() == "#009E73"]
    predicted, savings = lines[0].get_data()
    assert np.asarray(predicted) == pytest.approx(4096 / np.array([192, 96, 48, 24]))
    geometric = (0.45 / np.exp(np.mean(np.log([0.4, 0.42, 0.44])))) ** 2
    assert np.asarray(savings) == pytest.approx(geometric * np.asarray(predicted))


def test_the_bound_is_that_of_the_theorem(draw: Draw) -> None:
    figure = draw("histogram_estimator", histogram_table())
    bound = figure.axes[1].lines[-1]
    rarities, heights = (np.asarray(data, dtype=np.float64) for data in bound.get_data())
    deltas = 1 / rarities
    assert heights == pytest.approx(np.sqrt(np.log(1 / deltas) / 2))
    # the quantiles above the mean, in units of 1/sqrt(n), averaged over runs
    excess = np.asarray(figure.axes[1].lines[0].get_ydata(), dtype=np.float64)
    assert excess == pytest.approx(0.29 * np.sqrt(np.log(1 / deltas)))


def geometric(rows: pd.DataFrame, point: str, value: str) -> list[float]:
    """Return the geometric mean over runs at every point."""
    logarithms = rows.assign(log=np.log(rows[value])).groupby(point)["log"]
    return list(np.exp(logarithms.mean()))


def test_errors_of_the_histogram_are_drawn_for_every_space(draw: Draw) -> None:
    table = histogram_table()
    lines = draw("histogram_estimator", table).axes[0].lines
    uniform = table[(table["part"] == "error") & (table["law"] == "uniform")]
    for cells, line, circles in zip((64, 256, 1024), lines[:3], lines[3:], strict=True):
        rows = uniform[uniform["cells"] == cells]
        assert line.get_xdata() == pytest.approx([4096, 16384, 65536, 262144])
        assert line.get_ydata() == pytest.approx(geometric(rows, "samples", "total_variation"))
        exact = rows[rows["run"] == 0]["expected_total_variation"].tolist()
        assert circles.get_ydata() == pytest.approx(exact)


def test_errors_with_known_structure_are_those_of_the_drawn_tables(draw: Draw) -> None:
    table = known_structure_table()
    *known, plain = draw("known_structure_estimator", table).axes[0].lines
    learner_rows = table[table["setting"] == "drawn tables"]
    for complexity, line in zip((24, 48, 96, 192), known, strict=True):
        rows = learner_rows[learner_rows["statistical_complexity"] == complexity]
        heights = geometric(rows, "samples", "factored_total_variation")
        assert line.get_xdata() == pytest.approx([3000, 10000, 30000, 100000])
        assert line.get_ydata() == pytest.approx(heights)
    heights = geometric(learner_rows, "samples", "histogram_total_variation")
    assert plain.get_ydata() == pytest.approx(heights)


def test_samples_are_drawn_for_every_learner_and_target(draw: Draw) -> None:
    table = samples_table()
    panels = draw("samples_to_loss", table).axes
    for target, axes in zip((0.1, 0.05), panels, strict=True):
        learners = (
            "histogram",
            "one pass",
            "fixed sample",
            "fixed sample, factors given",
            "known structure",
        )
        for learner, line in zip(learners, axes.lines, strict=True):
            rows = table[(table["learner"] == learner) & (table["target"] == target)]
            assert line.get_xdata() == pytest.approx([24, 48, 96, 192, 384, 768])
            heights = geometric(rows, "statistical_complexity", "samples")
            assert line.get_ydata() == pytest.approx(heights)
