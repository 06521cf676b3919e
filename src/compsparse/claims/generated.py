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
    begin = f"<!-- generated: {name} -->"
    if _END in content or _BEGIN.search(content):
        raise ValueError(
            f"The content for the generated block {name!r} holds a marker of such blocks; leave "
            "the marker out of the generated text."
        )
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
    return f"{before}{begin}\n{content.strip(chr(10))}\n{_END}{after}"
