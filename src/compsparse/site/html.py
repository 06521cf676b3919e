"""Small pieces of HTML and of MyST Markdown that all pages are made of."""

import re
from collections.abc import Iterable, Sequence
from html import escape

_CODE = re.compile(r"`([^`]+)`")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|$~])")
_RAISED = re.compile(r"\$([\^_])\\mathregular\{([^}]*)\}\$")  # as figures write powers and indices
FENCE = "`" * 12  # longer than any run of backticks in what is shown

_TAGS = {"^": "sup", "_": "sub"}


def prose(text: str) -> str:
    """Return plain text as HTML; what stands between backticks is code."""
    shown = _CODE.sub(r"<code>\1</code>", escape(" ".join(text.split())))
    return _RAISED.sub(lambda found: f"<{_TAGS[found[1]]}>{found[2]}</{_TAGS[found[1]]}>", shown)


def heading(text: str, level: int = 1) -> str:
    """Return a heading in Markdown, which the contents of the page and search take up."""
    escaped = _MARKUP.sub(r"\\\1", " ".join(text.split()))
    return f"{'#' * level} {escaped}"


def raw(html: str, *, searched: bool = True) -> str:
    """Return HTML as a block of Markdown; search passes over what is not ``searched``."""
    if not html:
        return ""
    hidden = "" if searched else ":class: no-search\n"
    return f"{FENCE}{{raw}} html\n{hidden}\n{html}\n{FENCE}"


def page(*parts: str) -> str:
    """Return a page of Markdown; empty parts are left out."""
    return "\n\n".join(part for part in parts if part) + "\n"


def contents(names: Sequence[str], caption: str = "") -> str:
    """Return a list of other pages for the navigation, shown where it has a caption."""
    lines = [f":caption: {caption}"] if caption else [":hidden:"]
    return "\n".join(["```{toctree}", *lines, ":maxdepth: 1", "", *names, "```"])


def link(address: str, html: str) -> str:
    """Return a link; ``html`` is shown as it is."""
    return f'<a href="{escape(address)}">{html}</a>'


def code(text: str) -> str:
    """Return a word of code."""
    return f"<code>{escape(text)}</code>"


def badge(verdict: str, title: str = "") -> str:
    """Return a verdict: its words, with a mark and a color of its own kind."""
    kind = verdict.replace(" ", "-")
    about = f' title="{escape(title)}"' if title else ""
    return f'<span class="verdict {kind}"{about}>{escape(verdict)}</span>'


def folded(summary: str, html: str) -> str:
    """Return what is shown when its summary is clicked."""
    return f"<details><summary>{summary}</summary>{html}</details>"


def described(pairs: Iterable[tuple[str, str]]) -> str:
    """Return a list of terms, each with its HTML; pairs without any are left out."""
    rows = "".join(f"<dt>{escape(term)}</dt><dd>{html}</dd>" for term, html in pairs if html)
    return f"<dl>{rows}</dl>" if rows else ""


def commands(*lines: tuple[str, str]) -> str:
    """Return commands, each with what it does, behind which a button copies it."""
    return "".join(
        f'<div class="command"><pre tabindex="0"><code>{escape(line)}</code></pre>'
        f"<p>{prose(about)}</p></div>"
        for line, about in lines
    )


def table(
    caption: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    kind: str = "",
    data: str = "",
) -> str:
    """Return a table that scrolls by itself; the first cell of a row names it.

    Args:
        caption: what it holds, for all readers.
        header: names of the columns, as HTML.
        rows: cells as HTML.
        kind: classes, for example ``sortable``.
        data: where a script finds all rows, relative to the page.
    """
    head = "".join(f'<th scope="col">{name}</th>' for name in header)
    body = "".join(
        f'<tr><th scope="row">{cells[0]}</th>{"".join(f"<td>{cell}</td>" for cell in cells[1:])}'
        "</tr>"
        for cells in rows
    )
    more = f' data-rows="{escape(data)}"' if data else ""
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}">'
        f'<table class="table {kind}"{more}><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
