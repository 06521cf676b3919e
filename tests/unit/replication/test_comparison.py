"""The table of a replication."""

from collections.abc import Callable
from pathlib import Path

import pytest

from compsparse.claims.judged import JudgedClaim
from compsparse.replication.comparison import compared
from compsparse.replication.errors import ReplicationError
from workflow_engine.artifacts.tables import encode, read_table

Make = Callable[..., JudgedClaim]


def test_a_row_for_every_claim_and_seed_in_the_order_of_the_claims(claim: Make) -> None:
    committed = [claim(), claim(id="toy_count", kind="exact")]
    repeated = {
        3: [claim(verdict="undecided", value=0.5, low=-1.0), committed[1]],
        1: committed,
    }
    table = compared(committed, repeated)
    assert table[["claim", "root_seed", "verdict", "same"]].values.tolist() == [
        ["toy_rise", 3, "undecided", False],
        ["toy_rise", 1, "holds", True],
        ["toy_count", 3, "holds", True],
        ["toy_count", 1, "holds", True],
    ]
    assert table.loc[0, ["committed_verdict", "value", "low"]].tolist() == ["holds", 0.5, -1.0]


def test_what_was_not_measured_stays_empty_in_the_file(claim: Make, tmp_path: Path) -> None:
    missing = {"value": None, "low": None, "high": None, "seeds": None, "samples": None}
    unmeasured = claim(id="toy_far", verdict="not testable", **missing)
    committed = [claim(samples=[1.0, 2.0]), unmeasured]
    path = tmp_path / "replication.csv"
    path.write_bytes(encode(path, compared(committed, {1: committed})))
    assert path.read_text().splitlines()[1:] == [
        "toy_rise,statistical,1,holds,holds,True,1.5,1.0,2.0,4,1.0 2.0",
        "toy_far,statistical,1,not testable,not testable,True,,,,,",
    ]
    assert read_table(path)["same"].dtype == bool


def test_other_claims_at_a_seed_are_refused(claim: Make) -> None:
    with pytest.raises(ReplicationError, match="At root seed 2 other claims"):
        compared([claim()], {1: [claim()], 2: [claim(id="toy_fall")]})
    with pytest.raises(ReplicationError, match="has no claims"):
        compared([], {1: []})
