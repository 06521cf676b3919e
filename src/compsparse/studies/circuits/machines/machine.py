"""A deterministic Turing machine with one tape (document 000, slide 'Proof', Theorem 1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Int64

BLANK = " "
LEFT, STAY, RIGHT = -1, 0, 1

Rules = Mapping[tuple[str, str], tuple[str, str, int]]


@dataclass(frozen=True)
class Machine:
    """States, symbols and rules; a state without rules halts, others have one for each symbol."""

    states: tuple[str, ...]  # names; the first one is the start
    symbols: tuple[str, ...]  # of the tape; the first one is the blank
    rules: Rules  # what a state does on a symbol: the next state, the symbol written, the move

    def __post_init__(self) -> None:
        for what, names in (("state", self.states), ("symbol", self.symbols)):
            if len(set(names)) != len(names) or not names:
                raise ValueError(f"The {what}s {names} are none, or one of them comes twice.")
        if self.symbols[0] != BLANK:
            raise ValueError(f"The first symbol is {self.symbols[0]!r}; put the blank there.")
        for (state, symbol), (following, written, move) in self.rules.items():
            rule = f"{state!r} on {symbol!r} -> {following!r}, {written!r}, {move}"
            if not {state, following} <= {*self.states}:
                raise ValueError(f"The rule {rule} has an unknown state; there are {self.states}.")
            if not {symbol, written} <= {*self.symbols}:
                raise ValueError(
                    f"The rule {rule} has an unknown symbol; there are {self.symbols}."
                )
            if move not in (LEFT, STAY, RIGHT):
                raise ValueError(f"The rule {rule} moves the head by {move}; use -1, 0 or 1.")
        for state in self.states:
            missing = [symbol for symbol in self.symbols if (state, symbol) not in self.rules]
            if 0 < len(missing) < len(self.symbols):
                raise ValueError(
                    f"State {state!r} has no rule for the symbol {missing[0]!r}; give it rules for "
                    "all symbols, or none if it halts."
                )

    @cached_property
    def halting(self) -> frozenset[str]:
        """The states without rules."""
        return frozenset(self.states) - {state for state, _ in self.rules}

    @cached_property
    def table(self) -> Int64[np.ndarray, "state symbol 3"]:
        """The numbers of the next state and the symbol written, and the move; halting ones stay."""
        table = np.empty((len(self.states), len(self.symbols), 3), dtype=np.int64)
        for number, state in enumerate(self.states):
            for read, symbol in enumerate(self.symbols):
                following, written, move = self.rules.get((state, symbol), (state, symbol, STAY))
                table[number, read] = (
                    self.states.index(following),
                    self.symbols.index(written),
                    move,
                )
        return table
