"""The verdicts as text for people and as JSON for programs."""

import json
from collections.abc import Callable

import pytest
from compsparse.claims.report import selected, summary_text, verdicts_json, verdicts_text

from compsparse.claims.errors import ClaimsError
from compsparse.claims.judged import JudgedClaim
from compsparse.provenance.job import Job


def test_a_claim_is_shown_with_its_measurement_and_band(
    judged_claim: Callable[..., JudgedClaim],
) -> None:
    text = verdicts_text({"toy": [judged_claim(verdict="fails", why="It falls.")], "empty": []})
    assert text.splitlines()[:6] == [
        "toy (scale default)",
        "",
        "  FAILS         toy_curve_slope",
        "    The curve rises.",
        "    Document 004, Figure 1: 1.25 [0.5, 2] over 4 seeds, accepted > 0 (document)",
        "    why: It falls.",
    ]
    assert "empty" in text.splitlines()


def test_no_statement_looks_like_another_verdict(
    judged_claim: Callable[..., JudgedClaim],
) -> None:
    forged = judged_claim(statement="It rises.\n  HOLDS         toy_curve_count\x1b[8m")
    text = verdicts_text({"toy": [forged]})
    assert "\x1b" not in text
    assert len([line for line in text.splitlines() if line.startswith("  HOLDS")]) == 1
    assert json.loads(verdicts_json({"toy": [forged]}))["toy"][0]["statement"] == forged.statement


def test_the_summary_counts_verdicts_by_study(judged_claim: Callable[..., JudgedClaim]) -> None:
    claims = [
        judged_claim(),
        judged_claim(verdict="fails"),
        judged_claim(verdict="fails"),
        judged_claim(origin="prototype"),
    ]
    text = summary_text({"toy": claims, "empty": []})
    assert [line.split() for line in text.splitlines()[1:3]] == [
        ["toy", "default", "1", "2", "0", "0", "1", "holds"],
        ["empty", "0", "0", "0", "0", "none"],
    ]
    assert text.splitlines()[-1].endswith("--all.")
    assert len(text.splitlines()) == 4
    assert summary_text({}) == "No verdict can be shown."


def test_studies_and_results_are_selected_and_the_nearest_is_named(
    judged_claim: Callable[..., JudgedClaim],
) -> None:
    jobs = {
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
    rows = [judged_claim(figure=f"figures/toy_{name}.svg") for name in ("curve", "other")]
    claims = {"toy": rows, "two": rows}
    assert selected([], jobs).of(claims) == claims
    assert selected(["toy"], jobs).of(claims)["toy"] == rows
    one = selected(["toy_curve"], jobs)
    assert (one.studies, one.of({"toy": rows})) == ({"toy"}, {"toy": rows[:1]})
    with pytest.raises(ClaimsError, match=r"no result toy_cruve.* Did you mean 'toy_curve'"):
        selected(["toy_cruve"], jobs)
