"""The words that pages use in a sense of their own: a page of definitions, and links to it.

The first time that a page uses one of them, the word leads to its definition, which those who point
at it see and those who hear the page are read.
"""

import re
from collections.abc import Sequence
from html import escape

from compsparse.site.content import Content
from compsparse.site.html import FENCE, heading, link, page, prose, raw
from compsparse.site.vocabulary import WORDS, Word
from compsparse.site.written_docs import rewritten

PAGE = "words"

_PASSED_OVER = ("a", "button", "code", "pre", "h1", "h2", "h3", "svg", "summary", "title", "script")
_TAG = re.compile(r"(<[^>]*>)")
_BLOCK = re.compile(rf"({FENCE}{{raw}} html\n.*?\n{FENCE})", re.DOTALL)


def words_page(content: Content) -> str:
    """Return the page of all words, those of all studies first."""
    parts = [heading("Words"), raw("<p>What words mean here that have other senses elsewhere.</p>")]
    parts.append(raw(_defined("", "")))
    for study, registry in content.registries.items():
        terms = _defined(study, "")
        about = rewritten(content, f"{PAGE}.md", registry.about) if registry.about else ""
        if terms or about:
            parts += [heading(study, 2), about, raw(terms)]
    return page(*parts)


def _defined(study: str, above: str) -> str:
    rows = ""
    for word in WORDS:
        if word.study == study:
            more = f" {link(above + word.more, 'More')}" if word.more else ""
            rows += f'<dt id="{word.anchor}">{word.name}</dt><dd>{prose(word.meaning)}{more}</dd>'
    return f"<dl>{rows}</dl>" if rows else ""


def explained(text: str, above: str, studies: Sequence[str] = ()) -> str:
    """Return a page in which the first use of each word leads to its definition.

    Args:
        text: Markdown around blocks of HTML; only these are looked at.
        above: leads to the site's root.
        studies: whose words count, beside those of all.
    """
    left = {
        form.lower(): word
        for word in WORDS
        if not word.study or word.study in studies
        for form in (word.name, *word.forms)
    }
    parts = _BLOCK.split(text)
    return "".join(_linked(part, above, left) if i % 2 else part for i, part in enumerate(parts))


def _linked(html: str, above: str, left: dict[str, Word]) -> str:
    """Return a block of HTML with links; ``left`` loses the words that have one now."""
    depth, parts = 0, []
    for part in _TAG.split(html):
        if part.startswith("<"):
            name = part.strip("</>").split(" ")[0].split(">")[0]
            if name in _PASSED_OVER:
                depth += -1 if part.startswith("</") else 1
            parts.append(part)
        else:
            parts.append(part if depth else _with_links(part, above, left))
    return "".join(parts)


def _with_links(text: str, above: str, left: dict[str, Word]) -> str:
    if not left or not text.strip():
        return text
    longest = sorted(left, key=len, reverse=True)
    found = re.search(rf"\b({'|'.join(map(re.escape, longest))})\b", text, re.IGNORECASE)
    if found is None:
        return text
    word = left[found[0].lower()]
    for form in (word.name, *word.forms):
        left.pop(form.lower(), None)
    led = (
        f'<a class="word" href="{above}{PAGE}.html#{escape(word.anchor)}" '
        f'title="{escape(word.meaning)}">{found[0]}</a>'
    )
    return text[: found.start()] + led + _with_links(text[found.end() :], above, left)
