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
    """The rules: of each concept the following one and its class, of each class the little word.

    ``surprise`` is how often a rule is not followed.
    """

    following: Int64[np.ndarray, "subject concept"]
    classes: Int64[np.ndarray, "subject concept"]
    words: Int64[np.ndarray, "language class"]
    surprise: float

    @property
    def vocabulary(self) -> int:
        """Tokens: languages, subjects, concepts of each subject, words of each language."""
        languages, classes = self.words.shape
        return int(2 * languages + self.classes.size + languages * classes)

    def write(
        self, pairs: Int64[np.ndarray, " text"], length: int, random: np.random.Generator
    ) -> tuple[Int64[np.ndarray, "text token"], float]:
        """Return texts of so many concepts, each of its pair: subjects vary fastest.

        Besides, what remains of a token that a rule predicts to one who knows all rules, in nats: a
        mean over the tokens of these texts, so that it scatters as their cross-entropy does.
        """
        languages, classes = self.words.shape
        concepts = self.classes.shape[1]
        language, subject = np.divmod(pairs, languages)
        first_concept = 2 * languages + subject * concepts
        first_word = 2 * languages + self.classes.size + language * classes

        def ruled(rule: np.ndarray, choices: int) -> tuple[np.ndarray, np.ndarray]:
            """Return what rules say, or any of the choices, and how likely that was."""
            other = random.integers(choices, size=len(pairs))
            found = np.where(random.random(len(pairs)) < self.surprise, other, rule)
            rest = self.surprise / choices
            return found, np.where(found == rule, 1 - self.surprise + rest, rest)

        tokens, follows, fits = [language, languages + subject], [], []
        concept = random.integers(concepts, size=len(pairs))
        for _ in range(length):
            word, fit = ruled(self.words[language, self.classes[subject, concept]], classes)
            tokens += [first_concept + concept, first_word + word]
            concept, follow = ruled(self.following[subject, concept], concepts)
            fits.append(fit)
            follows.append(follow)
        likely = np.stack([*follows[:-1], *fits], axis=1)
        return np.stack(tokens, axis=1), float(-np.log(likely).mean())


def draw_grammar(
    languages: int, concepts: int, classes: int, surprise: float, random: np.random.Generator
) -> Grammar:
    """Return random rules for as many subjects as languages."""
    following = np.empty((languages, concepts), dtype=np.int64)
    for subject in following:
        order = random.permutation(concepts)
        subject[order] = np.roll(order, -1)
    kinds = random.permuted(np.tile(np.arange(concepts) % classes, (languages, 1)), axis=1)
    words = random.permuted(np.tile(np.arange(classes), (languages, 1)), axis=1)
    return Grammar(following, kinds, words, surprise)
