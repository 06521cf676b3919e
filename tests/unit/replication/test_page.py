"""What docs/replication.md says."""

from collections.abc import Callable

from compsparse.claims.judged import JudgedClaim
from compsparse.pages.replication_page import replication_page
from compsparse.verdicts.assembling import official

Make = Callable[..., JudgedClaim]


def test_shares_are_shown(claim: Make) -> None:
    count = claim(id="toy_count", kind="exact", statement="There are three.")
    wrong = claim(id="toy_count", kind="exact", verdict="fails", value=4.0)
    open_ = claim(verdict="undecided", low=-0.25)
    claims = [
        official(claim(), {1: open_, 2: claim()}, 0),
        official(count, {1: count, 2: wrong}, 0),
    ]
    page = replication_page({"toy": claims})
    assert "| toy | 1, 2 | 1 of 2 (50.0%) | 1 of 2 (50.0%) |" in page
    assert "exact claims: 1 of 2 (50.0%), too few; statistical claims: 1 of 2" in page
    assert "| toy | 1 | 100.0% | none |" in page
    assert "| toy | 0 | 0 | 1 | 0.0% | 0 | 1 |" in page


def test_what_turned_at_the_hold_out_root_seed_is_listed(claim: Make) -> None:
    turned, open_ = claim(verdict="fails", value=-1.5), claim(verdict="undecided")
    claims = [
        official(claim(), {1: claim()}, 0, hold_out={9: turned}),
        official(claim(id="toy_other"), {1: claim()}, 0, hold_out={9: open_}),
        official(claim(id="toy_third"), {1: claim()}, 0, hold_out={9: claim()}),
    ]
    page = replication_page({"toy": claims})
    assert "No verdict uses root seed 9" in page
    assert "| toy | 3 | 1 | 2 | 1 |" in page
    assert (
        "| It rises. | toy_rise | > 0 | holds | 1.5 [1, 2], n = 4 | fails | -1.5 [1, 2], n = 4 |"
        in page
    )
    assert "No verdict turned" in replication_page({"toy": claims[1:]})
    plain = official(claim(), {1: claim()}, 0)
    assert "hold-out" not in replication_page({"toy": [plain]})


def test_no_change_and_no_replication_are_said(claim: Make) -> None:
    alone = official(claim(id="other_rise"), {}, 0)
    page = replication_page({"toy": [official(claim(), {5: claim()}, 0)], "other": [alone]})
    assert "| toy | 5 | none testable | 1 of 1 (100.0%) |" in page
    assert "| other | not replicated with the present results | - | - |" in page
    assert "too few" not in page
    assert "Over all" not in replication_page({"other": [alone]})
