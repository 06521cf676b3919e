"""The pages of docs/ that people wrote: links that leave the site lead to what it has instead."""

import os.path
import re
from collections.abc import Collection
from html import escape
from pathlib import Path, PurePosixPath

from compsparse.site.content import Content
from compsparse.site.html import raw
from compsparse.site.plan_picture import plan_picture

_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
# pictures side by side, which those who hear the page would take for a table
_SIDE_BY_SIDE = re.compile(r"^\| \| \|\n\| --- \| --- \|\n\| (.*) \| (.*) \|$", re.MULTILINE)
_MERMAID = re.compile(r"```mermaid\n.*?\n```", re.DOTALL)
_REPLACED = ("docs/verdicts.md", "docs/documents/")  # pages of the site tell it


def written_pages(content: Content) -> dict[str, str]:
    """Return the pages that people wrote, and those on replication and worlds, by their places."""
    root = content.project.root
    found = {
        str(path.relative_to(root)): path.read_text(encoding="utf-8")
        for pattern in ("docs/*.md", "docs/*/*.md")
        for path in sorted(root.glob(pattern))
        if not str(path.relative_to(root)).startswith(_REPLACED)
    }
    found |= {
        place: text.decode() for place, text in content.written.items() if place.endswith(".md")
    }
    return {place: rewritten(content, place, text, found) for place, text in found.items()}


def rewritten(content: Content, place: str, text: str, pages: Collection[str] = ()) -> str:
    """Return a page with links that work in the site; what the site lacks is named, not linked.

    Args:
        content: what the site has.
        place: of the text in the project, as deep as its page is in the site.
        text: Markdown.
        pages: those that lie beside it as they do in the project; links to them stay.
    """

    def link(found: re.Match[str]) -> str:
        picture, words, target = found.groups()
        if "://" in target or (target.startswith("#") and pages):
            return found[0]
        file, _, anchor = target.partition("#")
        path = os.path.normpath(PurePosixPath(place).parent / file)
        if path in pages:
            return found[0]
        address = _address(content, path, anchor)
        if address is None:
            return words
        above = "../" * place.count("/")
        if picture:
            return f'<img class="dark-light" src="{above}{address}" alt="{escape(words)}">'
        return f'<a href="{above}{address}">{words}</a>'

    text = _SIDE_BY_SIDE.sub(r"\1\n\n\2", text)
    return _LINK.sub(link, _MERMAID.sub(lambda found: raw(plan_picture(found[0])), text))


def _address(content: Content, path: str, anchor: str) -> str | None:
    """Return where the site has what a file of the project holds; None where it has not."""
    name, study = Path(path).stem, Path(path).parent.name
    if name in content.results:
        shown = content.results[name]
        if path.endswith((".png", ".svg")):
            place = f"files/{shown.study}/{name}{shown.figure_suffix}"
            return place if shown.figure else None
        return f"{shown.page}.html"
    if path == "docs/verdicts.md":
        return "documents/index.html"
    if path.startswith("docs/documents/"):
        return f"documents/{name}.html{'#' * bool(anchor)}{anchor}"
    if path.startswith("workflow/claims/") and name in content.registries:
        return f"results/{name}/index.html"
    if path in content.written:
        return f"files/{study}/{Path(path).name}"
    if (
        path.startswith("docs/")
        and path.endswith(".md")
        and (content.project.root / path).is_file()
    ):
        return f"{path.removesuffix('.md')}.html{'#' * bool(anchor)}{anchor}"
    return {"params.yaml": "parameters/index.html", "README.md": "index.html"}.get(path)
