"""Worlds: what the task, or a training, is like where one structure is missing.

A world has its name in the parameters of the trainings that it touches. Hidden permutations are
those of the run, and so are all draws that a world does not take away.
"""

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import torch
from jaxtyping import Int64
from torch import Tensor

from compsparse.studies.composition.task.hops import all_hops, chain, permutations
from workflow_engine.seeds import generator

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
_SHARP = 10.0  # weight on the key that theory assigns: e^10 is over a thousand times 20 tokens


class Task:
    """The sequences of a training, and their answers.

    Attributes:
        hidden: the hidden permutations of each run, as the world has them.
        tokens: k N.
    """

    def __init__(
        self, params: Mapping[str, Any], hidden: Int64[np.ndarray, "run fold symbol"]
    ) -> None:
        """``params`` are the training's; ``world`` among them names what is missing."""
        self._world = params.get("world", "none")
        if self._world == "one_permutation":
            hidden = np.repeat(hidden[:, :1], hidden.shape[1], axis=1)
        self.hidden = hidden
        self.tokens = hidden.shape[1] * hidden.shape[2]
        names = params["root_seed"], *params["seed_names"], "unrelated"
        self._unrelated = np.stack(
            [
                permutations(generator(*names, run), *of.shape[:-1], symbols=of.shape[-1])
                for run, of in enumerate(hidden)
            ]
        )

    def sequences(
        self, randoms: list[np.random.Generator], number: int
    ) -> tuple[Int64[Tensor, "run batch fold n"], list[Int64[Tensor, "run batch fold n"]]]:
        """Return fresh permutations to read, and the answers to 1, 2, 4, ..., k hops."""
        folds, symbols = self.hidden.shape[1:]
        read = np.stack([permutations(of, number, folds, symbols=symbols) for of in randoms])
        return self.answered(randoms, read)

    def answered(
        self, randoms: list[np.random.Generator], read: Int64[np.ndarray, "run batch fold n"]
    ) -> tuple[Int64[Tensor, "run batch fold n"], list[Int64[Tensor, "run batch fold n"]]]:
        """Return given permutations as the world has them, and the answers to their hops."""
        symbols = read.shape[-1]
        if self._world == "nothing_to_read":
            read = np.broadcast_to(np.arange(symbols), read.shape).copy()
        answers = all_hops(read, self.hidden[:, None])
        if self._world == "unrelated_easy":
            answers = [*all_hops(read, self._unrelated[:, None])[:-1], answers[-1]]
        if self._world == "shuffled_answers":
            # of each run's own generator: sequences of other runs stay as they are
            answers = [
                np.stack(
                    [random.permuted(of, axis=-1) for random, of in zip(randoms, hop, strict=True)]
                )
                for hop in answers
            ]
        return torch.from_numpy(read), [torch.from_numpy(of) for of in answers]

    def chains(
        self,
        answers: list[Int64[Tensor, "run batch fold n"]],
        start: Int64[np.ndarray, "run batch"],
    ) -> Int64[Tensor, "run batch fold"]:
        """Return where single hops lead from (1, start), one after the other, and k hops at last.

        The last one is the answer to k hops, which a world may keep while it changes single hops.
        """
        steps = chain(answers[0].numpy(), start)
        longest = answers[-1].numpy()[:, :, 0]
        steps[..., -1] = np.take_along_axis(longest, start[..., None], axis=-1)[..., 0]
        return torch.from_numpy(steps)

    def read_in(self, hop: int, layers: int) -> int:
        """Return the layer, from 0, in which 2^hop hops are read: their own one, or the last."""
        own = min(hop, layers - 1)
        return layers - 1 - own if self._world == "wrong_layers" else own

    def first_layers(
        self, drawn: list[Tensor], keys: list[Int64[Tensor, "run token"]]
    ) -> list[Tensor]:
        """Return the weights that training begins with; ``keys`` are those of the construction."""
        if self._world != "known_layers":
            return drawn
        known = [
            layer + _SHARP * torch.nn.functional.one_hot(key, self.tokens)
            for layer, key in zip(drawn[:-1], keys[:-1], strict=True)
        ]
        return [*known, drawn[-1]]


def touched(world: World) -> dict[str, str]:
    """Return what a world adds to the parameters of a training: its name, or nothing."""
    return {} if world == "none" else {"world": world}
