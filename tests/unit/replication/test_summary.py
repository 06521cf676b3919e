"""Shares of unchanged verdicts, and what is required of them."""

import pandas as pd
import pytest

from compsparse.replication.summary import Share, shares


def table(*rows: tuple[str, str, str]) -> pd.DataFrame:
    """Make a table of (kind, committed verdict, verdict)."""
    frame = pd.DataFrame(rows, columns=["kind", "committed_verdict", "verdict"])
    return frame.assign(same=frame["committed_verdict"] == frame["verdict"])


def test_pairs_are_counted_by_kind_over_all_tables() -> None:
    one = table(("exact", "holds", "holds"), ("statistical", "holds", "undecided"))
    other = table(("statistical", "fails", "fails"), ("exact", "holds", "holds"))
    assert shares([one, other]) == [Share("exact", 2, 2), Share("statistical", 2, 1)]


def test_pairs_that_say_nothing_are_left_out() -> None:
    silent = ("statistical", "not testable", "not testable")
    found = shares([table(silent, ("statistical", "holds", "not testable"))])
    assert found == [Share("exact", 0, 0), Share("statistical", 1, 0)]
    assert found[0].value is None and found[0].suffices


@pytest.mark.parametrize(
    ("share", "enough"),
    [
        (Share("exact", 100, 100), True),
        (Share("exact", 100, 99), False),
        (Share("statistical", 10, 9), True),
        (Share("statistical", 100, 89), False),
    ],
    ids=["all_exact", "one_exact_changed", "nine_of_ten", "below"],
)
def test_what_suffices(share: Share, enough: bool) -> None:
    assert share.suffices is enough
