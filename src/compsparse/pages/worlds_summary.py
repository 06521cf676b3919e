"""Which claims can fail or hold: what the table of a study's worlds says of each."""

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from compsparse.worlds.comparison import LEFT_OUT, NOT_TOUCHED
from workflow_engine.configuration.worlds import IDENTITY


@dataclass(frozen=True)
class InWorld:
    """Ids of a study's claims by what came of them in one world, in the table's order.

    Attributes:
        as_expected, unexpected: those that fail.
        spared: those that were expected to fail and do not.
        held, not_held: those that were expected to hold.
        holds: all that hold.
        touched: all that the world could have changed and that was evaluated.
        left_out: all that was not evaluated, to save the time.
    """

    name: str
    as_expected: list[str]
    unexpected: list[str]
    spared: list[str]
    held: list[str]
    not_held: list[str]
    holds: list[str]
    undecided: list[str]
    not_measured: list[str]
    touched: list[str]
    left_out: list[str]


def other_worlds(table: pd.DataFrame) -> list[str]:
    """Return the worlds that change something, in the table's order."""
    return [name for name in table["world"].unique() if name != IDENTITY]


def by_world(table: pd.DataFrame, claims: Iterable[str]) -> list[InWorld]:
    """Return what came of some claims in every world that changes something."""
    rows = table[table["claim"].isin(list(claims))]
    found = []
    for name in other_worlds(table):
        here = rows[rows["world"] == name]

        def ids(chosen: "pd.Series[bool]", here: pd.DataFrame = here) -> list[str]:
            return [str(claim) for claim in here["claim"][chosen]]

        fails, holds = here["verdict"] == "fails", here["verdict"] == "holds"
        to_fail, to_hold = here["expected"] == "fails", here["expected"] == "holds"
        found.append(
            InWorld(
                name=name,
                as_expected=ids(fails & to_fail),
                unexpected=ids(fails & ~to_fail & ~to_hold),
                spared=ids(~fails & to_fail),
                held=ids(holds & to_hold),
                not_held=ids(~holds & to_hold),
                holds=ids(holds),
                undecided=ids(here["verdict"] == "undecided"),
                not_measured=ids(here["verdict"] == "not measured"),
                touched=ids(~here["verdict"].isin([NOT_TOUCHED, LEFT_OUT])),
                left_out=ids(here["verdict"] == LEFT_OUT),
            )
        )
    return found


def failing(table: pd.DataFrame) -> set[str]:
    """Return what fails in at least one world that changes something."""
    there = (table["verdict"] == "fails") & (table["world"] != IDENTITY)
    return set(table["claim"][there])
