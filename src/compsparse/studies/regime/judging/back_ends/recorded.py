"""A judge that replays recorded verdicts, for those without a key."""

from collections.abc import Sequence
from pathlib import Path

from compsparse.studies.regime.judging.back_ends.verdict_rows import VerdictFileError, verdicts_in
from compsparse.studies.regime.judging.back_ends.verdicts import Item, Verdict, error_verdict
from workflow_engine.validation.printable import printable


class RecordedJudge:
    """Looks items up in a CSV file of verdicts."""

    def __init__(self, path: Path) -> None:
        """Read the file; a VerdictFileError names the row that is not usable."""
        self._path = path
        self._verdicts: dict[str, Verdict] = {}
        rows: dict[str, int] = {}
        for row, verdict in verdicts_in(_text(path), path):
            if verdict.id in rows:
                raise VerdictFileError(
                    f"{printable(path)}, row {row}: the id {verdict.id} stands in row "
                    f"{rows[verdict.id]} already. Keep one of the two rows."
                )
            rows[verdict.id] = row
            self._verdicts[verdict.id] = verdict

    def __call__(self, items: Sequence[Item]) -> list[Verdict]:
        """Return the recorded verdicts; an item without one gets a verdict with an error."""
        return [self._verdicts.get(item.id) or self._missing(item) for item in items]

    def _missing(self, item: Item) -> Verdict:
        # the file's name only: where it lies differs from machine to machine
        error = f"no verdict on this item is recorded in {self._path.name}"
        return error_verdict(item, error, judge="recorded", model="")


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise VerdictFileError(
            f"{printable(path)} cannot be read as recorded verdicts: {printable(error)}"
        ) from None
