"""The verdict on a statement follows from those on its claims by a rule."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from compsparse.claims.documents import Documents, Entry
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.statements import (
    count_statements,
    judged_statements,
    statement_verdict,
)

Make = Callable[..., JudgedClaim]
ENTRY: dict[str, Any] = {
    "id": "004_figure_1",
    "kind": "figure",
    "place": "Figure 1",
    "statement": "It rises.",
    "owner": "toy",
}
N = "not testable"


@pytest.mark.parametrize(
    ("claims", "checks", "verdict"),
    [
        ((), (), "not built"),
        ((), ("holds", "holds"), "by construction"),
        ((), ("holds", N), "by construction"),
        ((), ("holds", "fails"), "fails"),
        ((), ("holds", "undecided"), "undecided"),
        ((), (N,), "not testable at this scale"),
        ((N, N), ("holds",), "not testable at this scale"),
        (("holds", "holds"), ("fails",), "holds"),
        (("holds", N), (), "holds"),
        (("holds", "fails"), (), "holds in part"),
        (("holds", "undecided"), (), "holds in part"),
        (("fails", "undecided"), ("holds",), "fails"),
        (("undecided", N), (), "undecided"),
    ],
)
def test_the_rule(
    judged_claim: Make, claims: Sequence[str], checks: Sequence[str], verdict: str
) -> None:
    found = statement_verdict(
        Entry.model_validate(ENTRY),
        [judged_claim(verdict=v) for v in claims],
        [judged_claim(verdict=v, role="check") for v in checks],
    )
    assert found == verdict


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [("holds", "holds in part"), ("fails", "fails"), ("undecided", "undecided")],
)
def test_what_is_measured_in_part_never_holds_in_full(
    judged_claim: Make, verdict: str, expected: str
) -> None:
    entry = Entry.model_validate(ENTRY | {"in_part": "Only three sizes."})
    assert statement_verdict(entry, [judged_claim(verdict=verdict)], []) == expected
    assert statement_verdict(entry, [], [judged_claim(role="check")]) == "by construction"


def test_statements_in_scope_are_judged_by_those_who_name_them(judged_claim: Make) -> None:
    entries = [
        ENTRY,
        ENTRY | {"id": "later", "owner": "later"},
        ENTRY | {"id": "outside", "owner": "out of scope", "reason": "A drawing."},
        ENTRY | {"id": "open"},
        ENTRY | {"id": "bounded"},
    ]
    document = {"id": "004", "title": "T", "authors": "A", "reference": "R", "entries": entries}
    documents = Documents.model_validate(
        {"finished": ["toy"], "planned": ["later"], "documents": [document]}
    )
    claims = [
        judged_claim(tests=["004_figure_1", "later"]),
        judged_claim(tests=["004_figure_1"], role="check", verdict="fails"),
        # a regression bound speaks for no document
        judged_claim(tests=["004_figure_1", "bounded"], origin="prototype", verdict="fails"),
    ]
    found = judged_statements(documents, claims)
    assert {s.entry.id: s.verdict for s in found} == {
        "004_figure_1": "holds",
        "later": "not built",
        "open": "not built",
        "bounded": "not built",
    }
    assert (found[0].claims, found[0].checks) == (claims[:1], claims[1:2])
    assert count_statements(found) == {"004": Counter({"holds": 1, "not built": 3})}
