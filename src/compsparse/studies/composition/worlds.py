"""Worlds: ablations of the task or of a training, each of which takes one structure away.

The parameters of a training name its world. The hidden permutations and all other draws are those
of the ordinary run, but for what the world replaces.
"""

from collections.abc import Callable
from copy import copy
from typing import Literal

import numpy as np
from jaxtyping import Float32, Int64

from compsparse.studies.composition.task.hidden import Seeds
from compsparse.studies.composition.task.hops import all_hops, chain, permutations

World = Literal[
    "none",
    "identity",
    "unrelated_easy",
    "nothing_to_read",
    "known_layers",
    "shuffled_answers",
    "wrong_layers",
    "one_permutation",
]
_SHARP = 10.0  # logit of theory's key: e^10 is over a thousand times 20 tokens


class Ablation:
    """What a world changes in the training of any task."""

    def __init__(self, world: World) -> None:
        """Keep the world."""
        self.world = world

    def labels(
        self,
        randoms: list[np.random.Generator],
        answers: list[np.ndarray],
        unrelated: Callable[[], list[np.ndarray]],
    ) -> list[np.ndarray]:
        """Return the answers [run, ...] to each hop that a training sees.

        Args:
            randoms: one for each run, so that shuffling one leaves the sequences of the others.
            answers: the true ones.
            unrelated: computes those of an unrelated task.
        """
        if self.world == "unrelated_easy":
            answers = [*unrelated()[:-1], answers[-1]]
        if self.world == "shuffled_answers":
            answers = [
                np.stack(
                    [
                        random.permuted(run, axis=-1)
                        for random, run in zip(randoms, hop, strict=True)
                    ]
                )
                for hop in answers
            ]
        return answers

    def readout_layer(self, hop: int, layers: int) -> int:
        """Return the layer, from 0, after which 2^hop hops are read: its own, or the last."""
        layer = min(hop, layers - 1)
        return layers - 1 - layer if self.world == "wrong_layers" else layer

    def first_layers(
        self, drawn: list[Float32[np.ndarray, "..."]], keys: list[Int64[np.ndarray, "..."]]
    ) -> list[Float32[np.ndarray, "..."]]:
        """Return the initial weights; ``keys`` are those that theory assigns, layer by layer."""
        if self.world != "known_layers":
            return drawn
        known = [
            layer + _SHARP * (key[..., None] == np.arange(layer.shape[-1]))
            for layer, key in zip(drawn[:-1], keys[:-1], strict=True)
        ]
        return [*(layer.astype(np.float32) for layer in known), drawn[-1]]


class Task(Ablation):
    """The sequences of a training, and their answers.

    Attributes:
        hidden: the hidden permutations of each run, as the world has them.
        tokens: k N.
    """

    def __init__(
        self,
        hidden: Int64[np.ndarray, "run fold symbol"],
        seeds: Seeds,
        world: World = "none",
    ) -> None:
        """``seeds`` are those of the training."""
        super().__init__(world)
        _, folds, symbols = hidden.shape
        if world == "one_permutation":
            hidden = np.repeat(hidden[:, :1], folds, axis=1)
        self.hidden = hidden
        self.tokens = folds * symbols
        randoms = seeds.generators("unrelated")
        self._unrelated = np.stack(
            [permutations(random, folds, symbols=symbols) for random in randoms]
        )

    def of_run(self, run: int) -> "Task":
        """Return that of one run alone."""
        one = copy(self)
        one.hidden, one._unrelated = self.hidden[run : run + 1], self._unrelated[run : run + 1]
        return one

    def sequences(
        self, randoms: list[np.random.Generator], number: int
    ) -> tuple[Int64[np.ndarray, "run batch fold n"], list[Int64[np.ndarray, "run batch fold n"]]]:
        """Return fresh permutations to read, and the answers to 1, 2, 4, ..., k hops."""
        folds, symbols = self.hidden.shape[1:]
        read = [permutations(random, number, folds, symbols=symbols) for random in randoms]
        return self.answered(randoms, np.stack(read))

    def answered(
        self, randoms: list[np.random.Generator], read: Int64[np.ndarray, "run batch fold n"]
    ) -> tuple[Int64[np.ndarray, "run batch fold n"], list[Int64[np.ndarray, "run batch fold n"]]]:
        """Return given permutations as the world has them, and the answers to their hops."""
        if self.world == "nothing_to_read":
            read = np.broadcast_to(np.arange(read.shape[-1]), read.shape).copy()
        answers = all_hops(read, self.hidden[:, None])
        labels = self.labels(randoms, answers, lambda: all_hops(read, self._unrelated[:, None]))
        return read, labels

    def chains(
        self,
        answers: list[Int64[np.ndarray, "run batch fold n"]],
        start: Int64[np.ndarray, "run batch"],
    ) -> Int64[np.ndarray, "run batch fold"]:
        """Return where single hops lead from (1, start), step by step, and k hops at the end.

        The last entry is the answer to k hops, which a world may keep while it changes single hops.
        """
        steps = chain(answers[0], start)
        longest = answers[-1][:, :, 0]
        steps[..., -1] = np.take_along_axis(longest, start[..., None], axis=-1)[..., 0]
        return steps


def touched(world: World) -> dict[str, str]:
    """Return what a world adds to the parameters of a training: its name, or nothing."""
    return {} if world == "none" else {"world": world}
