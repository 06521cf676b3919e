"""What a figure says about itself: a headline, and a footer that names replicates and bands."""

from collections.abc import Iterable

from matplotlib.figure import Figure
from matplotlib.text import Text

from compsparse.claims.headline import Headline
from compsparse.figures.bands import Band
from compsparse.figures.theme import GREY, SMALL_TEXT_SIZE

_SPREADS = {
    "range": "band: smallest to largest",
    "interval": "band: 95 % t interval",
}
_MEANS = {
    (True,): "geometric mean",
    (False,): "mean",
    (False, True): "mean (geometric on the log axis)",
}
_VERDICT = "verdict"
_MARGIN = 0.012  # of the figure's width


def headline(figure: Figure, words: Headline | str) -> None:
    """Set the figure's title, flush left over the whole width, on two lines if one is too short.

    Args:
        figure: with no footer as yet, which says whose verdict this is.
        words: a verdict or a question; text where it is made of the data.
    """
    text = words if isinstance(words, str) else words.text
    title = figure.suptitle(text, x=_MARGIN, ha="left")
    _fit(title, figure)
    if isinstance(words, Headline) and words.answer != "open":
        title.set_gid(_VERDICT)


def _fit(title: Text, figure: Figure) -> None:
    """Break a title that is wider than its figure between the two words that halve it best."""
    words = title.get_text().split(" ")
    if title.get_window_extent().width <= figure.bbox.width * (1 - 2 * _MARGIN) or len(words) < 2:
        return
    breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    title.set_text("\n".join(min(breaks, key=lambda lines: max(map(len, lines)))))


def footer(figure: Figure, text: str) -> None:
    """Set a small grey line under everything else; under a verdict it says whose that is."""
    if any(title.get_gid() == _VERDICT for title in figure.texts):
        text = f"{text}\nHeadline: the verdict of this run alone."
    figure.supxlabel(text, x=_MARGIN, ha="left", fontsize=SMALL_TEXT_SIZE, color=GREY)


def band_note(bands: Iterable[Band]) -> str:
    """Say how many seeds the bands stand for and what line and band mean.

    Raises:
        ValueError: no band, or bands of different spreads in one figure.
    """
    bands = list(bands)
    spreads = sorted({band.spread for band in bands})
    if len(spreads) != 1:
        raise ValueError(
            f"A footer describes bands of one kind; these are of {len(spreads)}: {spreads}. Give "
            "all curves of a figure the same number of replicates."
        )
    counts = sorted({band.replicates for band in bands})
    if spreads == ["none"]:
        return "1 seed, no band."
    seeds = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    mean = _MEANS[tuple(sorted({band.geometric for band in bands}))]
    return f"{seeds} seeds; line: {mean}; {_SPREADS[spreads[0]]}."
