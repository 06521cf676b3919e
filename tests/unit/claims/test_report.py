"""The verdicts as text for people and as JSON for programs."""

import json
from collections.abc import Callable

from compsparse.claims.judged import JudgedClaim
from compsparse.claims.report import verdicts_json, verdicts_text


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
