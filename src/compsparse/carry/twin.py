"""A checkout of the committed code, which makes the same again on this machine.

Processors of another make round otherwise, so a run of the present code has other bytes than the
commit here, and that says nothing of the code. What the committed code makes on this very machine
does: where old and new code leave the same bytes, the committed bytes stand for both.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from compsparse.carry.committed import Committed
from compsparse.carry.errors import CarryError
from workflow_engine.configuration.output_folder import SCRATCH
from workflow_engine.nested_run import run_nested
from workflow_engine.provenance.hashes import sha256
from workflow_engine.provenance.ledger import changed_values, record_files
from workflow_engine.provenance.record import Record, RecordError

RUN = Path("results", SCRATCH, "twin")  # the output root of both runs, each in its checkout
_PYTHON = Path(".venv/bin/python")


@dataclass(frozen=True)
class Twin:
    """A checkout whose code is that of the commit, with an environment of its own.

    Attributes:
        root: its folder.
        committed: what the commit holds.
    """

    root: Path
    committed: Committed

    def make(
        self, out: Path, files: Iterable[str], scale: str, seed: int, assigned: Iterable[str]
    ) -> None:
        """Bring files of an output root of the twin up to date.

        Raises:
            CarryError: it has no environment, or the run fails.
        """
        python = self.root / _PYTHON
        if not python.exists():
            raise CarryError(
                f"{self.root} has no {_PYTHON}, so its code cannot run. A twin is a clone at "
                f"{self.committed.commit[:10]} in which `make setup` was run."
            )
        # this checkout's code must not come before the twin's own
        ours = ("PYTHONPATH", "PYTHONHOME")
        environment = {name: text for name, text in os.environ.items() if name not in ours}
        code = run_nested(
            out, files, scale, seed, assigned, folder=self.root, python=str(python),
            environment=environment,
        )  # fmt: skip
        if code:
            raise CarryError(
                f"The twin {self.root}: snakemake ended with {code}; the reason stands above. "
                "Nothing was carried over."
            )

    def records(self, out: Path, *, parameters: bool) -> dict[str, Record]:
        """Return the records below an output root, which must be of the committed code.

        Args:
            out: relative to the checkout.
            parameters: whether jobs must be the committed ones; else their code alone is, as at
                another root seed.

        Raises:
            CarryError: a record is of other code, or does not say what its files hold.
        """
        root = self.root / out
        found = {}
        for name in record_files(root):
            was = self.committed.records.get(name)
            if was is None:
                continue  # another study's
            try:
                record = Record.read(root / name)
            except RecordError as error:
                raise CarryError(f"{root / name}: {error}. Delete {root} and start anew.") from None
            self._require_committed_code(name, record, was, parameters)
            for path, sha in record.outputs.items():
                if sha256(root / path) != sha:
                    raise CarryError(
                        f"{root / path} is not what its record says. Delete {root} and start anew."
                    )
            found[name] = record
        return found

    def _require_committed_code(
        self, name: str, record: Record, was: Record, parameters: bool
    ) -> None:
        if (record.code, record.environment) != (was.code, was.environment):
            what = "code" if record.code != was.code else "environment"
            raise CarryError(
                f"{name} of the twin {self.root} was made in another {what} than that of the "
                f"commit ({getattr(record, what)[:12]}, not {getattr(was, what)[:12]}). A twin is "
                f"a clone at {self.committed.commit[:10]}, its environment that of its pins."
            )
        if not parameters:
            return
        old, new = (replace(r.job, runs=[]).as_json() for r in (was, record))
        for place, before, after in changed_values(old, new):
            raise CarryError(
                f"{place} of {name} was {before!r} in the commit and is {after!r} in the twin "
                f"{self.root}. Leave its params.yaml as the commit has it."
            )


def require_equal_outputs(
    ours: Mapping[str, Record], twins: Mapping[str, Record], where: str, kept: Path
) -> None:
    """Check that two runs left the same records of the same bytes.

    Raises:
        CarryError: the first file that differs.
    """
    if missing := sorted(ours.keys() ^ twins.keys()):
        raise CarryError(f"{where}: only one of the twins has made {missing[0]}; see {kept}.")
    for name, record in ours.items():
        for path, sha in record.outputs.items():
            if twins[name].outputs.get(path) != sha:
                raise CarryError(
                    f"{where}: {path} has other bytes than the committed code makes here, although "
                    "the default run is equal: the change of code alters numbers. What was made is "
                    f"kept in {kept}. Correct the code, or make the tables anew."
                )
