"""The verdicts as text for people and as JSON for programs."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from compsparse.claims.documents import Documents
from compsparse.claims.errors import ClaimsError
from compsparse.claims.statements import judged_statements
from compsparse.pages.selection import selected
from compsparse.pages.terminal import summary_text, verdicts_json, verdicts_text
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.official_claim import OfficialClaim
from tests.unit.pages.conftest import AGAINST
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REQUEST

Make = Callable[..., OfficialClaim]
JOBS = {
    name: Job(
        study="toy",
        step="render",
        module="toy.render",
        wildcards={"result": name},
        params={},
        outputs={"svg": f"toy/figures/{name}.svg"},
    )
    for name in ("toy_curve", "toy_other")
}


def verdicts_of(*claims: OfficialClaim) -> Verdicts:
    return Verdicts(claims)


def test_counts_come_first_then_each_claim_with_its_measurement(judged_claim: Make) -> None:
    claim = judged_claim(verdict="fails", why="It falls.", finite_size=AGAINST)
    text = verdicts_text({"toy": verdicts_of(claim), "empty": verdicts_of()})
    assert text.splitlines() == [
        "toy (scale default, root seed 0 alone): 1 claim: 1 fails",
        "empty: no claim matches",
        text.splitlines()[2],
        "",
        "  FAILS         toy_curve_slope",
        "    The curve rises.",
        "    Document 004, Figure 1: 1.25 [0.5, 2] over 4 replicates, accepted > 0 (document)",
        "    theory at these sizes 1.3: -4.0 % [-8.0, -1.0], agrees, though excluded",
        "    tests 004_figure_1",
        "    why: It falls.",
    ]
    assert text.splitlines()[2].startswith("Verdicts of toy are those of root seed 0 alone")


def test_checks_are_counted_and_listed_on_request(claims: list[OfficialClaim]) -> None:
    short = verdicts_text({"toy": verdicts_of(*claims)})
    assert "1 check: 1 holds (--checks lists them)" in short and "toy_curve_count" not in short
    full = verdicts_text({"toy": verdicts_of(*claims)}, checks=True)
    assert "toy_curve_count (check)" in full and "lists them" not in full


def test_a_pooled_claim_says_at_how_many_root_seeds_it_holds(
    pooled_claim: Callable[..., OfficialClaim], judged_claim: Make
) -> None:
    text = verdicts_text({"toy": Verdicts([pooled_claim()])})
    assert "root seeds 11, 12, 13, 14: holds alone at 3 of 4; the run's own: fails" in text
    shown = json.loads(verdicts_json({"toy": Verdicts([pooled_claim()])}))
    assert shown["toy"][0]["alone"]["0"] == {"verdict": "fails"}


def test_no_statement_looks_like_another_verdict(judged_claim: Make) -> None:
    forged = judged_claim(statement="It rises.\n  HOLDS         toy_curve_count\x1b[8m")
    text = verdicts_text({"toy": verdicts_of(forged)})
    assert "\x1b" not in text
    assert len([line for line in text.splitlines() if line.startswith("  HOLDS")]) == 1
    shown = json.loads(verdicts_json({"toy": verdicts_of(forged)}))
    assert shown["toy"][0]["statement"] == forged.statement


def test_the_summary_counts_verdicts_by_study_and_statements_by_document(
    claims: list[OfficialClaim], documents: Documents
) -> None:
    text = summary_text({"toy": verdicts_of(*claims)}, judged_statements(documents, claims))
    lines = [line.split() for line in text.splitlines()]
    assert lines[1][1:6] == ["default,", "root", "seed", "0", "alone"]
    assert lines[1][6:] == ["1", "1", "1", "1", "1", "holds", "1", "fails"]
    assert lines[4] == ["004", "0", "1", "0", "1", "0", "0", "0", "1"]
    assert lines[5] == ["under", "control", *"00000000"]
    assert "Verdicts of toy are those of root seed 0 alone" in text
    assert "--all" in text and "--checks" in text
    assert summary_text({}) == "There are no verdicts to show."


def asked(
    claims: list[OfficialClaim], documents: Documents, *names: str, **filters: list[str]
) -> list[str]:
    found = selected(names, JOBS, documents=documents, **filters)  # type: ignore[arg-type]
    return [claim.id for claim in found.of({"toy": verdicts_of(*claims)})["toy"].claims]


def test_claims_are_selected_by_study_result_verdict_and_statement(
    claims: list[OfficialClaim], documents: Documents
) -> None:
    assert len(asked(claims, documents)) == len(asked(claims, documents, "toy")) == len(claims)
    assert asked(claims, documents, "toy_other") == ["toy_other_bend", "toy_other_far"]
    assert asked(claims, documents, verdicts=["fails"]) == ["toy_curve_gap", "toy_curve_pace"]
    assert asked(claims, documents, verdicts=["not-testable", "undecided"]) == [
        "toy_other_bend",
        "toy_other_far",
    ]
    theorem = ["004_theorem_1"]
    assert asked(claims, documents, statements=theorem, verdicts=["undecided"]) == [
        "toy_other_bend"
    ]
    assert asked(claims, documents, "toy_curve", statements=theorem) == []
    assert not selected([], JOBS).is_narrow
    assert selected(["toy_curve"], JOBS).studies == {"toy"}


def test_a_result_on_request_is_known_and_judged_by_its_own_root_seed(judged_claim: Make) -> None:
    dear = judged_claim(id="toy_dear_slope", metric="toy_dear.slope", registered={})
    request = replace(JOBS["toy_curve"], step=REQUEST, params={"results": ["toy_dear"]})
    study = Verdicts([judged_claim(), dear], {"toy_dear": "toy_dear"})
    chosen = selected(["toy_dear"], JOBS | {"dear": request}).of({"toy": study})
    assert list(chosen["toy"].claims) == [dear]
    first, *rest = verdicts_text(chosen).splitlines()
    assert first == "toy (scale default, root seed 0 alone): 1 claim: 1 holds"
    assert "pooled" not in "".join(rest)


@pytest.mark.parametrize(
    ("names", "filters", "words"),
    [
        (["toy_cruve"], {}, r"no result toy_cruve.* Did you mean 'toy_curve'"),
        ([], {"verdicts": ["fail"]}, r"no verdict fail\. Allowed: holds.* Did you mean 'fails'"),
        ([], {"statements": ["004_figur_1"]}, r"no statement 004_figur_1.*'004_figure_1'"),
        ([], {"statements": ["004_figure_3"]}, r"004_figure_3 is out of scope.*Needs a V100"),
    ],
)
def test_a_wrong_name_is_told_with_the_nearest(
    documents: Documents, names: list[str], filters: dict[str, list[str]], words: str
) -> None:
    with pytest.raises(ClaimsError, match=words):
        selected(names, JOBS, documents=documents, **filters)  # type: ignore[arg-type]
