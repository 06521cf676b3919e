"""Markdown tables."""

from collections.abc import Iterable, Sequence


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table; bars and line breaks in cells cannot break it.

    Raises:
        ValueError: a row of another length than the header.
    """
    lines = [header, ["---"] * len(header), *rows]
    for cells in lines:
        if len(cells) != len(header):
            raise ValueError(
                f"A table row has {len(cells)} cells but the header has {len(header)}: {cells}."
            )
    return "\n".join("| " + " | ".join(map(_cell, cells)) + " |" for cells in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
