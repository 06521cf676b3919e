"""The site of this repository: whole, offline, the same twice, and read by a browser."""

import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from compsparse.site.archive import write_archive
from compsparse.site.building import build_site
from compsparse.site.parameters import read_parameters_with_sources
from compsparse.site.result_page import varied
from tests.house_plan import PROJECT, ROOT
from tests.repository.committed import git
from workflow_engine.configuration.load import load

SPHINX = ROOT / ".venv/site/bin/python"
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chrome"))), None)
LARGEST = 60  # MB of the whole site
VIEWED = (
    "index.html",
    "documents/004.html",
    "documents/000.html#printed=fails",
    "results/index.html",
    "results/factorial/factorial_single_pass.html",
    "results/experts/experts_more_tasks.html",
    "not-held.html",
    "docs/worlds.html",
    "docs/architecture.html",
    "words.html",
    "data-sets.html",
)
READ_BY_AXE = ("index.html", "documents/004.html", VIEWED[4], *VIEWED[6:])


class Page(HTMLParser):
    """The names and addresses on a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value and name == "id":
                self.ids[value] += 1
            elif value and name in ("href", "src", "data-rows"):
                (self.links if tag == "a" else self.loaded).append(value)


def test_every_value_that_a_page_proposes_is_allowed() -> None:
    sections: dict[str, list] = {}
    for parameter in read_parameters_with_sources((ROOT / "params.yaml").read_text()):
        sections.setdefault(parameter.experiment, []).append(parameter)
    proposed = [found for section in sections.values() if (found := varied(section))]
    assert len(proposed) > 50
    load(ROOT / "params.yaml", {"set": " ".join(proposed)}, worlds=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not SPHINX.exists():
        pytest.skip("Sphinx is not installed; `make site` installs it")
    return build_site(PROJECT, tmp_path_factory.mktemp("made") / "site")


@pytest.fixture(scope="module")
def read(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


@pytest.mark.dear
def test_no_page_loads_anything_from_elsewhere(read: dict[Path, Page], site: Path) -> None:
    loaded = {address for page in read.values() for address in page.loaded}
    assert [address for address in loaded if re.match(r"(https?:)?//", address)] == []
    styles = "".join(path.read_text() for path in site.rglob("*.css"))
    assert re.findall(r"url\(['\"]?(?:https?:)?//[^)]*\)|@import [^;]*http", styles) == []


@pytest.mark.dear
def test_every_link_leads_somewhere_and_every_name_stands_once(read: dict[Path, Page]) -> None:
    astray, twice = set(), set()
    for path, page in read.items():
        twice |= {(path.name, name) for name, count in page.ids.items() if count > 1}
        for address in (*page.links, *page.loaded):
            if re.match(r"https?:|data:", address):
                continue
            file, _, anchor = unquote(address).partition("#")
            goal = (path.parent / file.partition("?")[0]).resolve() if file else path
            chooses = anchor.startswith(("printed=", "controlled=", "read="))
            if not goal.exists() or (
                anchor and not chooses and goal in read and not read[goal].ids[anchor]
            ):
                astray.add((path.name, address))
    assert (astray, twice) == (set(), set())


@pytest.mark.dear
def test_every_column_has_a_heading(read: dict[Path, Page]) -> None:
    empty = re.compile(r"<th\b[^>]*>\s*(<p>\s*</p>)?\s*</th>")
    assert [path.name for path in read if empty.search(path.read_text())] == []


@pytest.mark.dear
def test_the_site_is_small_the_same_twice_and_no_part_of_the_repository(
    site: Path, tmp_path: Path
) -> None:
    assert git("check-ignore", "-q", "site").returncode == 0
    before = git("status", "--porcelain").stdout
    other = build_site(PROJECT, tmp_path / "again")
    again = _files(other)
    digests = {write_archive(made, tmp_path / "compsparse-site.zip") for made in (site, other)}
    assert len(digests) == 1
    assert git("status", "--porcelain").stdout == before
    made = _files(site)
    assert [path for path in made if again.get(path) != made[path]] == []
    assert again.keys() == made.keys()
    assert sum(map(len, made.values())) < LARGEST * 1_000_000


def _files(folder: Path) -> dict[Path, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder): path.read_bytes() for path in paths}


def viewed(site: Path, page: str) -> tuple[str, str]:
    """Return a page as a browser without network has it, and what its console says."""
    if BROWSER is None:
        pytest.skip("no chromium here; the system's package manager has it")
    done = subprocess.run(
        [
            BROWSER,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--enable-logging=stderr",
            "--virtual-time-budget=10000",
            "--dump-dom",
            f"file://{site}/{page}",
        ],
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    # the theme tells what it does
    return done.stdout, "\n".join(line for line in said if '"[PST]: ' not in line)


@pytest.mark.dear
@pytest.mark.parametrize("page", VIEWED)
def test_pages_open_without_network_and_without_errors(site: Path, page: str) -> None:
    content, console = viewed(site, page)
    assert "</html>" in content
    assert console == ""


@pytest.mark.dear
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("page", READ_BY_AXE)
def test_nothing_hinders_those_who_hear_a_page_or_use_keys(
    site: Path, page: str, theme: str
) -> None:
    axe = next((ROOT / ".venv/site").glob("lib/*/site-packages/*/axe.min.js"))
    looks = (
        f"document.documentElement.dataset.theme = '{theme}'; "
        # after the theme has made what scrolls reachable by keys
        "addEventListener('load', () => setTimeout(() => axe.run().then((found) => { "
        "document.body.dataset.violations = found.violations.map((v) => v.id).join(' '); "
        "}), 3000));"
    )
    scripts = f"<script src='{axe.as_uri()}'></script><script>{looks}</script></body>"
    examined = (site / page).with_name(f"examined-{theme}.html")
    examined.write_text((site / page).read_text().replace("</body>", scripts))
    content, _ = viewed(site, str(examined.relative_to(site)))
    examined.unlink()
    assert re.findall(r'data-violations="(.*?)"', content) == [""]


@pytest.mark.dear
@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("theorem 5", "documents/000.html#000_theorem_5"),
        (
            "single_pass equal_complexity",
            "results/factorial/factorial_single_pass.html#factorial_single_pass_equal_complexity",
        ),
        (
            "single_pass.train.steps",
            "parameters/factorial.html#factorial.single_pass.train.steps",
        ),
        ("factorial_single_pass", "results/factorial/factorial_single_pass.html"),
        ("excess", "words.html#regime-excess"),
        ("superposition", "results/regime/regime_orthogonality.html"),
        ("lottery ticket", "results/tickets/tickets_winning_tickets.html"),
    ],
)
def test_search_finds_statements_claims_parameters_results_words_and_synonyms(
    site: Path, words: str, address: str
) -> None:
    content, console = viewed(site, f"search.html?q={words.replace(' ', '+')}")
    assert f'href="./{address}"' in content
    assert console == ""


@pytest.mark.dear
def test_a_table_sorts_all_of_its_rows(site: Path) -> None:
    folder = site / "results/factorial"
    page = (folder / "factorial_single_pass.html").read_text()
    click = "document.querySelectorAll('table[data-rows] th button')[5].click()"
    script = f"<script>addEventListener('load', () => {{ {click}; {click} }})</script></body>"
    clicked = folder / "clicked.html"
    clicked.write_text(page.replace("</body>", script))
    content, console = viewed(site, "results/factorial/clicked.html")
    clicked.unlink()
    table = content.partition('data-rows="')[2].partition("</table>")[0]
    written = ROOT / "results/factorial/tables/factorial_single_pass.csv"
    rows = len(written.read_text().splitlines()) - 1
    assert f"200 of {rows} rows" in table and 'aria-sort="descending"' in table
    steps = re.findall(r"<tr>(?:<t[hd][^>]*>[^<]*</t[hd]>){5}<td>(\d+)</td>", table)
    assert len(steps) == 200 and steps[0] == "300"
    assert steps == sorted(steps, key=int, reverse=True)
    assert console == ""


@pytest.mark.dear
def test_a_document_shows_the_statements_with_the_verdict_that_is_asked_for(site: Path) -> None:
    content, _ = viewed(site, "documents/004.html#printed=fails")
    cards = re.findall(r'<article class="statement[^>]*data-printed="([a-z-]*)"[^>]*>', content)
    hidden = re.findall(
        r'<article class="statement[^>]*data-printed="([a-z-]*)"[^>]*hidden', content
    )
    assert "fails" in cards and "fails" not in hidden
    assert len(cards) - len(hidden) == cards.count("fails")
