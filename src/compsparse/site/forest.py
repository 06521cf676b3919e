"""A picture of a result's claims: each interval against its band, with theory's numbers.

Claims of one result have units of their own, so each is a strip with an axis of its own. The SVG is
written as text: the same bytes everywhere, a few kilobytes, and no library of figures is loaded.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from compsparse.claims.band import Band
from compsparse.claims.judged import JudgedClaim
from compsparse.claims.table import value_text
from compsparse.pages.claim_words import short_name

_WIDTH, _ROW, _TOP, _BOTTOM = 920, 40.0, 14.0, 34.0
_LEFT, _RIGHT = 280.0, 610.0  # of the strips
_PADDING = 0.12  # of the range of a strip, on each side
_COLORS = {"holds": "#0072B2", "fails": "#D55E00", "undecided": "#7A5C00"}  # told apart by all
_GREY, _STRIP, _BAND, _THEORY = "#555555", "#F4F4F4", "#CFE3EE", "#000000"
_LONGEST = 38  # characters of a name


def pictured(claims: Sequence[JudgedClaim]) -> list[JudgedClaim]:
    """Return the claims that an interval and a band can be drawn for."""
    return [
        claim
        for claim in claims
        if claim.is_evidence
        and claim.verdict in _COLORS
        and claim.accept.equal is None
        and claim.value is not None
    ]


def forest(claims: Sequence[JudgedClaim]) -> str:
    """Return the SVG picture of some claims, one strip each; see ``pictured``."""
    height = _TOP + _ROW * len(claims) + _BOTTOM
    size = f'width="{_WIDTH}" height="{height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:g}" '
        f'{size} font-family="Helvetica, Arial, sans-serif" '
        'font-size="12">',
        f'<rect {size} fill="#FFFFFF"/>',
    ]
    for i, claim in enumerate(claims):
        lines += _strip(claim, _TOP + _ROW * i)
    lines += _legend(claims, height - 14)
    return "\n".join([*lines, "</svg>", ""])


def _strip(claim: JudgedClaim, top: float) -> list[str]:
    scale = _Axis.of(claim)
    middle, color = top + 13, _COLORS[claim.verdict]
    name = short_name(claim)
    shown = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
    left, right = scale.edges(claim.accept)
    lines = [
        _bar(_LEFT, _RIGHT, top, _STRIP),
        _bar(left, right, top, _BAND),
        _text(_LEFT - 10, middle + 4, shown, anchor="end"),
        _text(_RIGHT + 12, middle + 4, f"{value_text(claim)} {claim.verdict}", color=color),
    ]
    lines += _edge_labels(claim.accept, scale, top + 36)
    assert claim.value is not None and claim.low is not None and claim.high is not None
    low, high, dot = (scale.at(x) for x in (claim.low, claim.high, claim.value))
    lines.append(_line(low, middle, high, middle, color, 2.5))
    lines += [_line(end, middle - 4, end, middle + 4, color, 1.5) for end in (low, high)]
    lines.append(_mark(claim.verdict, dot, middle, color))
    if claim.asymptotic:
        x = scale.at(claim.asymptotic.theory)
        lines.append(_line(x, top, x, top + 26, _THEORY, 1.2, dashes="3 3"))
    if claim.finite_size:
        x = scale.at(claim.finite_size.theory)
        lines.append(_line(x, top, x, top + 26, _THEORY, 1.6))
    return lines


@dataclass(frozen=True)
class _Axis:
    """Where the values of one claim lie in its strip: ``low`` at its left end, ``span`` wide."""

    low: float
    span: float

    @classmethod
    def of(cls, claim: JudgedClaim) -> "_Axis":
        """Return the axis that shows all that is known of a claim."""
        numbers = [claim.value, claim.low, claim.high]
        numbers += [
            prediction.theory for prediction in (claim.asymptotic, claim.finite_size) if prediction
        ]
        edges = [e for e in (claim.accept.lower_edge, claim.accept.upper_edge) if math.isfinite(e)]
        values = [*(n for n in numbers if n is not None), *edges]
        least, most = min(values), max(values)
        spread = most - least or abs(most) or 1.0
        padding = (0.5 if most == least else _PADDING) * spread
        return cls(least - padding, most - least + 2 * padding)

    def at(self, value: float) -> float:
        """Return the place of a value."""
        return _LEFT + (_RIGHT - _LEFT) * (value - self.low) / self.span

    def edges(self, band: Band) -> tuple[float, float]:
        """Return where a band begins and ends; an open side reaches the end of the strip."""
        lower, upper = band.lower_edge, band.upper_edge
        return (
            self.at(lower) if math.isfinite(lower) else _LEFT,
            self.at(upper) if math.isfinite(upper) else _RIGHT,
        )


def _edge_labels(band: Band, scale: _Axis, y: float) -> list[str]:
    edges = [e for e in (band.lower_edge, band.upper_edge) if math.isfinite(e)]
    places = [scale.at(edge) for edge in edges]
    if len(edges) == 2 and places[1] - places[0] < 45:
        label = f"{edges[0]:.4g} to {edges[1]:.4g}"
        return [_text(sum(places) / 2, y, label, anchor="middle", size=10, color=_GREY)]
    return [
        _text(x, y, f"{edge:.4g}", anchor="middle", size=10, color=_GREY)
        for x, edge in zip(places, edges, strict=True)
    ]


def _bar(left: float, right: float, top: float, color: str) -> str:
    width = max(right - left, 1.0)
    return f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="26" fill="{color}"/>'


def _mark(verdict: str, x: float, y: float, color: str) -> str:
    """A verdict has its shape as well as its color."""
    if verdict == "fails":
        return f'<rect x="{x - 5:.1f}" y="{y - 5:.1f}" width="10" height="10" fill="{color}"/>'
    fill = color if verdict == "holds" else "#FFFFFF"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{fill}" stroke="{color}" stroke-width="2"/>'
    )


def _legend(claims: Sequence[JudgedClaim], y: float) -> list[str]:
    x = _LEFT
    lines = [f'<rect x="{x:.1f}" y="{y - 10:.1f}" width="16" height="12" fill="{_BAND}"/>']
    lines.append(_text(x + 22, y, "accepted", color=_GREY, size=11))
    x += 90
    if any(claim.finite_size for claim in claims):
        lines.append(_line(x, y - 11, x, y + 3, _THEORY, 1.6))
        lines.append(_text(x + 8, y, "theory at these sizes", color=_GREY, size=11))
        x += 140
    if any(claim.asymptotic for claim in claims):
        lines.append(_line(x, y - 11, x, y + 3, _THEORY, 1.2, dashes="3 3"))
        lines.append(_text(x + 8, y, "asymptotic theory", color=_GREY, size=11))
    lines.append(_text(_RIGHT + 12, y, "value [95 % interval], n replicates", color=_GREY, size=11))
    return lines


def _line(
    x: float, y: float, to_x: float, to_y: float, color: str, width: float, dashes: str = ""
) -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{color}" '
        f'stroke-width="{width}"{dashed}/>'
    )


def _text(
    x: float, y: float, text: str, *, anchor: str = "start", size: int = 12, color: str = "#111111"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'fill="{color}">{escape(text, quote=False)}</text>'
    )
