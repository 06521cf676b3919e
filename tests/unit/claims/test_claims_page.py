"""What the generated documentation says."""

from collections.abc import Callable

import pytest
from compsparse.claims.page import claims_page
from compsparse.claims.study_line import study_line

from compsparse.claims.band import Band
from compsparse.claims.documents import Documents
from compsparse.claims.generated import replace_block
from compsparse.claims.judged import NOT_YET_EXPLAINED, JudgedClaim
from compsparse.claims.table import claims_table, markdown_table

Make = Callable[..., JudgedClaim]


@pytest.fixture
def claims(judged_claim: Make) -> list[JudgedClaim]:
    """Every verdict once, and a regression bound that fails."""
    exact = {"kind": "exact", "value": 0.0, "low": 0.0, "high": 0.0, "seeds": 1}
    return [
        judged_claim(registered="0123abc"),
        judged_claim(id="toy_curve_count", statement="Counts.", accept=Band(equal=0.0), **exact),
        judged_claim(
            id="toy_curve_gap",
            statement="No gap.",
            accept=Band(low=-0.1, high=0.1),
            verdict="fails",
            why="The margin is narrow",
        ),
        judged_claim(
            id="toy_curve_bend",
            statement="It bends.",
            verdict="undecided",
            seeds_needed=17,
            why=NOT_YET_EXPLAINED,
        ),
        judged_claim(
            id="toy_curve_far",
            statement="Far out.",
            verdict="not testable",
            scale="paper",
            value=None,
            low=None,
            high=None,
            seeds=None,
        ),
        judged_claim(
            id="toy_curve_pace", statement="Quick enough.", origin="prototype", verdict="fails"
        ),
    ]


def test_study_line_counts_evidence_and_keeps_regression_bounds_apart(
    claims: list[JudgedClaim],
) -> None:
    assert study_line("toy", claims) == (
        "- **toy** (scale default): 5 claims: 2 hold, 1 fails, 1 undecided, 1 not testable. "
        "Apart, no evidence: 1 regression bound: 1 fails."
    )
    assert study_line("toy", claims[:1]) == "- **toy** (scale default): 1 claim: 1 holds."
    assert study_line("toy", claims[:2]) == "- **toy** (scale default): 2 claims: 2 hold."
    assert study_line("toy", []) == "- **toy**: 0 claims."


def test_claims_table_shows_what_was_measured_and_decided(claims: list[JudgedClaim]) -> None:
    header, _, *rows = claims_table(claims).splitlines()
    assert header == (
        "| claim | source | value [95 % interval] (seeds) | accept | origin | verdict | why |"
    )
    assert rows[0] == (
        "| The curve rises. | Document 004, Figure 1 | 1.25 [0.5, 2] (4) | > 0 | document | holds "
        "|  |"
    )
    assert "| 0 | = 0 |" in rows[1]
    assert "| [-0.1, 0.1] | document | fails | The margin is narrow |" in rows[2]
    assert "| undecided (17 seeds would decide) | not yet explained |" in rows[3]
    assert "| - | > 0 | document | not testable below scale paper |" in rows[4]


def test_cells_cannot_break_a_table() -> None:
    assert markdown_table(["a", "b"], [["x|y", "one\n two"]]) == (
        "| a | b |\n| --- | --- |\n| x\\|y | one two |"
    )
    with pytest.raises(ValueError, match="1 cells but the header has 2"):
        markdown_table(["a", "b"], [["x"]])


def section(page: str, title: str) -> str:
    return page.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_page_has_summary_studies_failures_and_chance(claims: list[JudgedClaim]) -> None:
    page = claims_page({"toy": claims})
    assert "| toy | default | 2 | 1 | 1 | 1 | 1 fails |" in section(page, "Summary")
    assert "4 verdicts rest on a 95 % interval" in section(page, "Summary")
    assert "at most 0.2 of these verdicts" in section(page, "Summary")
    study = section(page, "toy")
    assert "commit 0123abc" in study
    evidence, bounds = study.split("Regression bounds, no evidence")
    assert "Quick enough." in bounds and "Quick enough." not in evidence
    failures = section(page, "What did not hold")
    assert failures.strip().splitlines() == [
        "- **fails**, toy: No gap. (Document 004, Figure 1) Accepted was [-0.1, 0.1]. Why: The "
        "margin is narrow.",
        "- **undecided**, toy: It bends. (Document 004, Figure 1) Accepted was > 0. Why: not yet "
        "explained.",
    ]
    assert "## Coverage" not in page
    assert page.endswith("\n") and not page.endswith("\n\n")


def test_page_without_failures_and_without_intervals_says_so(claims: list[JudgedClaim]) -> None:
    page = claims_page({"toy": claims[1:2]})
    assert "No claim that was testable failed" in section(page, "What did not hold")
    assert "none is expected to be wrong by chance" in section(page, "Summary")
    assert "not yet registered in a commit" in section(page, "toy")


def test_page_counts_coverage_per_document_and_owner(claims: list[JudgedClaim]) -> None:
    entry = {"kind": "figure", "place": "Figure 1", "statement": "A timing."}
    documents = Documents.model_validate(
        {
            "finished": [],
            "documents": [
                {
                    "id": "004",
                    "title": "Factors",
                    "authors": "Four",
                    "reference": "a preprint",
                    "entries": [
                        {"id": "a", "owner": "factorial", **entry},
                        {"id": "b", "owner": "factorial", **entry},
                        {"id": "c", "owner": "out of scope", "reason": "Needs a V100.", **entry},
                        {"id": "d", **entry},
                    ],
                }
            ],
        }
    )
    coverage = section(claims_page({"toy": claims}, documents), "Coverage")
    assert "| document | entries | factorial | out of scope | nobody |" in coverage
    assert "| 004: Factors | 4 | 2 | 1 | 1 |" in coverage
    assert "| 004 | Figure 1: A timing. | Needs a V100. |" in coverage


PAGE = """# Title
<!-- generated: claims -->
old
<!-- end generated -->
between
<!-- generated: runtimes -->
<!-- end generated -->
end
"""


def test_replaces_one_block_and_nothing_else() -> None:
    once = replace_block(PAGE, "claims", "new\nlines\n")
    assert once == PAGE.replace("old", "new\nlines")
    assert replace_block(once, "claims", "new\nlines\n") == once
    assert replace_block(PAGE, "runtimes", "1 s") == PAGE.replace(
        "runtimes -->\n", "runtimes -->\n1 s\n"
    )


@pytest.mark.parametrize(
    ("text", "name", "content", "words"),
    [
        (PAGE, "verdicts", "x", "0 blocks named 'verdicts'.*claims, runtimes"),
        ("", "claims", "x", "Its blocks: none"),
        (PAGE + PAGE, "claims", "x", "2 blocks named 'claims'"),
        ("<!-- generated: claims -->\nold\n", "claims", "x", "no end"),
        ("<!-- generated: claims -->\n" + PAGE.replace("claims", "b"), "claims", "x", "no end"),
        (PAGE, "claims", "<!-- end generated -->", "holds a marker"),
        (PAGE, "claims", "<!-- generated: b -->", "holds a marker"),
    ],
)
def test_a_block_that_is_not_exactly_there_is_an_error(
    text: str, name: str, content: str, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        replace_block(text, name, content)
