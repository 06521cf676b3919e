"""The question of this study on a table of the user's: which factors explain it?"""

import argparse
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from compsparse.own_data.cells import (
    Cells,
    duplicates,
    numbers,
    without_row_numbers,
)
from compsparse.own_data.command import whole
from compsparse.own_data.picture_names import picture_names
from compsparse.own_data.progress import Progress
from compsparse.own_data.question import Answer, Question
from compsparse.studies.factorial.structure_search.counted_table import (
    CountedTable,
    is_long,
    read_counted_table,
    row_names,
)
from compsparse.studies.factorial.structure_search.evaluate_own_table import tabulate
from compsparse.studies.factorial.structure_search.report import TOLERANCE, find, lines, values
from workflow_engine.seeds import generator

_TABLE = "factors.csv"


@dataclass(frozen=True)
class _Read:
    path: Path
    table: CountedTable
    redraws: int | None
    root_seed: int

    @property
    def notes(self) -> tuple[str, ...]:
        return self.table.notes

    def describe(self) -> str:
        rows, columns = self.table.values.shape
        content = "joint probabilities" if self.table.samples is None else "counts"
        return f"{self.path}: {rows} inputs, {columns} outputs, {content}: all factorizations tried"

    def answer(self, progress: Progress) -> Answer:
        random = generator(self.root_seed, "factorial", "own_table", "redraws")
        progress.begin("searches")
        finding = find(self.table, TOLERANCE, self.redraws, random, progress.reach)
        inputs = picture_names(self.table.inputs, "in")
        outputs = picture_names(self.table.outputs, "out")

        def picture() -> Any:
            # most calls ask for no picture, and libraries that draw take a second to load
            from compsparse.figures.theme import theme
            from compsparse.studies.factorial.structure_search import render_own_table

            named = replace(self.table, inputs=inputs.names, outputs=outputs.names)
            with theme():
                return render_own_table.run.draw(tabulate(replace(finding, table=named)))

        return Answer(
            tuple(lines(self.path, finding)),
            values(finding),
            (*self.notes, *inputs.key, *outputs.key),
            picture,
            {_TABLE: tabulate(finding)},
        )


def _accepts(cells: Cells) -> bool:
    """Say whether there are names and counts: a name per line, or two names and a count."""
    cells = without_row_numbers(cells)
    amounts = numbers(cells.column(-1))
    if amounts is None or numbers(cells.column(0)) is not None:
        return False
    if is_long(cells):
        # other values of two words are a function on a grid
        counts = min(amounts) >= 0 and all(map(float.is_integer, amounts))
        return len(cells.header) == 3 and counts
    return len(cells.header) > 2 and not any(duplicates(row_names(cells)))


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--redraws",
        type=partial(whole, low=19, high=100_000),
        metavar="N",
        help="tables drawn for each test of counts, at least 19 (default: as many as take seconds)",
    )


def _read(path: Path, options: argparse.Namespace) -> _Read:
    # in the order of names, so that the order in the file decides nothing
    table = read_counted_table(path, as_is=options.as_is).sorted_by_name()
    return _Read(path, table, options.redraws, options.root_seed)


QUESTION = Question(
    study="factorial",
    asks="Find the factors of inputs and outputs, and the graph, that explain a table of counts.",
    takes="counts or joint probabilities, wide or long: text with commas, tabs or semicolons",
    accepts=_accepts,
    add_options=_add_options,
    read=_read,
    tables=(_TABLE,),
)
