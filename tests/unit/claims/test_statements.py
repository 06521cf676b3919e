"""The verdict on a statement follows from those on its claims by a rule."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from compsparse.claims.documents import Documents, Entry
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.readings import ClaimReading
from compsparse.claims.statements import (
    count_controlled,
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
    assert {s.entry.id: s.printed for s in found} == {
        "004_figure_1": "holds",
        "later": "not built",
        "open": "not built",
        "bounded": "not built",
    }
    assert (found[0].claims, found[0].checks) == (claims[:1], claims[1:2])
    assert count_statements(found) == {"004": Counter({"holds": 1, "not built": 3})}


def test_a_statement_has_a_verdict_as_printed_and_one_under_control(judged_claim: Make) -> None:
    documents = Documents.model_validate(
        {
            "finished": ["toy"],
            "documents": [
                {
                    "id": "004",
                    "title": "T",
                    "authors": "A",
                    "reference": "R",
                    "entries": [ENTRY, ENTRY | {"id": "sharper"}, ENTRY | {"id": "built"}],
                }
            ],
        }
    )
    claims = [
        judged_claim(id="plain", tests=["004_figure_1"], verdict="holds"),
        judged_claim(id="matched", tests=["004_figure_1", "sharper", "built"], verdict="fails"),
        judged_claim(id="ours", tests=["004_figure_1", "sharper"], verdict="undecided"),
        judged_claim(id="code", tests=["built"], role="check"),
    ]
    readings = {
        "matched": ClaimReading(reading="controlled", quote="the same", why="equal error"),
        "ours": ClaimReading(reading="beyond", why="our own question"),
    }
    found = judged_statements(documents, claims, readings)
    assert [(s.printed, s.controlled) for s in found] == [
        ("holds", "fails"),
        ("not tested as printed", "fails"),
        ("by construction", "fails"),
    ]
    assert count_controlled(found) == {"004": Counter({"fails": 3})}
    # a claim that nobody has read counts as printed
    alone = judged_statements(documents, claims[2:3])
    assert [(s.printed, s.controlled) for s in alone[:1]] == [("undecided", None)]
