"""Names for the values of a factor that was found, from the names of its tokens."""

import re
from collections.abc import Sequence

from compsparse.studies.factorial.structure_search.token_factorization import Partition


def value_names(labels: Partition, names: Sequence[str]) -> list[str]:
    """Name each value by the words that all of its tokens share and no other token has.

    "phone English" and "phone French" against "laptop English" and "laptop French" give "phone" and
    "laptop". Where one of the values has no such words, each is the list of its tokens.
    """
    words = [re.split(r"[\s_,;:/|.-]+", name.strip()) for name in names]
    found = []
    for value in range(max(labels) + 1):
        members = [set(words[t]) for t, label in enumerate(labels) if label == value]
        others = [set(words[t]) for t, label in enumerate(labels) if label != value]
        shared = set.intersection(*members) - set().union(*others)
        first = words[labels.index(value)]
        found.append(" ".join(word for word in first if word in shared))
    if all(found):
        return found
    return [
        ", ".join(name for name, label in zip(names, labels, strict=True) if label == value)
        for value in range(max(labels) + 1)
    ]
