"""Generated blocks inside pages that people write."""

import re

_END = "<!-- end generated -->"
_BEGIN = re.compile(r"<!-- generated: (.+?) -->")


def replace_block(text: str, name: str, content: str) -> str:
    """Return ``text`` with ``content`` between the markers of the block ``name``.

    The block begins with ``<!-- generated: NAME -->`` and ends with ``<!-- end generated -->``,
    each on a line of its own. Replacing twice gives the same text as replacing once.

    Raises:
        ValueError: the block is missing, comes twice, has no end before the next block begins, or
            the content holds a marker itself.
    """
    if _END in content or _BEGIN.search(content):
        raise ValueError(
            f"The content for the generated block {name!r} holds a marker of such blocks; leave "
            "the marker out of the generated text."
        )
    before, _, after = _divided(text, name)
    return f"{before}{_begin(name)}\n{content.strip(chr(10))}\n{_END}{after}"


def generated_block(text: str, name: str) -> str:
    """Return what stands in a block now.

    Raises:
        ValueError: the block is missing, comes twice, or has no end before the next block begins.
    """
    return _divided(text, name)[1]


def _begin(name: str) -> str:
    return f"<!-- generated: {name} -->"


def _divided(text: str, name: str) -> tuple[str, str, str]:
    """Return what stands before a block, in it and after it."""
    begin = _begin(name)
    if (count := text.count(begin)) != 1:
        present = ", ".join(_BEGIN.findall(text)) or "none"
        raise ValueError(
            f"The page has {count} blocks named {name!r}; it needs exactly one. Its blocks: "
            f"{present}. Add or remove the line {begin}."
        )
    before, rest = text.split(begin)
    block, end, after = rest.partition(_END)
    if not end or _BEGIN.search(block):
        raise ValueError(
            f"The generated block {name!r} has no end before the next block or the end of the "
            f"page. Add the line {_END}."
        )
    return before, block, after
