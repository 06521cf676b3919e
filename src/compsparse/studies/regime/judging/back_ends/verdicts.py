"""What a judge of pictures is given, and what it says."""

import hashlib
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
from jaxtyping import Float32

from compsparse.studies.regime.judging.back_ends.png import png_bytes
from compsparse.studies.regime.judging.back_ends.prompt import PROMPT_SHA256
from workflow_engine.validation.printable import printable

SIDE = 256  # pixels per side of the pictures that are judged
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Item:
    """A pair of pictures: a network's own, and the same with one weight changed."""

    id: str  # SHA-256 of both PNG files, one after the other, and the prompt's in hexadecimal
    base_png: bytes = field(repr=False)  # shown first
    changed_png: bytes = field(repr=False)  # the one that is judged
    target_name: str  # what the network paints
    layer: int  # block of the weight, 0 from the inputs
    row: int  # unit that the weight goes to
    column: int  # unit or input that it comes from
    sign: int  # of the change, -1 or 1; 0 for a network's picture beside its target
    delta: float  # size of the change of the weight, at least 0
    rms: float  # root mean square of the change of red, green and blue over all pixels

    def __post_init__(self) -> None:
        if self.sign not in (-1, 0, 1):
            raise ValueError(f"The sign of a change is {self.sign}; allowed: -1, 0, 1.")
        for name in ("delta", "rms"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(
                    f"{name} of item {self.id} is {getattr(self, name)}; it must be finite and at "
                    "least 0, the direction is in the sign."
                )


def make_item(
    base: Float32[np.ndarray, "row column 3"],
    changed: Float32[np.ndarray, "row column 3"],
    *,
    target_name: str,
    layer: int,
    row: int,
    column: int,
    sign: int,
    delta: float,
) -> Item:
    """Return the item of two pictures of 256 x 256 pixels, red, green, blue in [0, 1]."""
    if base.shape[:2] != (SIDE, SIDE):
        raise ValueError(
            f"The pictures have {base.shape[0]} x {base.shape[1]} pixels; judges see {SIDE} x "
            f"{SIDE}. Draw the networks at that size, do not resize."
        )
    base_png, changed_png = png_bytes(base), png_bytes(changed)
    difference = changed.astype(np.float64) - base
    return Item(
        id=item_id(base_png, changed_png),
        base_png=base_png,
        changed_png=changed_png,
        target_name=target_name,
        layer=layer,
        row=row,
        column=column,
        sign=sign,
        delta=delta,
        rms=float(np.sqrt((difference**2).mean())),
    )


def item_id(base_png: bytes, changed_png: bytes, prompt_sha256: str = PROMPT_SHA256) -> str:
    """Return SHA-256(base PNG, changed PNG, prompt's SHA-256 in hexadecimal), in hexadecimal."""
    return hashlib.sha256(base_png + changed_png + prompt_sha256.encode()).hexdigest()


@dataclass(frozen=True)
class Verdict:
    """What a judge says about one item, or why it could not say it."""

    id: str  # of the item
    meaningful: int | None  # 1 or 0; None where there is an error
    confidence: float | None  # from 0 to 1, as the judge states it; None where it states none
    reason: str  # in the judge's words, on one line
    judge: str  # kind of judge
    model: str  # which one of its kind
    prompt_sha256: str  # hash of the question
    latency_s: float  # seconds from question to answer
    error: str = ""  # why there is no answer; empty where there is one

    def __post_init__(self) -> None:
        self._require(_SHA256.fullmatch(self.id), "id", "64 hexadecimal digits")
        self._require(
            _SHA256.fullmatch(self.prompt_sha256), "prompt_sha256", "64 hexadecimal digits"
        )
        if self.error:
            self._require(self.meaningful is None, "meaningful", "empty where there is an error")
        else:
            allowed = "0 or 1, or an error must say why there is none"
            self._require(self.meaningful in (0, 1), "meaningful", allowed)
        confident = self.confidence is None or 0 <= self.confidence <= 1
        self._require(confident, "confidence", "from 0 to 1, or empty")
        self._require(0 <= self.latency_s < math.inf, "latency_s", "finite and at least 0")
        for name in ("reason", "judge", "model", "error"):
            self._require(getattr(self, name).isprintable(), name, "one line of printable text")

    def _require(self, held: object, name: str, allowed: str) -> None:
        if not held:
            raise ValueError(
                f"{name} of the verdict on {printable(self.id)} is {getattr(self, name)!r}; "
                f"allowed: {allowed}."
            )


def error_verdict(item: Item, error: str, *, judge: str, model: str) -> Verdict:
    """Return the verdict of a judge that could not judge the item."""
    return Verdict(item.id, None, None, "", judge, model, PROMPT_SHA256, 0.0, printable(error))


@runtime_checkable
class Judge(Protocol):
    """Judges items, each by itself."""

    def __call__(self, items: Sequence[Item]) -> list[Verdict]:
        """Return one verdict an item, in their order."""
