import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.structure_search.plan import (
    CounterexampleDraws,
    SelectingDraws,
    UserTable,
)

SELECTING = {
    "factors": "2^2",
    "concentration": 1.0,
    "separation": 0.1,
    "other_separations": [0.05],
    "tables": 2,
    "repetitions": 3,
    "samples": [50, 400],
    "threshold": 0.5,
}
COUNTEREXAMPLE = {
    "factors": ["2^2", "2*3"],
    "dimensions": [1, 2],
    "concentration": 1.0,
    "runs": 2,
    "tolerance": 1e-12,
}
TABLE = {"table": "workflow/tables/page_views.csv", "tolerance": 1e-6, "planted": None} | {
    "redraws": 19
}


def test_good_settings() -> None:
    assert SelectingDraws(**SELECTING).samples == [50, 400]
    assert CounterexampleDraws(**COUNTEREXAMPLE).factors == ["2^2", "2*3"]
    assert UserTable(**TABLE).planted is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"samples": [400, 50]}, "increasing"),
        ({"samples": [50, 50]}, "increasing"),
        ({"factors": "2^3"}, "462,893,762"),
        ({"separation": 0.6}, "less than 0.5"),
    ],
)
def test_bad_draws(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        SelectingDraws(**SELECTING | changes)


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"factors": ["2^2", "2^2"]}, "distinct"), ({"dimensions": [1, 1]}, "distinct")],
)
def test_bad_counterexamples(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        CounterexampleDraws(**COUNTEREXAMPLE | changes)


@pytest.mark.parametrize(
    "path", ["/tmp/table.csv", "../table.csv", "a\\b.csv", "table.txt", "C:\\table.csv"]
)
def test_paths_outside_of_the_project_or_of_another_kind_are_refused(path: str) -> None:
    with pytest.raises(ValidationError, match="relative to the project's root"):
        UserTable(**TABLE | {"table": path})
