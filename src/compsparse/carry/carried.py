"""What was carried over, in words."""

from collections.abc import Mapping
from dataclasses import dataclass

from compsparse.carry.drawing import Evaluation
from compsparse.carry.equal_run import EqualRun
from workflow_engine.counted import counted


@dataclass(frozen=True)
class Carried:
    """What was carried over.

    Attributes:
        steps: how many jobs of each step.
        run: the comparison of the default run.
        drawn: the evaluations that were made again.
        candidates: of how many they were drawn.
        ordinary: how many jobs of the run itself were carried over, by a twin.
    """

    steps: Mapping[str, int]
    run: EqualRun | None = None
    drawn: tuple[Evaluation, ...] = ()
    candidates: int = 0
    ordinary: int = 0

    @property
    def _then(self) -> str:
        # by a twin, no data are here, and dvc.lock is written already
        return "" if self.ordinary else "`dvc repro`, "

    def text(self, study: str) -> str:
        """Return it for people."""
        if self.run is None:
            return f"{study}: nothing to carry over; all tables on request hold."
        names = ", ".join(f"{count} of {step}" for step, count in self.steps.items())
        same = "those of the commit"
        if self.ordinary:
            names += f" and {counted(self.ordinary, 'job')} of the run"
            same = "those that the committed code makes here"
        return (
            f"{study}: {names} carried over. {counted(self.run.files, 'file')} behind the "
            f"claims: {same} ({counted(self.run.jobs, 'job')} with changed code); "
            f"{len(self.drawn)} of {self.candidates} "
            "evaluations at other root seeds, in worlds and on request were made again and are "
            f"equal. Now {self._then}`git add -A results dvc.lock`, a commit, `compsparse docs`."
        )
