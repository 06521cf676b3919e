"""Pictures on README: people choose them, their captions follow from the verdicts."""

import re
from collections.abc import Mapping

from compsparse.claims.generated import generated_block
from compsparse.claims.registry import Registry
from compsparse.verdicts.official import Verdicts

_PICTURE = re.compile(r"docs/figures/([a-z0-9_]+)\.png")


def first_picture(page: str) -> str:
    """Return the result that the block ``picture`` shows; nothing where there is none."""
    found = _PICTURE.search(page)
    return found[1] if found else ""


def picture_block(
    page: str, verdicts: Mapping[str, Verdicts], registries: Mapping[str, Registry]
) -> str:
    """Return the block ``picture``: the one that the page shows there now, over its caption."""
    cells = _cells(page, "picture", verdicts, registries)
    return "\n\n".join(text for cell in cells for text in cell)


def pictures_block(
    page: str, verdicts: Mapping[str, Verdicts], registries: Mapping[str, Registry]
) -> str:
    """Return the block ``pictures``: those that the page shows there now, two in a row.

    Raises:
        ValueError: the page has no such block, or a picture of no result.
    """
    cells = _cells(page, "pictures", verdicts, registries)
    rows = ["| | |", "| --- | --- |"] if cells else []
    for left, right in zip(cells[::2], [*cells[1::2], *[("", "")] * (len(cells) % 2)], strict=True):
        rows += [f"| {left[i]} | {right[i]} |" for i in (0, 1)]
    return "\n".join(rows)


def _cells(
    page: str, block: str, verdicts: Mapping[str, Verdicts], registries: Mapping[str, Registry]
) -> list[tuple[str, str]]:
    names = _PICTURE.findall(generated_block(page, block))
    return [_cell(name, verdicts, registries) for name in names]


def _cell(
    name: str, verdicts: Mapping[str, Verdicts], registries: Mapping[str, Registry]
) -> tuple[str, str]:
    """Return a picture and its caption."""
    study = next((s for s, registry in registries.items() if name in registry.by_id), None)
    if study is None:
        raise ValueError(f"docs/figures/{name}.png is the picture of no result.")
    result = registries[study].by_id[name]
    told = verdicts[study].headlines.get(name) if study in verdicts else None
    text = told.caption if told else f"{result.title}."
    document = registries[study].document
    return f"![{result.title}](docs/figures/{name}.png)", f"*{text} ({document})*"
