"""One color for each statistical complexity; lines that share it differ in their dashes."""

from collections.abc import Sequence

from compsparse.figures import api as fig

_DASHES: tuple[str | tuple[float, tuple[float, ...]], ...] = (
    "-",
    (0.0, (3.0, 1.5)),
    (0.0, (1.0, 1.2)),
)

Style = tuple[str, str | tuple[float, tuple[float, ...]]]


def complexity_styles(complexities: Sequence[int]) -> list[Style]:
    """Return (color, dashes) for each line's complexity, light for the least, dark for the most."""
    distinct = sorted(set(complexities))
    colors = dict(zip(distinct, fig.sequential(len(distinct)), strict=True))
    seen = dict.fromkeys(distinct, 0)
    styles: list[Style] = []
    for complexity in complexities:
        styles.append((colors[complexity], _DASHES[seen[complexity] % len(_DASHES)]))
        seen[complexity] += 1
    return styles
