"""Stories in words, and as permutations that are read (document 003, Part II, 'Multi-hop QA').

"John is in the playground. Helen is playing with John. Helen picked up the football. Where is the
football?" has three relations: hold leads from things to people, with from people to their
companions, location from companions to places. A story says each of them for every word of its
vocabulary, in sentences of any order. A fourth step leads from each place to itself, so that k = 4.

A word has two numbers: one where it is found, as the object of a relation, the answer or what is
asked, which is its place in the vocabulary; and one where it is the subject of relation t, which is
pi_t of the first. So a network does not know that Helen who picks up is Helen who plays: pi, fixed
and hidden, says it. Token (t, j) of a sequence carries the subject j of relation t and what it
leads to, sigma_t(j); the composition of sigma_t pi_t answers the question.
"""

import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Int64

FOLDS = 4  # hold, with, location, and a place's step to itself
VOCABULARIES = (
    ("football", "apple", "book", "hat", "key", "milk", "newspaper", "umbrella"),
    ("Helen", "Bill", "Daniel", "Fred", "Julie", "Mary", "Ruth", "Sandra"),
    ("John", "Anna", "Emma", "Lily", "Max", "Peter", "Rosa", "Tom"),
    ("playground", "bathroom", "garden", "hallway", "kitchen", "office", "park", "school"),
)
MOST = len(VOCABULARIES[0])
DOCUMENT = (
    "John is in the playground.",
    "Helen is playing with John.",
    "Helen picked up the football.",
)
QUESTION, ANSWER = "Where is the football?", "In the playground."

# of each relation
_SENTENCES = (
    "{after} picked up the {before}",
    "{before} is playing with {after}",
    "{before} is in the {after}",
)
_SAID = [
    re.compile(form.format(before=r"(?P<before>\w+)", after=r"(?P<after>\w+)"))
    for form in _SENTENCES
]
_QUESTION = re.compile(r"Where is the (?P<before>\w+)\?")

Relations = Int64[np.ndarray, "relation word"]


class StoryError(ValueError):
    """A text that is no story of these vocabularies."""


def sentence(relation: int, before: int, after: int) -> str:
    """Return the sentence that leads from a word to a word, by their places in vocabularies."""
    words = {"before": VOCABULARIES[relation][before], "after": VOCABULARIES[relation + 1][after]}
    return f"{_SENTENCES[relation].format(**words)}."


def tell(relations: Relations, random: np.random.Generator) -> str:
    """Return a story of all relations, its sentences in random order."""
    pairs = list(np.ndindex(*relations.shape))
    sentences = [sentence(r, word, int(relations[r, word])) for r, word in pairs]
    return " ".join(sentences[index] for index in random.permutation(len(sentences)))


def question(word: int) -> str:
    """Return the question where a thing is."""
    return f"Where is the {VOCABULARIES[0][word]}?"


def answer(word: int) -> str:
    """Return the answer that names a place."""
    return f"In the {VOCABULARIES[-1][word]}."


def documents(symbols: int) -> Relations:
    """Return relations with the document's sentences, and fixed ones for all other words."""
    # the first words of all vocabularies belong together; the rest are rotated by one
    rest = np.roll(np.arange(1, symbols), 1)
    return np.tile(np.concatenate([[0], rest]), (len(_SENTENCES), 1))


def filled(symbols: int, random: np.random.Generator) -> Relations:
    """Return relations with the document's sentences, and random ones at its "[...]"."""
    rest = [1 + random.permutation(symbols - 1) for _ in _SENTENCES]
    return np.array([np.concatenate([[0], others]) for others in rest], dtype=np.int64)


def relations_of(story: str, symbols: int) -> Relations:
    """Return the relations that a story says.

    Raises:
        StoryError: a sentence or a word is unknown, or a relation does not lead from every word to
            another one.
    """
    found = np.full((len(_SENTENCES), symbols), -1)
    for said in filter(None, (part.strip() for part in story.split("."))):
        matches = [form.fullmatch(said) for form in _SAID]
        match = next(filter(None, matches), None)
        if match is None:
            raise StoryError(f"No relation has the sentence {said!r}.")
        relation = matches.index(match)
        before = _place(match["before"], VOCABULARIES[relation][:symbols])
        if found[relation, before] >= 0:
            raise StoryError(f"{match['before']!r} is led to two words; the second: {said!r}.")
        found[relation, before] = _place(match["after"], VOCABULARIES[relation + 1][:symbols])
    if (np.sort(found, axis=1) != np.arange(symbols)).any():
        raise StoryError(
            f"Each relation must lead from all {symbols} words to all {symbols} words; found "
            f"{found.tolist()}, where -1 is a word of which nothing is said."
        )
    return found


def asked(text: str, symbols: int) -> int:
    """Return the thing that a question asks for; ``StoryError`` if it asks for none."""
    match = _QUESTION.fullmatch(text)
    if match is None:
        raise StoryError(f"No question where a thing is: {text!r}.")
    return _place(match["before"], VOCABULARIES[0][:symbols])


def looked_up(relations: Relations, word: int) -> list[int]:
    """Return the person, the companion and the place to which a thing leads, word by word."""
    found = []
    for relation in relations:
        word = int(relation[word])
        found.append(word)
    return found


def read_as(
    relations: Int64[np.ndarray, "*batch relation word"],
    hidden: Int64[np.ndarray, "fold symbol"],
) -> Int64[np.ndarray, "*batch fold symbol"]:
    """Return sigma: sigma_t(pi_t(w)) is the word to which relation t leads from w."""
    itself = np.broadcast_to(
        np.arange(relations.shape[-1]), (*relations.shape[:-2], 1, relations.shape[-1])
    )
    leads = np.concatenate([relations, itself], axis=-2)
    return np.take_along_axis(leads, np.broadcast_to(hidden.argsort(axis=-1), leads.shape), axis=-1)


def _place(word: str, vocabulary: Sequence[str]) -> int:
    if word not in vocabulary:
        raise StoryError(f"The word {word!r} is unknown; known here: {', '.join(vocabulary)}.")
    return vocabulary.index(word)
