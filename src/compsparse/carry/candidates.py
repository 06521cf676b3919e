"""Which evaluations could be made again, and what that costs."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from compsparse.carry.committed import Committed
from compsparse.carry.drawing import Evaluation, Place
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.configuration.worlds import IDENTITY
from workflow_engine.provenance.chains import behind
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import REPLICATE, REQUEST, evaluations, result_of
from workflow_engine.provenance.record import Record

_UNKNOWN_COST = 10.0  # CPU seconds of a job that was never measured


def candidates(
    committed: Committed, records: Iterable[Record], ordinary: Sequence[Job]
) -> list[Evaluation]:
    """Return the evaluations whose numbers are stored.

    Args:
        committed: the commit's results.
        records: of what was measured on request.
        ordinary: the study's jobs.
    """
    found = []
    made = {result_of(path) for path in evaluations(ordinary)}
    for record in records:
        if record.job.step == REQUEST:
            continue
        place = place_of(record)
        if place.name != IDENTITY:  # it is the run, which is compared whole
            results = sorted(stored_metrics(committed.out, record))
            found += [Evaluation(place, result) for result in results if result in made]
    return found


def place_of(record: Record) -> Place:
    """Return where a record's measurements were made."""
    (name,) = record.job.wildcards.values()
    return Place("root seed" if record.job.step == REPLICATE else "world", name)


def stored_metrics(out: Path, record: Record) -> Any:
    """Return what was measured there, as it stands in files: result -> metric -> measurement."""
    stored = read_json(out / record.job.outputs["metrics"])
    return stored if record.job.step == REPLICATE else stored["metrics"]


class Costs:
    """What making a study again costs, in CPU seconds.

    Attributes:
        ordinary: the study's jobs.
        known: what jobs were measured to cost, by record.
    """

    def __init__(self, ordinary: Sequence[Job], known: Mapping[str, float]) -> None:
        self.ordinary = ordinary
        self.known = known

    def __call__(self, drawn: Collection[Evaluation]) -> float:
        """Return the cost of some evaluations with all that is behind them."""
        files = {result_of(path): path for path in evaluations(self.ordinary)}
        total = 0.0
        for place in {evaluation.place for evaluation in drawn}:
            wanted = [files[e.result] for e in drawn if e.place == place and e.result in files]
            total += self._of(behind(wanted, self.ordinary))
        return total

    def of_run(self) -> float:
        """Return the cost of all that is measured."""
        return self._of(behind(evaluations(self.ordinary), self.ordinary))

    def _of(self, jobs: Iterable[Job]) -> float:
        return sum(self.known.get(job.record_path, _UNKNOWN_COST) for job in jobs)
