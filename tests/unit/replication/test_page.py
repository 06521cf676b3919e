"""What docs/replication.md says."""

from collections.abc import Callable

import pytest

from compsparse.claims.judged import JudgedClaim
from compsparse.replication.comparison import compared
from compsparse.replication.errors import ReplicationError
from compsparse.replication.expected import Expected
from compsparse.replication.page import replication_page
from compsparse.replication.pooled import pooled_claims

Make = Callable[..., JudgedClaim]


def test_shares_and_every_changed_verdict_are_shown(claim: Make) -> None:
    count = claim(id="toy_count", kind="exact", statement="There are three.")
    committed = [claim(), count]
    repeated = {
        1: [claim(verdict="undecided", low=-0.25), count],
        2: [claim(), claim(id="toy_count", kind="exact", verdict="fails", value=4.0)],
    }
    pooled = {"toy": pooled_claims(committed, repeated, 0)}
    page = replication_page(
        {"toy": committed},
        {"toy": compared(committed, repeated)},
        pooled,
        {"toy": Expected(4, ("toy_rise",))},
    )
    assert "| toy | 1, 2 | 1 of 2 (50.0%) | 1 of 2 (50.0%) |" in page
    assert "exact claims: 1 of 2 (50.0%), too few; statistical claims: 1 of 2" in page
    assert "| toy | 4 | 75.0% | toy_rise |" in page
    assert "| toy | 0 | 0 | 1 | 0.0% | 0 | 1 |" in page
    assert (
        "| It rises. | toy_rise | > 0 | holds | undecided (11 replicates would decide) "
        "| 1.5 [-0.25, 2] (8) | 1 of 2 |"
    ) in page
    assert "| There are three. | toy_count | > 0 | holds | fails |" not in page
    changes = page[page.index("## toy: changed verdicts") :].splitlines()[4:]
    assert changes == [
        "| It rises. | toy_rise | statistical | > 0 | 1 | holds | undecided | 1.5 [-0.25, 2] (4) |",
        "| There are three. | toy_count | exact | > 0 | 2 | holds | fails | 4 |",
    ]


def test_no_change_and_no_replication_are_said(claim: Make) -> None:
    studies = {"toy": [claim()], "other": [claim(id="other_rise")]}
    page = replication_page(studies, {"toy": compared([claim()], {5: [claim()]})}, {}, {})
    assert "| toy | 5 | none testable | 1 of 1 (100.0%) |" in page
    assert "| other | not replicated with the present results | - | - |" in page
    assert page.endswith("## toy: changed verdicts\n\nNone.\n")
    assert "too few" not in page
    assert "Over all" not in replication_page(studies, {}, {}, {})


def test_a_table_about_other_claims_is_refused(claim: Make) -> None:
    table = compared([claim(id="toy_fall")], {1: [claim(id="toy_fall", verdict="fails")]})
    with pytest.raises(ReplicationError, match="toy_fall"):
        replication_page({"toy": [claim()]}, {"toy": table}, {}, {})
