"""Make drawn evaluations again, in empty folders with all that is behind them, and compare."""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from compsparse.carry.candidates import place_of, stored_metrics
from compsparse.carry.claimed import Claimed
from compsparse.carry.committed import Committed
from compsparse.carry.drawing import Evaluation, Place
from compsparse.carry.errors import CarryError
from compsparse.carry.twin import Twin, require_equal_outputs
from compsparse.claims.measurement import SUFFIX, read_metrics
from compsparse.claims.stored_metrics import as_json
from workflow_engine.configuration.assignments import as_config
from workflow_engine.configuration.load import Configuration
from workflow_engine.configuration.output_folder import SCRATCH
from workflow_engine.nested_run import run_nested
from workflow_engine.provenance.ledger import record_files
from workflow_engine.provenance.on_request import REQUEST, rule_of
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record


@dataclass(frozen=True)
class Again:
    """What is needed to make evaluations of a study again.

    Attributes:
        records: of replication and worlds, as committed.
        claimed: what their tables must have.
        twin: makes them, too, and is compared with; else the stored values are.
    """

    project: Project
    configuration: Configuration
    study: str
    committed: Committed
    records: Sequence[Record]
    claimed: Claimed
    twin: Twin | None = None

    @property
    def folder(self) -> Path:
        """Where it is done, relative to the project's root; kept where something differs."""
        return self.configuration.out / SCRATCH / f"carry-{self.study}"

    def lacking(self, evaluation: Evaluation) -> dict[str, str]:
        """Return the metrics of an evaluation that claims name and the stored table lacks."""
        place, result = evaluation.place, evaluation.result
        return self.claimed.lacking(place, result, self._stored(place)[result])

    def require_equal(self, drawn: Iterable[Evaluation]) -> None:
        """Make the evaluations and compare them with the stored values, to the last digit.

        Raises:
            CarryError: a value differs, a claim names one that is not stored, or an evaluation
                cannot be made.
        """
        folder = self.project.root / self.folder
        shutil.rmtree(folder, ignore_errors=True)
        for place, evaluations in groupby(sorted(drawn), key=lambda drawn_one: drawn_one.place):
            at_place = list(evaluations)
            results = [evaluation.result for evaluation in at_place]
            out = self._make(place, results)
            if self.twin is not None:
                self._compare_with_twin(self.twin, place, out)
            for evaluation in at_place:
                self._compare_with_stored(evaluation, out)
            say(f"{place}: {', '.join(results)} made again, equal to the last digit.")
        shutil.rmtree(folder, ignore_errors=True)  # nothing was drawn for requests alone

    def _make(self, place: Place, results: Sequence[str]) -> Path:
        root = self.folder / place.name
        seed, assigned = self.configuration.root_seed, dict(self.configuration.assigned)
        match place.kind:
            case "root seed":
                seed = int(place.name)
            case "world":
                assigned = dict(self.configuration.worlds[self.study][place.name].assigned)
        files = [f"{self.study}/tables/{result}{SUFFIX}" for result in results]
        say(f"{place}: making {', '.join(results)} again, with all that is behind them.")
        if self.twin is not None:
            shutil.rmtree(self.twin.root / root, ignore_errors=True)
            self.twin.make(root, files, self.scale, seed, as_config(assigned))
        code = run_nested(
            root, files, self.scale, seed, as_config(assigned), folder=self.project.root
        )
        if code:
            raise CarryError(
                f"{place}: snakemake ended with {code}; the reason stands above. Nothing was "
                "carried over."
            )
        return self.project.root / root

    def _compare_with_twin(self, twin: Twin, place: Place, out: Path) -> None:
        ours = {name: Record.read(out / name) for name in record_files(out)}
        below = out.relative_to(self.project.root)
        require_equal_outputs(ours, twin.records(below, parameters=False), str(place), below)
        shutil.rmtree(twin.root / below)

    def _compare_with_stored(self, evaluation: Evaluation, out: Path) -> None:
        place, result = evaluation.place, evaluation.result
        stored = self._stored(place)[result]
        made = as_json(read_metrics([out / f"{self.study}/tables/{result}{SUFFIX}"]))[result]
        # older tables have only what claims named then; a twin was compared with the present code
        for name in sorted(stored) if self.twin is None else ():
            if stored[name] != made.get(name):
                raise self._differs(f"{name} of {result} {place.where}", out)
        for name, claim in self.lacking(evaluation).items():
            if name in made:
                job = self._record(place).job
                raise CarryError(
                    f"{job.outputs['metrics']} lacks {name} of {result}, by which the claim "
                    f"{claim} is judged and which the code measures: the table is older than the "
                    f"claim. Make it anew, then start again: `snakemake {rule_of(job)}`."
                )

    def _record(self, place: Place) -> Record:
        again = (record for record in self.records if record.job.step != REQUEST)
        return next(record for record in again if place_of(record) == place)

    def _stored(self, place: Place) -> Any:
        return stored_metrics(self.committed.out, self._record(place))

    @property
    def scale(self) -> Any:
        """The scale of the run."""
        return self.configuration.scale

    def _differs(self, what: str, out: Path) -> CarryError:
        kept = out.relative_to(self.project.root)
        return CarryError(
            f"{what} is not what is stored, although the default run is equal: the change of code "
            f"alters numbers. What was made again is kept in {kept}. Correct the code, or make the "
            f"tables anew: `snakemake {self.study}_replicate {self.study}_worlds`."
        )


def say(text: str) -> None:
    """Print a line at once: what follows it takes minutes."""
    print(text, flush=True)
