"""The picture of a study's worlds: a row for every claim, a column for every world.

The SVG is written as text, as that of intervals is: the same bytes everywhere.
"""

from collections.abc import Sequence
from html import escape
from itertools import groupby

from compsparse.verdicts.official_claim import OfficialClaim

# apart in lightness as well as in hue, what matters most the darkest
COLORS = {
    "fails": "#A63603",
    "undecided": "#F5B041",
    "holds": "#A9D3EE",
    "not measured": "#6b6b6b",
    "not touched": "#ECECEC",
    "left out": "#F8F4E6",
    "not testable": "#FFFFFF",
}
_DARK = ("fails", "not measured")
_ROW, _CELL, _TOP, _LEFT = 13, 18, 150, 330  # pixels


def world_picture(study: str, every: Sequence[OfficialClaim]) -> str:
    """Return the picture of a study's claims.

    Checks are left out, they cannot fail; so is what the scale of the run cannot test, if anything
    else is there.
    """
    every = [claim for claim in every if claim.is_evidence] or every
    claims = [claim for claim in every if claim.run.verdict != "not testable"] or every
    worlds = list(dict.fromkeys(name for claim in claims for name in claim.worlds))
    there = sum(bool(claim.where("fails")) for claim in claims)
    title = f"{study}: {there} of {len(claims)} claims fail in at least one world"
    lines = [_text(10, 20, title, weight="bold")]
    lines.append(
        _text(10, 36, "dot: expected to fail, ring: to hold, before the run; all at one root seed")
    )
    lines += _key({found.verdict for claim in claims for found in claim.worlds.values()})
    for column, world in enumerate(worlds):
        x = _LEFT + _CELL * (column + 0.7)
        turn = f' transform="rotate(-90 {x:g} {_TOP - 6})"'
        lines.append(_text(x, _TOP - 6, world.replace("_", " "), more=turn))
    y = _TOP
    for result, group in groupby(claims, key=lambda claim: claim.result):
        name = result.removeprefix(f"{study}_").replace("_", " ")
        lines.append(_text(_LEFT - 8, y + 10, name, weight="bold", anchor="end"))
        y += _ROW
        for claim in group:
            lines += _row(claim, worlds, y)
            y += _ROW
    width, height = _LEFT + _CELL * len(worlds) + 20, y + 10
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="Helvetica, Arial, sans-serif" '
            'font-size="11">',
            f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>',
            *lines,
            "</svg>",
            "",
        ]
    )


def _row(claim: OfficialClaim, worlds: Sequence[str], y: int) -> list[str]:
    name = claim.id.removeprefix(f"{claim.result}_").replace("_", " ")
    lines = [_text(_LEFT - 8, y + 10, name, anchor="end")]
    for column, world in enumerate(worlds):
        found = claim.worlds[world]
        x = _LEFT + _CELL * column
        said = escape(f"{claim.id}, {world}: {found.verdict}")
        lines.append(
            f'<rect x="{x}" y="{y}" width="{_CELL - 1}" height="{_ROW - 1}" '
            f'fill="{COLORS[found.verdict]}"><title>{said}</title></rect>'
        )
        if found.expected:
            ink = "#FFFFFF" if found.verdict in _DARK else "#000000"
            middle = f'cx="{x + (_CELL - 1) / 2:g}" cy="{y + (_ROW - 1) / 2:g}"'
            ring = f'fill="none" stroke="{ink}"'
            drawn = ring if found.expected == "holds" else f'fill="{ink}"'
            lines.append(f'<circle {middle} r="2" {drawn}/>')
    return lines


def _key(shown: set[str]) -> list[str]:
    """Say what the colors mean, in the free corner above the claims' names."""
    lines = []
    for place, verdict in enumerate(name for name in COLORS if name in shown):
        y = 50 + 13 * place
        lines.append(
            f'<rect x="10" y="{y}" width="14" height="10" fill="{COLORS[verdict]}" '
            'stroke="#555555" stroke-width="0.5"/>'
        )
        lines.append(_text(30, y + 9, verdict))
    return lines


def _text(
    x: float | int,
    y: float | int,
    text: str,
    *,
    weight: str = "normal",
    anchor: str = "start",
    more: str = "",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-weight="{weight}" text-anchor="{anchor}"{more}>'
        f"{escape(text)}</text>"
    )
