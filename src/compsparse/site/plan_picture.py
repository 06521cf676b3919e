"""The graph of studies and steps as SVG, from the Mermaid text that docs/architecture.md has.

Sphinx knows no Mermaid, and a page without a network cannot fetch it. Colors are those of the page,
so that the picture is read in light and dark.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

_NODE = re.compile(r'^\s*\w+(\(?)\["(.+)<br>(.+)"\]\)?$', re.MULTILINE)
_EDGE = re.compile(r"^\s*(\w+) --> (\w+)$", re.MULTILINE)
_WIDTH, _BOX, _HIGH, _PITCH = 920.0, 132.0, 40.0, 58.0
_ABREAST = 5  # studies in a row, and columns of steps
_PLACES = {  # column, row
    "generate": (0, 2),
    "train": (1, 1),
    "prune": (1, 3),
    "evaluate": (2, 2),
    "render": (3, 0),
    "judge": (3, 1),
    "worlds": (3, 3),
    "replicate": (3, 4),
    "request": (3, 5),
    "assemble": (4, 2),
}
_ROWS = 6
_HEAD = (
    '<marker id="plan-head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
    'orient="auto-start-reverse"><path d="M0 0L8 4L0 8z"/></marker>'
)


@dataclass(frozen=True)
class _Node:
    name: str
    count: str
    on_request: bool
    left: float
    top: float

    @property
    def drawn(self) -> str:
        middle, round_by = self.left + _BOX / 2, _HIGH / 2 if self.on_request else 4.0
        name, count = escape(self.name), escape(self.count)
        return (
            f'<rect x="{self.left:g}" y="{self.top:g}" width="{_BOX:g}" height="{_HIGH:g}" '
            f'rx="{round_by:g}" fill="var(--pst-color-surface)" stroke="currentColor"/>'
            f'<text x="{middle:g}" y="{self.top + 17:g}" font-weight="600">{name}</text>'
            f'<text x="{middle:g}" y="{self.top + 33:g}">{count}</text>'
        )


def plan_picture(mermaid: str) -> str:
    """Return the graph as SVG for a page; of text without nodes, nothing."""
    studies, steps = (list(_NODE.finditer(part)) for part in _parts(mermaid))
    if not steps:
        return ""
    above = 34 + _PITCH * -(-len(studies) // _ABREAST)
    placed = [_node(found, i % _ABREAST, i // _ABREAST, 26.0) for i, found in enumerate(studies)]
    nodes = {found[2]: _node(found, *_PLACES[found[2]], above + 40) for found in steps}
    edges = [(a, b) for a, b in _EDGE.findall(mermaid) if a in nodes and b in nodes]
    height = above + 40 + _PITCH * _ROWS
    feeds = {a: ", ".join(b for before, b in edges if before == a) for a, _ in edges}
    words = "; ".join(f"{before} feeds {after}" for before, after in feeds.items())
    return "\n".join(
        [
            '<div class="scroll" role="region" tabindex="0" aria-label="Studies and steps">',
            f'<svg class="plan" role="img" aria-labelledby="plan-title plan-words" '
            f'viewBox="0 0 {_WIDTH:g} {height:g}" font-size="14" text-anchor="middle" '
            'fill="currentColor">',
            '<title id="plan-title">Studies, and the steps that each of them has</title>',
            f'<desc id="plan-words">{escape(words)}. Round ends: on request only.</desc>',
            f"<defs>{_HEAD}</defs>",
            _frame("studies", 0.0, above - 14),
            _arrow(_WIDTH / 2, above - 14, _WIDTH / 2, above + 12, twice=False),
            _frame("steps", above + 12, height - above - 14),
            *_arrows(nodes, edges),
            *(node.drawn for node in (*placed, *nodes.values())),
            "</svg></div>",
        ]
    )


def _parts(mermaid: str) -> tuple[str, str]:
    studies, _, steps = mermaid.partition("subgraph steps")
    return studies, steps


def _node(found: re.Match[str], column: int, row: int, top: float) -> _Node:
    left = 16 + column * (_WIDTH - 32 - _BOX) / (_ABREAST - 1)
    return _Node(found[2], found[3], found[1] == "(", left, top + row * _PITCH)


def _frame(name: str, top: float, height: float) -> str:
    return (
        f'<rect x="1" y="{top + 1:g}" width="{_WIDTH - 2:g}" height="{height - 2:g}" rx="6" '
        'fill="none" stroke="currentColor" stroke-opacity=".4"/>'
        f'<text x="16" y="{top + 18:g}" text-anchor="start">{name}</text>'
    )


def _arrows(nodes: dict[str, _Node], edges: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a line for each pair, with heads at both ends where each feeds the other."""
    for before, after in edges:
        twice = (after, before) in edges
        if twice and before > after:
            continue
        a, b = nodes[before], nodes[after]
        if a.left == b.left:
            x, (high, low) = a.left + _BOX / 2, sorted((a, b), key=lambda node: node.top)
            yield _arrow(x, high.top + _HIGH, x, low.top, twice)
        elif a.left < b.left:
            yield _arrow(a.left + _BOX, a.top + _HIGH / 2, b.left, b.top + _HIGH / 2, twice)
        else:
            yield _arrow(a.left, a.top + _HIGH / 2, b.left + _BOX, b.top + _HIGH / 2, twice)


def _arrow(x: float, y: float, to_x: float, to_y: float, twice: bool) -> str:
    start = ' marker-start="url(#plan-head)"' if twice else ""
    return (
        f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" fill="none" stroke="currentColor" '
        f'marker-end="url(#plan-head)"{start}/>'
    )
