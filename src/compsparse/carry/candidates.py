"""Which evaluations could be made again, and what that costs."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from compsparse.carry.committed import Committed
from compsparse.carry.drawing import Evaluation, Kind, Place
from compsparse.claims.registry import Registry
from workflow_engine.artifacts.tables import read_table
from workflow_engine.configuration.worlds import IDENTITY
from workflow_engine.provenance.chains import behind
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.on_request import (
    REPLICATE,
    REQUEST,
    WORLDS,
    evaluations,
    result_of,
)
from workflow_engine.provenance.record import Record

_UNKNOWN_COST = 10.0  # CPU seconds of a job that was never measured


def candidates(
    committed: Committed, records: Iterable[Record], registry: Registry, ordinary: Sequence[Job]
) -> list[Evaluation]:
    """Return the evaluations whose numbers are stored.

    Args:
        committed: the commit's results.
        records: of tables on request.
        registry: the commit's.
        ordinary: the study's jobs.
    """
    found = []
    results = {claim.id: claim.result for claim in registry.claims}
    made = {result_of(path) for path in evaluations(ordinary)}
    for record in records:
        if record.job.step == REQUEST:
            continue
        table = read_table(committed.out / record.job.outputs["table"])
        rows = table[table["value"].notna()]
        if record.job.step == WORLDS:
            rows = rows[rows["world"] != IDENTITY]  # it is the run, which is compared whole
        kind: Kind = "root seed" if record.job.step == REPLICATE else "world"
        names = rows[kind.replace(" ", "_")].astype(str)
        pairs = set(zip(names, rows["claim"].map(results), strict=True))
        found += [Evaluation(Place(kind, name), r) for name, r in sorted(pairs) if r in made]
    return found


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

    def of_verdicts(self, study: str) -> float:
        """Return the cost of all that a study's verdicts rest on."""
        return self._of(behind([f"{study}/claims.json"], self.ordinary))

    def _of(self, jobs: Iterable[Job]) -> float:
        return sum(self.known.get(job.record_path, _UNKNOWN_COST) for job in jobs)
