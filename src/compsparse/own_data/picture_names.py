"""Names of the user's in a picture: those that its font cannot write are numbered there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from matplotlib.font_manager import findfont
from matplotlib.ft2font import FT2Font

from workflow_engine.validation.printable import printable


@dataclass(frozen=True)
class PictureNames:
    """Names as a picture shows them.

    Attributes:
        names: one for each name given.
        key: for the text beside the picture, what each number stands for; empty where all are
            written out.
    """

    names: tuple[str, ...]
    key: tuple[str, ...] = ()


def picture_names(names: Sequence[str], letter: str = "x") -> PictureNames:
    """Return names for a picture: all numbered (x1, x2, ...) if the font lacks one of them."""
    if all(map(_writable, names)):
        # a pair of dollars would start a formula
        return PictureNames(tuple(printable(name).replace("$", r"\$") for name in names))
    numbered = tuple(f"{letter}{place}" for place in range(1, len(names) + 1))
    key = tuple(f"{n} is {printable(name)}" for n, name in zip(numbered, names, strict=True))
    return PictureNames(numbered, key)


def _writable(name: str) -> bool:
    return _letters() >= set(map(ord, printable(name)))


@cache
def _letters() -> frozenset[int]:
    """Return the code points that the font of all pictures has."""
    return frozenset(FT2Font(findfont("DejaVu Sans")).get_charmap())
