"""Files of stories: texts with their questions and answers, by run."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition.story import words
from workflow_engine.artifacts.json_values import read_json


@dataclass(frozen=True)
class Stories:
    """Stories of one run that have been read.

    Attributes:
        relations: what each says.
        thing: the one that each asks for.
        answer: to each, in words.
    """

    relations: Int64[np.ndarray, "story relation word"]
    thing: Int64[np.ndarray, " story"]
    answer: list[str]


def story_record(story: str, thing: int, answer: str) -> dict[str, str]:
    """Return a story as files store it."""
    return {"story": story, "question": words.question(thing), "answer": answer}


def read_stories(path: Path, part: str, symbols: int) -> list[Stories]:
    """Return the stories of each run; ``StoryError`` if a text is no story."""
    return [_read(texts, symbols) for texts in read_json(path)[part]]


def _read(texts: list[dict[str, Any]], symbols: int) -> Stories:
    return Stories(
        relations=np.stack([words.relations_of(text["story"], symbols) for text in texts]),
        thing=np.array([words.asked(text["question"], symbols) for text in texts]),
        answer=[text["answer"] for text in texts],
    )
