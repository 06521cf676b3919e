"""The folder of the site: pages written, then made by Sphinx, then put in place as a whole."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from compsparse.site import data_sets, words
from compsparse.site.content import Content, SiteError, gathered
from compsparse.site.document_page import document_page
from compsparse.site.front_pages import documents_index, not_held_page, start_page
from compsparse.site.html import contents, heading, page, raw
from compsparse.site.named_things import as_script
from compsparse.site.parameters import parameter_table
from compsparse.site.result_page import result_page, results_index, study_index, table_script
from compsparse.site.written_docs import written_pages
from workflow_engine.provenance.project import Project

_STATIC = Path(__file__).parent / "static"
_MARK = ".buildinfo"  # Sphinx writes it: a folder with it is a site, which may be replaced
_FIRST = ("evidence", "own-data", "replication", "worlds", "bands")  # of docs/

_CONFIGURATION = """\
project = "compsparse"
html_title = "compsparse"
extensions = ["myst_parser"]
html_theme = "pydata_sphinx_theme"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_extra_path = ["extra"]
exclude_patterns = ["extra", "static"]
html_copy_source = False
html_show_sourcelink = False
html_show_search_summary = False
html_show_copyright = False
html_show_sphinx = False
html_last_updated_fmt = None
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "myst.xref_missing"]
html_sidebars = {"index": [], "documents/*": [], "not-held": []}
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "compsparse"},
    "navbar_align": "left",
    "navbar_end": ["theme-switcher"],
    "header_links_before_dropdown": 6,
    "search_bar_text": "Theorem, claim, parameter, result ...",
    "secondary_sidebar_items": ["page-toc"],
    "show_prev_next": False,
    "footer_start": [],
    "footer_end": [],
    "article_footer_items": [],
    "collapse_navigation": True,
    "navigation_with_keys": False,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
"""


def build_site(project: Project, out: Path) -> Path:
    """Make the site and return its folder.

    Raises:
        SiteError: results that no record vouches for, no Sphinx, a folder that is no site.
    """
    if out.exists() and not (out.is_dir() and ((out / _MARK).exists() or not any(out.iterdir()))):
        raise SiteError(f"{out} is there and is no site: nothing is replaced. Give another --out.")
    python = _python_with_sphinx(project)
    content = gathered(project)
    with tempfile.TemporaryDirectory(prefix="compsparse-site-") as scratch:
        sources, made = Path(scratch, "sources"), Path(scratch, "site")
        write_sources(content, sources)
        _run_sphinx(python, sources, made)
        for spare in (*made.rglob("*.map"), *made.glob("_static/webpack-macros.html")):
            spare.unlink()  # for those who change the theme
        if out.exists():
            shutil.rmtree(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, out)
    return out


def write_sources(content: Content, folder: Path) -> None:
    """Write everything that Sphinx makes the site from."""
    shutil.copytree(_STATIC, folder / "static")
    for name, text in pages(content).items():
        _write(folder / f"{name}.md", text.encode())
    for name, given in files(content).items():
        _write(folder / "extra" / name, given)
    _write(folder / "conf.py", _CONFIGURATION.encode())


def pages(content: Content) -> dict[str, str]:
    """Return all pages in Markdown, by name."""
    found = {
        "index": start_page(content),
        "documents/index": documents_index(content),
        "results/index": results_index(content),
        "not-held": not_held_page(content),
        data_sets.PAGE: data_sets.data_sets_page(content),
        words.PAGE: words.words_page(content),
    }
    for document in content.documents.documents:
        found[f"documents/{document.id}"] = document_page(content, document)
    for study in content.registries:
        found[f"results/{study}/index"] = study_index(content, study)
    found |= {result.page: result_page(content, result) for result in content.results.values()}
    found |= _parameter_pages(content)
    written = {name.removesuffix(".md"): text for name, text in written_pages(content).items()}
    return found | written | {"docs/index": _docs_index(written)}


def files(content: Content) -> dict[str, bytes]:
    """Return all files beside the pages, by their places in the site."""
    found = {"named.js": as_script(content).encode()}
    for result in content.results.values():
        place = f"files/{result.study}/{result.id}"
        if result.figure is not None:
            found[f"{place}{result.figure_suffix}"] = result.figure
        if result.table is not None:
            found[f"{place}.csv"] = result.table
            if script := table_script(result.table):
                found[f"{place}.js"] = script.encode()
    for place, picture in content.written.items():
        if place.endswith(".svg"):
            found[f"files/{Path(place).parent.name}/{Path(place).name}"] = picture
    return found


def _parameter_pages(content: Content) -> dict[str, str]:
    found = {}
    general = [p for p in content.parameters if p.key.split(".")[0] not in content.registries]
    found["parameters/index"] = page(
        heading("Parameters"),
        raw("<p>Every value of params.yaml, with the comment beside it.</p>"),
        raw(parameter_table("For all studies", general)),
        contents(list(content.registries), caption="Of studies"),
    )
    for study in content.registries:
        chosen = [p for p in content.parameters if p.key.split(".")[0] == study]
        parts = [heading(f"Parameters of {study}")]
        for experiment in dict.fromkeys(p.experiment for p in chosen):
            rows = [p for p in chosen if p.experiment == experiment]
            parts += [heading(experiment.partition(".")[2], 2)]
            parts += [raw(parameter_table(experiment, rows, f"{experiment}."))]
        found[f"parameters/{study}"] = page(*parts)
    return found


def _docs_index(written: Mapping[str, str]) -> str:
    names = [name.removeprefix("docs/") for name in written]
    studies = [name for name in names if name.endswith("/README")]
    single = [name for name in names if "/" not in name]
    first = [*(name for name in _FIRST if name in single), *(n for n in single if n not in _FIRST)]
    others = [name for name in names if "/" in name and name not in studies]
    return page(
        heading("Docs"),
        raw("<p>How it works, and one page for each study.</p>"),
        contents([f"../{words.PAGE}", *first], caption="How it works"),
        contents([*studies, "../parameters/index", f"../{data_sets.PAGE}"], caption="Studies"),
        contents(others, caption="Where studies depart from documents"),
    )


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _python_with_sphinx(project: Project) -> str:
    apart = project.root / ".venv/site/bin/python"
    if apart.exists():
        return str(apart)
    if all(find_spec(name) for name in ("sphinx", "myst_parser", "pydata_sphinx_theme")):
        return sys.executable
    raise SiteError("Sphinx is not installed: `make site` installs it apart, and makes the site.")


def _run_sphinx(python: str, sources: Path, made: Path) -> None:
    options = ["-q", "-b", "html", "-d", str(sources.parent / "doctrees")]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-m", "sphinx", *options, str(sources), str(made)],
        env=environment | {"SOURCE_DATE_EPOCH": "0", "PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    problems = [line for line in done.stderr.splitlines() if line.strip()]
    if done.returncode or problems:
        raise SiteError(f"Sphinx found a fault in the pages: {' '.join(problems[:4])[:600]}")
