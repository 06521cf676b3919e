"""Step ``generate``: write stories, each with a question where a thing is, and its answer."""

from collections.abc import Sequence

import numpy as np

from compsparse.studies.composition.story import words
from compsparse.studies.composition.story.stories import story_record
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import permutations
from workflow_engine.steps import Inputs, Outputs


def run(
    inputs: Inputs,
    *,
    symbols: int,
    runs: int,
    training: int,
    validation: int,
    test: int,
    document: int,
    root_seed: int,
    seed_names: Sequence[str],
) -> Outputs:
    """Return the texts of each run, for training, validation and test, and the document's.

    Args:
        symbols: words of each vocabulary.
        training: number of stories, as ``validation`` and ``test``.
        document: how often the document's sentences are told, with others at its "[...]".
    """
    seeds = Seeds(root_seed, seed_names, runs)
    parts = {
        "training": (_story, training),
        "validation": (_story, validation),
        "test": (_story, test),
        "document": (_document, document),
    }
    texts = {
        part: [[write(random, symbols) for _ in range(number)] for random in seeds.generators(part)]
        for part, (write, number) in parts.items()
    }
    return {"texts": texts}


def _story(random: np.random.Generator, symbols: int) -> dict[str, str]:
    relations = permutations(random, len(words.VOCABULARIES) - 1, symbols=symbols)
    thing = int(random.integers(symbols))
    answer = words.answer(words.looked_up(relations, thing)[-1])
    return story_record(words.tell(relations, random), thing, answer)


def _document(random: np.random.Generator, symbols: int) -> dict[str, str]:
    text = words.tell(words.filled(symbols, random), random)
    return {"story": text, "question": words.QUESTION, "answer": words.ANSWER}
