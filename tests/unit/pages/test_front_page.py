"""What README and docs/claims.md say."""

from collections.abc import Callable

from compsparse.claims.documents import Documents
from compsparse.claims.statements import judged_statements
from compsparse.pages.front_page import front_page
from compsparse.pages.readme_block import short, study_line, verdicts_block
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.official_claim import OfficialClaim
from tests.unit.pages.conftest import AGAINST


def section(page: str, title: str) -> str:
    return page.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]


def toy(claims: list[OfficialClaim]) -> dict[str, Verdicts]:
    return {"toy": Verdicts(claims)}


def test_a_study_line_keeps_checks_and_regression_bounds_apart(claims: list[OfficialClaim]) -> None:
    assert study_line("toy", Verdicts(claims)) == (
        "- **toy** (scale default, root seed 0 alone): 4 claims: 1 holds, 1 fails, 1 undecided, "
        "1 not testable. Apart, no evidence: 1 check: 1 holds; 1 regression bound: 1 fails."
    )
    assert study_line("toy", Verdicts(claims[:1])) == (
        "- **toy** (scale default, root seed 0 alone): 1 claim: 1 holds."
    )
    assert study_line("toy", Verdicts([])) == "- **toy**: 0 claims."


def test_readme_counts_statements_by_document(
    claims: list[OfficialClaim], documents: Documents, pooled_claim: Callable[..., OfficialClaim]
) -> None:
    block = verdicts_block(toy(claims), judged_statements(documents, claims))
    header, _, row, *_ = block.splitlines()
    assert header.startswith("| document | printed: holds | in part | fails | undecided | contr")
    # one claim on the first figure holds and one fails; the theorem's testable one is undecided
    link = f"[004](docs/claims.md#document-004) {documents.documents[0].title}"
    assert row == f"| {link} |  | 1 |  | 1 |  |  |  |  |"
    assert "Verdicts of toy are those of root seed 0 alone" in block
    pooled = {"toy": Verdicts([pooled_claim()])}
    assert "alone" not in verdicts_block(pooled, [])


def test_titles_in_readme_lose_subtitles_and_names_of_parts() -> None:
    assert short("Networks: A Study (draft)") == short("Networks (draft)") == "Networks"
    assert short("Part I: Jumps; Part II: Slides") == "Jumps; Slides"


def test_the_full_list_counts_statements_in_both_readings(
    claims: list[OfficialClaim], documents: Documents
) -> None:
    summary = section(front_page(toy(claims), documents), "Summary").strip().splitlines()
    assert summary[0].startswith("| document | read | statements | holds | holds in part | fails |")
    assert summary[2].endswith("| as printed | 3 |  | 1 |  | 1 |  |  |  | 1 |")
    assert summary[3] == "|  | under control | 0 |  |  |  |  |  |  |  |  |"


def test_every_statement_stands_with_its_verdict_and_what_is_behind_it(
    claims: list[OfficialClaim], documents: Documents
) -> None:
    statements = section(front_page(toy(claims), documents), "Statements")
    built, unbuilt = statements.split("Not built: 1 statement<")
    figure, theorem = (line for line in built.splitlines() if line.startswith("| <a id="))
    assert '<a id="004_figure_1"></a>`004_figure_1`' in figure and "**holds in part**" in figure
    assert "fails: curve [gap](toy/claims.md#toy_curve_gap)" in figure
    assert "holds: curve [slope](toy/claims.md#toy_curve_slope)" in figure
    assert "check: 1 holds (from [curve.count](toy/claims.md#toy_curve_count) on)" in figure
    assert "pace" not in figure
    assert "**undecided**" in theorem and "not testable: other [far]" in theorem
    assert "004_figure_2" in unbuilt and "| later |" in unbuilt
    assert "004_figure_3" not in statements


def test_what_did_not_hold_and_where_theory_is_missed(claims: list[OfficialClaim]) -> None:
    page = front_page(toy(claims))
    assert section(page, "What did not hold").strip().splitlines() == [
        "- **fails**, [curve.gap](toy/claims.md#toy_curve_gap): No gap. (Document 004, Figure 1) "
        "Measured 1.25 [0.5, 2] (4), accepted was [-0.1, 0.1]. Why: The margin is narrow.",
        "- **undecided**, [other.bend](toy/claims.md#toy_other_bend): It bends. (Document 004, "
        "Figure 1) Measured 1.25 [0.5, 2] (4), accepted was > 0. Why: not yet explained.",
    ]
    missed = section(page, "Where theory's numbers are missed")
    assert "1 of 1 claims with a number of theory differ" in missed
    assert "1.3: -4.0 % [-8.0, -1.0], agrees, though excluded" in missed
    assert "2: -37.5 % [-75.0, 0], differs" in missed
    assert "4 verdicts rest on a 95 % interval" in page and "at most 0.2 of these" in page
    assert "## Coverage" not in page and "## Statements" not in page
    assert page.endswith("\n") and not page.endswith("\n\n")


def test_numbers_that_intervals_exclude_within_the_margin_are_counted(
    judged_claim: Callable[..., OfficialClaim],
) -> None:
    page = front_page(toy([judged_claim(finite_size=AGAINST)]))
    missed = section(page, "Where theory's numbers are missed").strip()
    assert missed == (
        "No claim of the 1 with a number of theory differs from it. The interval excludes a "
        "number, within the margin, in 1 others."
    )


def test_a_check_that_fails_is_told_as_a_fault_of_the_code(
    judged_claim: Callable[..., OfficialClaim],
) -> None:
    broken = judged_claim(role="check", verdict="fails", why="A slip.")
    found = section(front_page(toy([broken])), "What did not hold")
    assert found.strip().startswith("- **fails** (a check of the code), [curve.slope]")


def test_a_page_without_failures_and_without_intervals_says_so(claims: list[OfficialClaim]) -> None:
    page = front_page(toy(claims[1:2]))
    assert "No testable claim failed" in section(page, "What did not hold")
    assert "No claim of the 0 with a number" in section(page, "Where theory's numbers are missed")
    assert "none is expected to be wrong by chance" in section(page, "Summary")


def test_coverage_is_counted_per_document_and_owner(
    claims: list[OfficialClaim], documents: Documents
) -> None:
    coverage = section(front_page(toy(claims), documents), "Coverage")
    assert "| document | entries | toy | later | out of scope |" in coverage
    assert "| 004: Factors | 4 | 2 | 1 | 1 |" in coverage
    assert "| 004 | Figure 1: A timing. | Needs a V100. |" in coverage
