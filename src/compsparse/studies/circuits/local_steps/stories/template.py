"""8000 equally likely stories of one template: 30 words, some of which agree at a distance."""

import math
from dataclasses import dataclass
from itertools import product

import numpy as np
from jaxtyping import Int64, UInt8

_HERS = ("anna", "clara", "emma", "maria")
_HIS = ("adam", "david", "jonas", "peter")
_PLACES = ("market", "forest", "harbour", "station", "school")
_SINGULAR = ("dog", "horse", "bird", "goat", "child")
_PLURAL = ("dogs", "horses", "birds", "goats", "children")
_THINGS = ("tree", "river", "bridge", "tower", "wall")
_MOODS = ("quiet", "hungry", "happy", "tired")

_CHOICES = ((*_HERS, *_HIS), _PLACES, ("one", "two"), range(len(_SINGULAR)), _THINGS, _MOODS)


def _story(name: str, place: str, number: str, kind: int, thing: str, mood: str) -> str:
    pronoun, possessive = ("she", "her") if name in _HERS else ("he", "his")
    seen, verb = (_SINGULAR[kind], "is") if number == "one" else (_PLURAL[kind], "are")
    return (
        f"{name} went to the {place} . there {pronoun} saw {number} {seen} near the {thing} . "
        f"{pronoun} told {possessive} friend that the {seen} really {verb} {mood} and "
        f"{possessive} friend laughed ."
    )


_STORIES = tuple(_story(*choice).split() for choice in product(*_CHOICES))

WORDS = tuple(sorted({word for story in _STORIES for word in story}))
LENGTH = len(_STORIES[0])
# nats per word: only the choices are uncertain
ENTROPY = math.log(len(_STORIES)) / LENGTH


def all_stories() -> UInt8[np.ndarray, "story word"]:
    """Return the numbers in ``WORDS`` of the words of all stories."""
    numbers = {word: number for number, word in enumerate(WORDS)}
    return np.array([[numbers[word] for word in story] for story in _STORIES], dtype=np.uint8)


def contexts(
    stories: UInt8[np.ndarray, "story word"], window: int
) -> UInt8[np.ndarray, "story word place"]:
    """Return the words before each word, the nearest first; before the story, ``len(WORDS)``."""
    count, length = stories.shape
    padded = np.full((count, window + length), len(WORDS), dtype=np.uint8)
    padded[:, window:] = stories
    views = np.lib.stride_tricks.sliding_window_view(padded, window, axis=1)
    return np.ascontiguousarray(views[:, :length, ::-1])


@dataclass(frozen=True)
class Judged:
    """Scores of a model that gives each next word a probability."""

    cross_entropy: float  # nats per word of a true story
    consistent: float  # probability that a generated story is one of the template's


def judged(
    counts: Int64[np.ndarray, "case word"],
    cases: Int64[np.ndarray, "story place"],
    stories: UInt8[np.ndarray, "story place"],
    smoothing: float,
) -> Judged:
    """Score a model that predicts each word by how often it followed in equal ``cases``."""
    smoothed = counts + smoothing
    logs = np.log(smoothed / smoothed.sum(axis=1, keepdims=True))
    scores = logs[cases, stories]
    return Judged(float(-scores.mean()), float(np.exp(scores.sum(axis=1)).sum()))
