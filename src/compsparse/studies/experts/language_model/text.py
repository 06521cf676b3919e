"""Generated text: a language gives the little words, a subject the order of its concepts.

A text is a language, a subject, and pairs of a concept and a little word. A concept is followed by
the next one of its subject's cycle, or by any. All languages know the class of a concept; the
little word is the language's own for the class, or any of the language. So a pair of language and
subject that was never seen follows rules that were.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64


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
        language, subject = texts[:, :1], texts[:, 1:2] - len(self.words)
        first_concept, first_word = self._first(language, subject)
        concepts, words = texts[:, 2::2] - first_concept, texts[:, 3::2] - first_word
        follows = self.following[subject, concepts[:, :-1]] == concepts[:, 1:]
        fits = self.words[language, self.classes[subject, concepts]] == words
        ruled = ((follows, self.classes.shape[1]), (fits, self.words.shape[1]))
        shares = [
            np.where(right, 1 - self.surprise + self.surprise / choices, self.surprise / choices)
            for right, choices in ruled
        ]
        return float(-np.log(np.concatenate(shares, axis=1)).mean())

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
        first_concept, first_word = self._first(language, subject)

        def ruled(rule: Int64[np.ndarray, " text"], choices: int) -> Int64[np.ndarray, " text"]:
            """Return what rules say, or any of the choices."""
            other = random.integers(choices, size=len(pairs))
            return np.where(random.random(len(pairs)) < self.surprise, other, rule)

        tokens = [language, languages + subject]
        concept = random.integers(concepts, size=len(pairs))
        for _ in range(length):
            word = ruled(self.words[language, self.classes[subject, concept]], classes)
            tokens += [first_concept + concept, first_word + word]
            concept = ruled(self.following[subject, concept], concepts)
        return np.stack(tokens, axis=1)

    def _first(self, language: np.ndarray, subject: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the first concept of subjects and the first little word of languages."""
        languages, classes = self.words.shape
        concept = 2 * languages + subject * self.classes.shape[1]
        return concept, 2 * languages + self.classes.size + language * classes
