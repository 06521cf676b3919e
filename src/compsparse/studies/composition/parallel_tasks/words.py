"""Words of an automaton and their windows, as a training sees them; worlds act here."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from jaxtyping import Int64
from torch import Tensor

from compsparse.studies.composition.parallel_tasks.automata import windows
from compsparse.studies.composition.task.hops import layers_needed, permutations
from workflow_engine.seeds import generator

_SHARP = 10.0  # weight on the key that theory assigns: e^10 is over a thousand times 20 tokens


class Words:
    """Fresh words, and the maps of their windows.

    Attributes:
        length: T, of a word.
        table: the state that follows, [symbol, state].
        hops: how many lengths of windows there are, log2(T) + 1; the model has as many layers.
    """

    def __init__(self, params: Mapping[str, Any]) -> None:
        """``params`` are the training's; ``world`` among them names what is missing.

        Raises:
            ValueError: the length is no power of two.
        """
        self._world = params.get("world", "none")
        self.length: int = params["length"]
        self.table = np.array(params["transitions"])
        self.hops = layers_needed(self.length)
        names = params["root_seed"], *params["seed_names"], "unrelated"
        symbols, states = self.table.shape
        # what a symbol does, followed by a permutation of its own at each index
        self._unrelated = [
            permutations(generator(*names, run), self.length, symbols, symbols=states)[
                np.arange(self.length)[:, None, None], np.arange(symbols)[:, None], self.table
            ]
            for run in range(params["runs"])
        ]

    def sequences(
        self, randoms: list[np.random.Generator], number: int
    ) -> tuple[Int64[Tensor, "run batch t"], list[Int64[Tensor, "run batch t state"]]]:
        """Return fresh words, and where their windows of 1, 2, 4, ..., T symbols lead."""
        symbols = len(self.table)
        words = np.stack([of.integers(symbols, size=(number, self.length)) for of in randoms])
        if self._world == "nothing_to_read":
            words = np.zeros_like(words)
        answers = windows(self.table[words])
        if self._world == "unrelated_easy":
            index = np.arange(self.length)
            single = [maps[index, word] for maps, word in zip(self._unrelated, words, strict=True)]
            answers = [*windows(np.stack(single))[:-1], answers[-1]]
        if self._world == "shuffled_answers":
            answers = [
                np.stack(
                    [random.permuted(of, axis=-1) for random, of in zip(randoms, hop, strict=True)]
                )
                for hop in answers
            ]
        return torch.from_numpy(words), [torch.from_numpy(of) for of in answers]

    def read_in(self, hop: int) -> int:
        """Return the layer, from 0, in which windows of 2^hop symbols are read: their own one."""
        return self.hops - 1 - hop if self._world == "wrong_layers" else hop

    def first_layers(self, drawn: list[Tensor], keys: list[Tensor]) -> list[Tensor]:
        """Return the weights that training begins with; ``keys`` are those that theory assigns."""
        if self._world != "known_layers":
            return drawn
        known = [
            layer + _SHARP * torch.nn.functional.one_hot(key, layer.shape[-1])
            for layer, key in zip(drawn[:-1], keys[:-1], strict=True)
        ]
        return [*known, drawn[-1]]
