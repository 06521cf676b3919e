"""What the pages of the site say, before Sphinx makes HTML of them."""

import json
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from compsparse.claims.registry import Section
from compsparse.site.building import build_site, files, pages
from compsparse.site.content import Content, SiteError, gathered
from compsparse.site.data_sets import data_sets_page
from compsparse.site.document_page import document_page
from compsparse.site.front_pages import not_held_page, start_page
from compsparse.site.html import heading, prose, raw, table
from compsparse.site.named_things import as_script, named_things
from compsparse.site.parameters import read_parameters_with_sources
from compsparse.site.provenance_tree import provenance_tree
from compsparse.site.result_page import result_page, study_index
from compsparse.site.written_docs import rewritten
from tests.unit.site.conftest import PARAMS

Make = Callable[..., Content]
EMPTY = ("br", "img", "meta", "link")


class Balanced(HTMLParser):
    """Collects tags that are open at the end, or closed without having been opened."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_value_of_the_parameters_has_the_comment_beside_it() -> None:
    found = {p.key: p for p in read_parameters_with_sources(PARAMS)}
    assert list(found) == [
        "root_seed",
        "toy.curve.train.steps",
        "toy.curve.train.sizes",
        "toy.curve.stages",
    ]
    steps = found["toy.curve.train.steps"]
    assert (steps.value, steps.number, steps.source) == ("300", 300, "scaled down from 1000 (P9)")
    assert steps.experiment == "toy.curve"
    assert found["toy.curve.train.sizes"].source == ""
    assert found["toy.curve.stages"].value == "[{order: 3}, {order: 4}]"
    assert found["toy.curve.stages"].source == "first; second"


def test_text_cannot_become_markup() -> None:
    assert prose("a < b and `c < d`") == "a &lt; b and <code>c &lt; d</code>"
    assert heading("A *b* [c] #1", 2) == r"## A \*b\* \[c\] \#1"
    assert raw("") == ""
    assert ":class: no-search" in raw("<p></p>", searched=False)


def test_a_table_can_be_read_by_those_who_hear_it() -> None:
    page = table("Losses & more", ["run", "loss"], [["0", "<b>1</b>"]])
    assert "<caption>Losses &amp; more</caption>" in page
    assert '<th scope="col">run</th>' in page
    assert '<th scope="row">0</th><td><b>1</b></td>' in page


def test_the_start_page_counts_statements_and_leads_to_them(make_content: Make) -> None:
    page = start_page(make_content())
    assert "make 3 statements that a computer can test" in page
    assert 'href="documents/004.html#printed=undecided">1</a>' in page
    assert "not-tested-as-printed,not-testable-at-this-scale,not-built" in page


def test_a_document_has_its_statements_in_its_order_with_both_verdicts(make_content: Make) -> None:
    content = make_content()
    page = document_page(content, content.documents.documents[0])
    places = [page.index(f'id="{entry.id}"') for entry in content.documents.documents[0].entries]
    assert places == sorted(places)
    assert 'data-printed="undecided"' in page
    assert "Needs a V100." in page
    assert 'href="../results/toy/toy_other.html#toy_other_bend"' in page


def test_a_result_tells_value_band_theory_and_how_to_make_it_again(make_content: Make) -> None:
    content = make_content()
    page = result_page(content, content.results["toy_curve"])
    for words in (
        "1.25 [0.5, 2], n = 4",
        "&gt; 0",
        "1.3: -4.0 %",
        'href="../../documents/004.html#004_figure_1"',
        '<article class="claim" id="toy_curve_gap">',
        "The margin is narrow",
        "Download the table",
        "the first 20 of 30 rows",
        'data-rows="../../files/toy/toy_curve.js"',
        "scaled down from 1000 (P9)",
        "snakemake toy_curve --config set=toy.curve.train.steps=600",
        "compsparse trace toy_curve",
        "1 job from seeds to figure took 2 CPU seconds on A slow one",
        "root seed 0, names",
    ):
        assert words in page, words
    assert "on request" not in page


def test_a_picture_with_its_caption_beside_it_is_not_read_twice(make_content: Make) -> None:
    content = make_content()
    assert 'alt=""' in study_index(content, "toy")
    assert 'alt="The curve"' in result_page(content, content.results["toy_curve"])


def test_the_names_of_other_results_lead_to_their_definitions(make_content: Make) -> None:
    content = make_content()
    made = content.registries["toy"]
    one = Section(
        title="One",
        text="*Flat*: as `bend` and *Two*; [two](#two), `curve`, **Two**, *one*, *Two*:",
    )
    made.sections.update(one=one, two=Section(title="Two", text="Of `curve`."))
    made.results["bend"] = made.results["curve"].model_copy(update={"section": "two"})
    bend = replace(content.results["toy_other"], id="toy_bend")
    content = replace(content, results={**content.results, "toy_bend": bend})
    page = result_page(content, content.results["toy_curve"])
    led = '<a href="toy_bend.html#what-is-measured">{}</a>'
    told = f"{led.format('bend')} and {led.format('Two')}; {led.format('two')}"
    assert f"*Flat*: as {told}, `curve`, **Two**, *one*, *Two*:" in page


def test_a_result_on_request_is_marked_and_an_absent_figure_named(make_content: Make) -> None:
    content = make_content(on_request=True, rule="toy_dear", figure=None, table=None)
    page = result_page(content, content.results["toy_curve"])
    assert "Made on request only" in page and "snakemake toy_dear" in page
    assert "compsparse trace" not in page
    assert "The figure is not in this copy" in page and "<figure" not in page
    assert "Download the table" not in page


def test_files_that_no_record_vouches_for_are_not_shown(make_content: Make) -> None:
    content = make_content(figure=None, refused="code: it changed. Run `snakemake`")
    page = result_page(content, content.results["toy_curve"])
    assert "Its files are not shown: code: it changed. Run <code>snakemake</code>" in page


def test_the_tree_leads_down_to_seeds_and_shows_each_job_once(make_content: Make) -> None:
    content = make_content()
    tree = provenance_tree(content, content.results["toy_curve"])
    assert tree.count("<details>") == 2
    assert tree.index("toy_curve.svg") < tree.index("curve.npz")
    assert "runs = 3" in tree and "dddddddddddddddd" in tree


def test_what_did_not_hold_stands_with_its_reason(make_content: Make) -> None:
    page = not_held_page(make_content())
    assert "## Fails: toy" in page and "## Undecided: toy" in page
    assert "The margin is narrow" in page and "Quick enough." not in page


def test_data_sets_have_license_and_checksum(make_content: Make) -> None:
    content = make_content()
    lock = "stages: {study@toy: {outs: [{path: results/toy/data, md5: ab.dir, size: 2000000, "
    (content.project.root / "dvc.lock").write_text(f"{lock}nfiles: 1}}]}}}}")
    page = data_sets_page(content)
    assert "<code>ab.dir</code></td><td>MIT</td>" in page and "<td>2.0</td>" in page
    assert page.index("<code>toy/data/curve.npz</code>") < page.index(f"<code>{'d' * 64}</code>")


def test_search_knows_statements_claims_parameters_and_results(make_content: Make) -> None:
    content = make_content()
    found = {name: (kind, place) for kind, name, _, place, _ in named_things(content)}
    assert found["004_theorem_1"] == ("figure", "documents/004.html#004_theorem_1")
    assert found["toy_curve.gap"] == ("claim", "results/toy/toy_curve.html#toy_curve_gap")
    assert found["toy.curve.train.steps"][1] == "parameters/toy.html#toy.curve.train.steps"
    assert found["root_seed"][1] == "parameters/index.html#root_seed"
    script = as_script(content)
    rows, _ = json.loads(script.removeprefix("compsparseNamed(...").removesuffix(");\n"))
    assert len(rows) == len(list(named_things(content)))


def test_written_pages_lead_to_what_the_site_has(make_content: Make) -> None:
    content = make_content()

    def page(text: str) -> str:
        return rewritten(content, "docs/toy/README.md", text, {"docs/evidence.md"})

    assert page("[a](../evidence.md#b)") == "[a](../evidence.md#b)"
    assert page("[a](https://b.org)") == "[a](https://b.org)"
    assert page("[a](../../workflow/claims/toy.yaml)") == (
        '<a href="../../results/toy/index.html">a</a>'
    )
    statement = "../../documents/004.html#004_theorem_1"
    assert page("[a](../documents/004.md#004_theorem_1)") == f'<a href="{statement}">a</a>'
    assert 'src="../../files/toy/toy_curve.svg"' in page("![a](../figures/toy_curve.png)")
    assert page("[the code](../../src/a.py)") == "the code"
    assert page("| | |\n| --- | --- |\n| [a](b.py) | c |") == "a\n\nc"
    # Sphinx would need a script from outside to draw it
    assert "flowchart" not in page("```mermaid\nflowchart LR\n```\n")


def test_all_pages_are_made_and_their_html_is_balanced(make_content: Make) -> None:
    content = make_content()
    docs = content.project.root / "docs"
    docs.mkdir()
    (docs / "evidence.md").write_text("# Evidence\n")
    made = pages(content)
    assert {"index", "documents/004", "results/toy/toy_curve", "docs/evidence"} <= made.keys()
    for name, text in made.items():
        parser = Balanced()
        parser.feed(text)
        assert parser.open == [], name
    assert {"named.js", "files/toy/toy_curve.svg", "files/toy/toy_curve.js"} <= files(
        content
    ).keys()


def test_without_sphinx_it_says_what_to_do(
    make_content: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compsparse.site.building.find_spec", lambda name: None)
    project = make_content().project
    with pytest.raises(SiteError, match="`make site` installs it apart"):
        build_site(project, project.root / "new")
    assert not (project.root / "new").exists()


def test_what_no_record_vouches_for_stops_it_in_one_sentence(
    make_content: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("compsparse.site.content.Vouching.of", lambda project: None)
    monkeypatch.setattr("compsparse.site.content.refusals", lambda *_: ["a.csv: edited.", "b"])
    with pytest.raises(SiteError) as refused:
        gathered(make_content().project)
    assert str(refused.value) == "The site shows only what holds. a.csv: edited."


def test_a_folder_that_is_no_site_is_not_replaced(make_content: Make) -> None:
    project = make_content().project
    mine = project.root / "mine"
    mine.mkdir()
    (mine / "thesis.tex").touch()
    with pytest.raises(SiteError, match="is no site: nothing is replaced"):
        build_site(project, mine)
    assert (mine / "thesis.tex").exists()
