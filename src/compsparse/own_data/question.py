"""What a study asks of a file, and what it answers."""

import argparse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from compsparse.own_data.cells import Cells
from compsparse.own_data.progress import Progress

QUESTIONS = ("factorial", "regime", "approximation")  # the studies that ask one


@dataclass(frozen=True)
class Answer:
    """An answer to a question on a file.

    Attributes:
        lines: for people.
        values: the same for programs, of JSON's kinds.
        notes: what was taken for granted, and warnings.
        picture: draws the picture; called only where one is asked for. None: there is none.
        tables: contents of the tables, by the names that the question lists.
    """

    lines: tuple[str, ...]
    values: Mapping[str, Any]
    notes: tuple[str, ...] = ()
    picture: Callable[[], Any] | None = None
    tables: Mapping[str, Any] = field(default_factory=dict)


class Read(Protocol):
    """A file that was read and checked."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken for granted while reading."""

    def describe(self) -> str:
        """Say in one line what was read and what would be done."""

    def answer(self, progress: Progress) -> Answer:
        """Do the work."""


@dataclass(frozen=True)
class Question:
    """A study's question on a file of the user's.

    Attributes:
        study: which one asks.
        asks: one sentence, for --help.
        takes: the file, for --help.
        accepts: says whether cells of a text are a table for this question; pictures and genomes
            are told by their first bytes.
        add_options: adds those of this question alone.
        read: reads and checks a file under the options.
        tables: names of the files that an answer leaves beside its picture.
        folder: whether an answer leaves files without being asked for them.
        runs: modules of steps that are run by name, whose code decides the answer, too.
    """

    study: str
    asks: str
    takes: str
    accepts: Callable[[Cells], bool]
    add_options: Callable[[argparse.ArgumentParser], None]
    read: Callable[[Path, argparse.Namespace], Read]
    tables: tuple[str, ...]
    folder: bool = False
    runs: tuple[str, ...] = ()
