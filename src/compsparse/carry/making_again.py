"""Make drawn evaluations again, in empty folders with all that is behind them, and compare."""

import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import pandas as pd

from compsparse.carry.committed import Committed
from compsparse.carry.drawing import Evaluation, Place
from compsparse.carry.errors import CarryError
from compsparse.carry.twin import Twin, require_equal_outputs
from compsparse.claims.judge import judge_claim
from compsparse.claims.judged import JudgedClaim, read_claims
from compsparse.claims.measurement import SUFFIX, Metrics, read_metrics
from compsparse.claims.registry import Registry
from compsparse.replication import comparison as at_root_seeds
from compsparse.worlds import comparison as in_worlds
from workflow_engine.artifacts import tables
from workflow_engine.artifacts.tables import read_table
from workflow_engine.configuration.assignments import as_config
from workflow_engine.configuration.load import Configuration
from workflow_engine.configuration.output_folder import SCRATCH
from workflow_engine.configuration.worlds import IDENTITY
from workflow_engine.nested_run import run_nested
from workflow_engine.provenance.ledger import record_files
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.record import Record


@dataclass(frozen=True)
class Again:
    """What is needed to make evaluations of a study again.

    Attributes:
        records: of replication and worlds, as committed.
        twin: makes them, too, and is compared with; else the stored values are.
    """

    project: Project
    configuration: Configuration
    study: str
    committed: Committed
    records: Sequence[Record]
    registry: Registry
    twin: Twin | None = None

    @property
    def folder(self) -> Path:
        """Where it is done, relative to the project's root; kept where something differs."""
        return self.configuration.out / SCRATCH / f"carry-{self.study}"

    def require_equal(self, drawn: Iterable[Evaluation]) -> None:
        """Make the evaluations and compare them with the stored values, to the last digit.

        Raises:
            CarryError: a value differs, or an evaluation cannot be made.
        """
        folder = self.project.root / self.folder
        shutil.rmtree(folder, ignore_errors=True)
        for place, evaluations in groupby(sorted(drawn), key=lambda drawn_one: drawn_one.place):
            results = [evaluation.result for evaluation in evaluations]
            out = self._make(place, results)
            if self.twin is not None:
                self._compare_with_twin(self.twin, place, out)
            for result in results if self.twin is None else ():
                compare = {
                    "root seed": self._compare_replication,
                    "world": self._compare_world,
                }[place.kind]
                compare(place.name, result, out)
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

    def _compare_replication(self, seed: str, result: str, out: Path) -> None:
        table = self._stored("table", "replicate")
        run = {c.id: c for c in read_claims(self.committed.out / f"{self.study}/claims.json")}
        there = self._judged(result, self._metrics(result, out))
        rows = at_root_seeds.compared([run[claim.id] for claim in there], {int(seed): there})
        self._require_lines(rows, table, f"{result} at root seed {seed}", out)

    def _compare_world(self, world: str, result: str, out: Path) -> None:
        table = self._stored("table", "worlds")
        base = read_metrics([self.committed.out / f"{self.study}/tables/{result}{SUFFIX}"])
        stored = read_table(table)
        fails = stored["claim"][(stored["world"] == world) & stored["expected"]]
        narrow = {result.removeprefix(f"{self.study}_"): self.registry.by_id[result]}
        rows = in_worlds.compared(
            self.registry.model_copy(update={"results": narrow}),
            self.scale,
            base,
            {
                IDENTITY: in_worlds.Outcome(base, {}),
                world: in_worlds.Outcome(self._metrics(result, out), {}),
            },
            {IDENTITY: frozenset(), world: frozenset(fails)},
        )
        rows = rows[rows["world"] == world]
        self._require_lines(rows, table, f"{result} in the world {world}", out)

    @property
    def scale(self) -> Any:
        """The scale of the run."""
        return self.configuration.scale

    def _judged(self, result: str, metrics: Metrics) -> list[JudgedClaim]:
        return [
            judge_claim(claim, self.registry, metrics, self.scale)
            for claim in self.registry.claims
            if claim.result == result
        ]

    def _metrics(self, result: str, out: Path) -> Metrics:
        return read_metrics([out / f"{self.study}/tables/{result}{SUFFIX}"])

    def _stored(self, output: str, step: str) -> Path:
        record = next(r for r in self.records if r.job.step == step)
        return self.committed.out / record.job.outputs[output]

    def _require_lines(self, rows: pd.DataFrame, table: Path, what: str, out: Path) -> None:
        stored = set(table.read_bytes().splitlines())
        lines = tables.encode(table, rows).splitlines()[1:]
        for claim, line in zip(rows["claim"], lines, strict=True):
            if line not in stored:
                raise self._differs(f"{claim} of {what}", out)

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
