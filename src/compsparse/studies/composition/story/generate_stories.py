"""Step ``generate``: write stories, each with a question where a thing is, and its answer."""

import numpy as np

from compsparse.studies.composition.story import words
from compsparse.studies.composition.story.stories import written
from compsparse.studies.composition.task.hops import permutations
from workflow_engine.seeds import generator
from workflow_engine.steps import Inputs, Outputs, Params


def run(inputs: Inputs, params: Params) -> Outputs:
    """Return the texts of each run, for training, validation and test, and the document's.

    Params: symbols, of each vocabulary; runs; training, validation and test, numbers of stories;
    document, how often the document's sentences are told with others at its "[...]".
    """
    names = params["root_seed"], *params["seed_names"]
    texts: dict[str, list[list[dict[str, str]]]] = {}
    for part in ("training", "validation", "test", "document"):
        texts[part] = [
            [
                _document(random, params["symbols"])
                if part == "document"
                else _story(random, params["symbols"])
                for _ in range(params[part])
            ]
            for random in (generator(*names, part, run) for run in range(params["runs"]))
        ]
    return {"texts": texts}


def _story(random: np.random.Generator, symbols: int) -> dict[str, str]:
    relations = permutations(random, len(words.VOCABULARIES) - 1, symbols=symbols)
    thing = int(random.integers(symbols))
    answer = words.answer(words.looked_up(relations, thing)[-1])
    return written(words.told(relations, random), thing, answer)


def _document(random: np.random.Generator, symbols: int) -> dict[str, str]:
    text = words.told(words.filled(symbols, random), random)
    return {"story": text, "question": words.QUESTION, "answer": words.ANSWER}
