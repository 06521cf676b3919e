"""Results by their ids, for a notebook or a script: tables, metrics and verdicts as pandas.

    from compsparse import results
    checkout = results.open_checkout()           # or of another folder
    found = checkout["factorial_single_pass"]
    found.table, found.metrics, found.claims     # data frames
    found.headline, found.figure, found.provenance()

Verdicts are the official ones, as README and ``compsparse claims`` have them: pooled over root
seeds where they were, else those of the run. What no record vouches for is refused.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from compsparse.claims.measurement import Measurement, read_metrics
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.vouched import vouched_verdicts
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.tables import read_table
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.names import nearest, result_ids
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.trace import trace
from workflow_engine.provenance.vouching import Vouching


@dataclass(frozen=True)
class StoredResult:
    """One result of a checkout.

    Attributes:
        id: its name, study included.
        study: that it belongs to.
        headline: what the official verdicts answer, empty where nobody asked.
        table: a row for each replicate and condition.
        metrics: value, interval and number of replicates, by the metrics' names.
        claims: claims and checks with their official verdicts, by their ids; ``alone`` is the
            verdict of the run's own root seed, ``fails_in`` and ``holds_in`` name worlds.
        figure: the picture; DVC's, so that it may not be there yet.
    """

    id: str
    study: str
    headline: str
    table: pd.DataFrame
    metrics: pd.DataFrame
    claims: pd.DataFrame
    figure: Path
    _project: Project

    def provenance(self) -> dict[str, Any]:
        """Return the chain behind the table, down to seeds, as ``compsparse trace --json`` does.

        Raises:
            TraceError: no record names the table.
        """
        place = self._project.results / self.study / "tables" / f"{self.id}.csv"
        return trace(self._project, place).as_json()


class Checkout(Mapping[str, StoredResult]):
    """The results of a checkout, by their ids."""

    def __init__(self, project: Project, vouching: Vouching | None = None) -> None:
        """Judge all records once, unless they were; make a new instance to see later edits."""
        self._project = project
        self._vouching = vouching or Vouching.of(project)
        self._verdicts: dict[str, Verdicts] = {}
        jobs = self._vouching.judgment.jobs
        self._jobs: dict[str, dict[str, Job]] = {name: {} for name in result_ids(jobs)}
        for job in jobs.values():
            if (name := job.wildcards.get("result")) in self._jobs:
                self._jobs[name][job.step] = job

    def __iter__(self) -> Iterator[str]:
        """Iterate over the ids."""
        return iter(self._jobs)

    def __len__(self) -> int:
        """Return how many results there are."""
        return len(self._jobs)

    def __getitem__(self, name: str) -> StoredResult:
        """Return a result.

        Raises:
            KeyError: there is none of this name; the message has the nearest.
            ArtifactError: it is not there, or no record vouches for it.
        """
        if name not in self._jobs:
            raise KeyError(f"there is no result {name!r}.{nearest(name, self._jobs)}")
        made, drawn = (self._jobs[name][step] for step in ("evaluate", "render"))
        table, metrics = (self._vouched(made.outputs[o]) for o in ("table", "metrics"))
        verdicts = self.verdicts(made.study)
        told = verdicts.headlines.get(name)
        claims = _claims(verdicts)
        return StoredResult(
            id=name,
            study=made.study,
            headline=told.official.text if told else "",
            table=read_table(table),
            metrics=_metrics(read_metrics([metrics]).get(name, {})),
            claims=claims[claims["result"] == name].drop(columns="result"),
            figure=self._project.results / drawn.outputs["svg"],
            _project=self._project,
        )

    def verdicts(self, study: str) -> Verdicts:
        """Return the official verdicts of a study.

        Raises:
            ArtifactError: they are not there, or no record vouches for them.
        """
        if study not in self._verdicts:
            self._vouched(f"{study}/claims.json")
            found = vouched_verdicts(self._project, self._vouching, [study])
            self._verdicts |= found.verdicts
        return self._verdicts[study]

    def claims(self, study: str) -> pd.DataFrame:
        """Return the claims and checks of a study with their official verdicts, by their ids."""
        return _claims(self.verdicts(study))

    def _vouched(self, path: str) -> Path:
        place = self._project.results / path
        if objection := self._vouching.objection(path):
            raise ArtifactError(place, f"No record vouches for it ({objection}).", objection.remedy)
        return place


def open_checkout(folder: Path | str | None = None) -> Checkout:
    """Return the results of the checkout around a folder, by default the current one.

    Raises:
        ProjectError: the folder is in no checkout.
    """
    return Checkout(Project.find(Path(folder) if folder is not None else None))


def _metrics(measured: Mapping[str, Measurement]) -> pd.DataFrame:
    rows = [
        {"metric": name, "value": m.value, "low": m.low, "high": m.high, "replicates": m.n}
        for name, m in measured.items()
    ]
    columns = ["metric", "value", "low", "high", "replicates"]
    return pd.DataFrame(rows, columns=columns).set_index("metric")


def _claims(verdicts: Verdicts) -> pd.DataFrame:
    readings = {name: entry.reading for name, entry in verdicts.readings.items()}
    rows = [
        {
            "claim": claim.id,
            "result": claim.result,
            "role": claim.role,
            "statement": " ".join(claim.statement.split()),
            "read": readings.get(claim.id),
            "value": claim.value,
            "low": claim.low,
            "high": claim.high,
            "replicates": claim.seeds,
            "accepted": str(claim.accept),
            "verdict": claim.verdict,
            "alone": claim.run.verdict,
            "fails_in": " ".join(claim.where("fails")) if claim.worlds else None,
            "holds_in": " ".join(claim.where("holds")) if claim.worlds else None,
        }
        for claim in verdicts.claims
    ]
    return pd.DataFrame(rows).set_index("claim")
