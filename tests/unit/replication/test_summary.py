"""Shares of unchanged verdicts, and what is required of them."""

from collections.abc import Callable

import pytest

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.verdict import Kind, Verdict
from compsparse.pages.replication_summary import Share, shares
from compsparse.verdicts.assembling import official
from compsparse.verdicts.official_claim import OfficialClaim

Make = Callable[..., JudgedClaim]


def pair(claim: Make, kind: Kind, run: Verdict, there: Verdict) -> OfficialClaim:
    """Make a claim with its verdict in the run and at another root seed."""
    return official(claim(kind=kind, verdict=run), {1: claim(kind=kind, verdict=there)}, 0)


def test_pairs_are_counted_by_kind(claim: Make) -> None:
    claims = [
        pair(claim, "exact", "holds", "holds"),
        pair(claim, "statistical", "holds", "undecided"),
        pair(claim, "statistical", "fails", "fails"),
    ]
    assert shares(claims) == [Share("exact", 1, 1), Share("statistical", 2, 1)]


def test_pairs_that_say_nothing_are_left_out(claim: Make) -> None:
    silent = pair(claim, "statistical", "not testable", "not testable")
    found = shares([silent, pair(claim, "statistical", "holds", "not testable")])
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
