"""Numbers by condition: which columns are conditions, and which tables have none to show."""

import pandas as pd
import pytest

from compsparse.site.condition_means import condition_means


def test_each_condition_has_the_mean_and_the_extremes_over_its_runs() -> None:
    rows = [("a", 0, 1.0, 0.5), ("b", 0, 2.0, 0.5), ("a", 1, 2.0, 0.5), ("b", 1, 6.0, 0.5)]
    means = condition_means(pd.DataFrame(rows, columns=["kind", "run", "error", "chance"]))
    assert means is not None
    assert means.header == ["kind", "chance", "error"]
    assert means.rows == [["a", "0.5", "1.5 [1, 2]"], ["b", "0.5", "4 [2, 6]"]]
    assert means.caption == "Means over the 2 runs of the figure [least, largest]"


def test_of_curves_the_last_step_of_each_run_counts() -> None:
    rows = [
        ("a", 0, 1, 9.0),
        ("a", 0, 2, 1.0),
        ("b", 0, 1, 8.0),
        ("a", 1, 1, 3.0),
        ("b", 1, 5, 4.0),
    ]
    means = condition_means(pd.DataFrame(rows, columns=["kind", "run", "step", "loss"]))
    assert means is not None
    assert means.rows == [["a", "2 [1, 3]"], ["b", "6 [4, 8]"]]
    assert means.caption.endswith("each after its last step")


@pytest.mark.parametrize(
    "table",
    [
        pd.DataFrame({"kind": ["a", "b"], "run": [0, 0], "error": [1.0, 2.0]}),  # one run
        pd.DataFrame({"kind": ["a", "a"], "error": [1.0, 2.0]}),  # no runs
        # more than one row for a run and condition: a mean over times would say nothing
        pd.DataFrame({"kind": list("aabbaabb"), "run": [0] * 4 + [1] * 4, "x": range(8)}),
        pd.DataFrame({"run": [0, 1], "error": [1.0, 2.0]}),  # no condition
    ],
)
def test_other_tables_have_none(table: pd.DataFrame) -> None:
    assert condition_means(table) is None
