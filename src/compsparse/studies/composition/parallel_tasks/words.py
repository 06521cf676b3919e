"""Words of an automaton and their windows, as a training sees them; worlds act here."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Int64

from compsparse.studies.composition.parallel_tasks.automata import windows
from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import layers_needed, permutations
from compsparse.studies.composition.worlds import Ablation, World


class Words(Ablation):
    """Fresh words, and the maps of their windows.

    Attributes:
        length: T, of a word.
        table: the next state, [symbol, state].
        hops: number of window lengths, log2(T) + 1; the model has as many layers.
    """

    def __init__(
        self,
        transitions: Sequence[Sequence[int]],
        length: int,
        seeds: Seeds,
        world: World = "none",
    ) -> None:
        """``seeds`` are those of the training.

        Raises:
            ValueError: the length is no power of two.
        """
        super().__init__(world)
        self.length = length
        self.table = np.array(transitions)
        self.hops = layers_needed(length)
        symbols, states = self.table.shape
        # each index composes what a symbol does with a permutation of its own
        self._unrelated = [
            permutations(random, length, symbols, symbols=states)[
                np.arange(length)[:, None, None], np.arange(symbols)[:, None], self.table
            ]
            for random in seeds.generators("unrelated")
        ]

    def sequences(
        self, randoms: list[np.random.Generator], number: int
    ) -> tuple[Int64[np.ndarray, "run batch t"], list[Int64[np.ndarray, "run batch t state"]]]:
        """Return fresh words, and where their windows of 1, 2, 4, ..., T symbols lead."""
        symbols, index = len(self.table), np.arange(self.length)
        words = np.stack(
            [random.integers(symbols, size=(number, self.length)) for random in randoms]
        )
        if self.world == "nothing_to_read":
            words = np.zeros_like(words)

        def unrelated() -> list[np.ndarray]:
            single = [maps[index, word] for maps, word in zip(self._unrelated, words, strict=True)]
            return windows(np.stack(single))

        labels = self.labels(randoms, windows(self.table[words]), unrelated)
        return words, labels
