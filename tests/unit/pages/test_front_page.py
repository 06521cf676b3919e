"""What README, docs/verdicts.md and docs/documents say."""

from collections.abc import Callable

from compsparse.claims.documents import Documents
from compsparse.claims.statements import judged_statements
from compsparse.pages.document_page import document_page
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
    link = f"[004](docs/documents/004.md) {documents.documents[0].title}"
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
    summary = section(front_page(toy(claims), documents), "Statements").strip().splitlines()
    assert summary[0].startswith("| document | read | statements | holds | holds in part | fails |")
    assert summary[2].endswith("| as printed | 3 |  | 1 |  | 1 |  |  |  | 1 |")
    assert summary[3] == "|  | under control | 0 |  |  |  |  |  |  |  |  |"


def test_every_statement_stands_on_the_page_of_its_document(
    claims: list[OfficialClaim], documents: Documents
) -> None:
    judged = {s.entry.id: s for s in judged_statements(documents, claims)}
    (document,) = documents.documents
    page = document_page(document, judged, {"toy_curve": "toy"}, {"toy_curve.png"})
    within, outside = page.split("## Out of scope")
    figure, theorem, unbuilt = (line for line in within.splitlines() if line.startswith("| <a id="))
    assert '<a id="004_figure_1"></a>Figure 1' in figure and "| **holds in part** |" in figure
    assert "**undecided**" in theorem and "**not built**" in unbuilt
    assert "004_figure_3" not in within and "Needs a V100. |" in outside


def test_a_result_leads_to_its_picture_or_its_table(
    claims: list[OfficialClaim], documents: Documents
) -> None:
    judged = {s.entry.id: s for s in judged_statements(documents, claims)}
    (document,) = documents.documents
    entries = [e.model_copy(update={"results": ["toy_curve"]}) for e in document.entries]
    document = document.model_copy(update={"entries": entries})
    drawn = document_page(document, judged, {"toy_curve": "toy"}, {"toy_curve.png"})
    assert "[curve](../figures/toy_curve.png)" in drawn
    tabled = document_page(document, judged, {"toy_curve": "toy"})
    assert "[curve](../../results/toy/tables/toy_curve.csv)" in tabled
    assert "`toy_curve`" in document_page(document, judged, {})


def test_claims_that_theory_misses_are_counted(claims: list[OfficialClaim]) -> None:
    page = front_page(toy(claims))
    assert "Of 1 claims with a number of theory 1 differ from one by more" in page
    assert "In 0 others the interval" in page
    assert "4 verdicts rest on a 95 % interval" in page and "at most 0.2 of these" in page
    assert page.endswith("\n") and not page.endswith("\n\n")


def test_numbers_that_intervals_exclude_within_the_margin_are_counted(
    judged_claim: Callable[..., OfficialClaim],
) -> None:
    page = front_page(toy([judged_claim(finite_size=AGAINST)]))
    assert "Of 1 claims with a number of theory 0 differ" in page
    assert "In 1 others the interval excludes a number within the margin." in page


def test_a_page_without_intervals_and_theory_says_so(claims: list[OfficialClaim]) -> None:
    page = front_page(toy(claims[1:2]))
    assert "none is expected to be wrong by chance" in page and "number of theory" not in page
