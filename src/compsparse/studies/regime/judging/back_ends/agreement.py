"""How far a judge's verdicts agree with what is known, with another judge, or with its own."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compsparse.studies.regime.judging.back_ends.verdicts import Verdict


@dataclass(frozen=True)
class Confusion:
    """How often one says 1 or 0 while the other, or the truth, says 1 or 0."""

    both_1: int
    only_first: int  # the first says 1, the second 0
    only_second: int  # the first says 0, the second 1
    both_0: int
    unanswered: int = 0  # items without a verdict of one of them; in none of the other counts

    @property
    def compared(self) -> int:
        """Number of items that both gave a verdict on."""
        return self.both_1 + self.only_first + self.only_second + self.both_0

    def agreement(self) -> float:
        """Return the fraction of compared items on which both agree; NaN without any."""
        return _ratio(self.both_1 + self.both_0, self.compared)

    def balanced_accuracy(self) -> float:
        """Return the mean of the second's accuracies on items that are truly 1 and truly 0."""
        # the first is the truth; with one class only, half of the mean is missing
        right_1 = _ratio(self.both_1, self.both_1 + self.only_first)
        right_0 = _ratio(self.both_0, self.both_0 + self.only_second)
        return (right_1 + right_0) / 2

    def kappa(self) -> float:
        """Return Cohen's kappa (o - e) / (1 - e), of how often both say the same.

        e = f_1 s_1 + f_0 s_0 is expected of two who say 1 and 0 as often as these, f and s, but
        independently. NaN where e = 1: both always say the same one thing.
        """
        n = self.compared
        first = self.both_1 + self.only_first
        second = self.both_1 + self.only_second
        # times n^2, in integers, so that e = 1 is met exactly
        expected = first * second + (n - first) * (n - second)
        return _ratio((self.both_1 + self.both_0) * n - expected, n * n - expected)


def against_truth(truth: Mapping[str, int], verdicts: Sequence[Verdict]) -> Confusion:
    """Return the table of known answers (the first) and a judge's verdicts (the second).

    Items without a verdict, or with an error in place of it, count as unanswered; a verdict on an
    item whose answer is not known, or two on one item, are a ValueError.
    """
    return _table(truth, _by_id(verdicts))


def between(first: Sequence[Verdict], second: Sequence[Verdict]) -> Confusion:
    """Return the table of two judges' verdicts on the same items; other items are a ValueError.

    For the agreement of a judge with itself, ask twice with separate caches: a cache always agrees
    with itself.
    """
    first_by_id, second_by_id = _by_id(first), _by_id(second)
    if set(first_by_id) != set(second_by_id):
        raise ValueError(
            f"{len(set(first_by_id) ^ set(second_by_id))} items have a verdict of one judge only; "
            "compare verdicts on the same items."
        )
    return _table(first_by_id, second_by_id)


def repeat_agreement(first: Sequence[Verdict], second: Sequence[Verdict]) -> float:
    """Return the fraction of items on which a judge gave the same answer twice."""
    # an item without an answer in either asking counts as not repeated
    table = between(first, second)
    asked = table.compared + table.unanswered
    if asked == 0:
        raise ValueError("There is no item that was asked twice.")
    return (table.both_1 + table.both_0) / asked


def _by_id(verdicts: Sequence[Verdict]) -> dict[str, int | None]:
    answers: dict[str, int | None] = {}
    for verdict in verdicts:
        if verdict.id in answers:
            raise ValueError(f"There are two verdicts on the item {verdict.id}; give one.")
        answers[verdict.id] = verdict.meaningful
    return answers


def _table(first: Mapping[str, int | None], second: Mapping[str, int | None]) -> Confusion:
    unknown = [item for item in second if item not in first]
    if unknown:
        raise ValueError(f"There is a verdict on {unknown[0]}, whose answer is not known.")
    wrong = {answer for answer in first.values() if answer not in (0, 1, None)}
    if wrong:
        raise ValueError(f"Known answers are {sorted(map(str, wrong))}; allowed: 0 and 1.")
    pairs = [(answer, second.get(item)) for item, answer in first.items()]
    return Confusion(
        both_1=pairs.count((1, 1)),
        only_first=pairs.count((1, 0)),
        only_second=pairs.count((0, 1)),
        both_0=pairs.count((0, 0)),
        unanswered=sum(None in pair for pair in pairs),
    )


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else math.nan
