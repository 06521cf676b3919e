"""The question of this study on a table of the user's: which wiring fits a function?"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pandas as pd

from compsparse.own_data.cells import Cells, numbers
from compsparse.own_data.command import share
from compsparse.own_data.picture_names import picture_names
from compsparse.own_data.progress import Progress
from compsparse.own_data.question import Answer, Question
from compsparse.studies.approximation.own_table.best_wiring import (
    best_wiring,
    number_of_splits,
    splits,
)
from compsparse.studies.approximation.own_table.read_values import Grid, read_values
from compsparse.studies.approximation.own_table.report import describe, written

_TABLE = "splits.csv"


@dataclass(frozen=True)
class _Read:
    path: Path
    grid: Grid
    error: float

    @property
    def notes(self) -> tuple[str, ...]:
        return self.grid.notes

    def describe(self) -> str:
        sizes = " x ".join(map(str, self.grid.values.shape))
        number = number_of_splits(self.grid.values.ndim)
        return f"{self.path}: a grid of {sizes} places: channels of {number:,} splits counted"

    def answer(self, progress: Progress) -> Answer:
        names, values = self.grid.names, self.grid.values
        total, done = number_of_splits(values.ndim), count(1)
        progress.begin("splits")
        found = splits(values, self.error, lambda: progress.reach(next(done), total))
        tree = best_wiring(values, self.error, found)
        shown = picture_names(names)

        def picture() -> Any:
            # most calls ask for no picture, and libraries that draw take a second to load
            from compsparse.studies.approximation.own_table.draw_wiring import draw_wiring

            return draw_wiring(list(shown.names), self.error, found, tree)

        def halves() -> Iterator[dict[str, Any]]:
            for half, channels in found:
                yield {"half": " ".join(names[v] for v in half), "channels": channels}

        first, *others = describe(names, values, self.error, found, tree)
        return Answer(
            (f"{self.path}: {first}", *others),
            {
                "variables": names,
                "places": list(values.shape),
                "error": self.error,
                "wiring": written(tree, names),
                "splits": [[[names[v] for v in half], channels] for half, channels in found],
            },
            (*self.notes, *shown.key),
            picture,
            {_TABLE: pd.DataFrame(halves())},
        )


def _accepts(cells: Cells) -> bool:
    """Say whether there are two variables at least, and numbers in the last column."""
    return len(cells.header) > 2 and numbers(cells.column(-1)) is not None


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--error",
        type=partial(share, most=0.999),
        default=0.01,
        metavar="SHARE",
        help="of the variance that may be left, above 0 and below 1 (default: 0.01)",
    )


def _read(path: Path, options: argparse.Namespace) -> _Read:
    return _Read(path, read_values(path), options.error)


QUESTION = Question(
    study="approximation",
    asks="Count the channels that each split of the variables of a function needs, and find the "
    "tree that needs the fewest.",
    takes="values on a grid: text with a column per variable and the value last; .npy or .npz",
    accepts=_accepts,
    add_options=_add_options,
    read=_read,
    tables=(_TABLE,),
)
