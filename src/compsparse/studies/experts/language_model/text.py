"""Generated text: a language gives the little words, a subject the order of its concepts.

A text is a language, a subject, and pairs of a concept and a little word. A concept is followed by
the next one of its subject's cycle, or by any. All languages know the class of a concept; the
little word is the language's own for the class, or any of the language. So a pair of language and
subject that was never seen follows rules that were.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float64, Int64


@dataclass(frozen=True)
class Grammar:
    """The rules of all languages and subjects.

    Attributes:
        following: of each concept of a subject.
        classes: of each concept of a subject.
        words: the little word of each class in a language.
        surprise: how often a rule is not followed.
    """

    following: Int64[np.ndarray, "subject concept"]
    classes: Int64[np.ndarray, "subject concept"]
    words: Int64[np.ndarray, "language class"]
    surprise: float

    @classmethod
    def draw(
        cls,
        languages: int,
        concepts: int,
        classes: int,
        surprise: float,
        random: np.random.Generator,
    ) -> "Grammar":
        """Return random rules for as many subjects as languages."""
        following = np.empty((languages, concepts), dtype=np.int64)
        for subject in following:
            order = random.permutation(concepts)
            subject[order] = np.roll(order, -1)
        kinds = random.permuted(np.tile(np.arange(concepts) % classes, (languages, 1)), axis=1)
        words = random.permuted(np.tile(np.arange(classes), (languages, 1)), axis=1)
        return cls(following, kinds, words, surprise)

    @property
    def vocabulary(self) -> int:
        """Tokens: languages, subjects, concepts of each subject, words of each language."""
        languages, classes = self.words.shape
        return int(2 * languages + self.classes.size + languages * classes)

    def nats(self, texts: Int64[np.ndarray, "text token"]) -> float:
        """Return what remains of a token that a rule predicts to one who knows all rules.

        A mean over the tokens of these texts, so that it scatters as their cross-entropy does.
        """
        languages = len(self.words)
        language, subject = texts[:, :1], texts[:, 1:2] - languages
        choices, classes = self.classes.shape[1], self.words.shape[1]
        concepts = texts[:, 2::2] - 2 * languages - subject * choices
        words = texts[:, 3::2] - 2 * languages - self.classes.size - language * classes
        follows = self.following[subject, concepts[:, :-1]] == concepts[:, 1:]
        fits = self.words[language, self.classes[subject, concepts]] == words
        nats = [self._nats(follows, choices), self._nats(fits, classes)]
        return float(np.concatenate(nats, axis=1).mean())

    def _nats(self, right: Bool[np.ndarray, "text token"], choices: int) -> np.ndarray:
        other = self.surprise / choices
        return np.asarray(-np.log(np.where(right, 1 - self.surprise + other, other)))

    def write(
        self,
        pairs: Int64[np.ndarray, " text"],
        length: int,
        random: np.random.Generator,
    ) -> Int64[np.ndarray, "text token"]:
        """Return texts of so many concepts, each of its pair: subjects vary fastest."""
        languages, classes = self.words.shape
        concepts = self.classes.shape[1]
        language, subject = np.divmod(pairs, languages)
        first_concept = 2 * languages + subject * concepts
        first_word = 2 * languages + self.classes.size + language * classes
        tokens = [language, languages + subject]
        concept = random.integers(concepts, size=len(pairs))
        for _ in range(length):
            any_word = random.integers(classes, size=len(pairs))
            rule = self.words[language, self.classes[subject, concept]]
            word = np.where(self._surprised(len(pairs), random), any_word, rule)
            tokens += [first_concept + concept, first_word + word]
            any_concept = random.integers(concepts, size=len(pairs))
            follows = self.following[subject, concept]
            concept = np.where(self._surprised(len(pairs), random), any_concept, follows)
        return np.stack(tokens, axis=1)

    def _surprised(self, number: int, random: np.random.Generator) -> Bool[np.ndarray, " text"]:
        return np.asarray(random.random(number) < self.surprise)

    def predictable(self, length: int) -> Float64[np.ndarray, " token"]:
        """Return 1 for each token that a rule predicts, of all but the first one of a text."""
        return np.array([0.0, 0.0] + [1.0] * (2 * length - 1))
