"""How this study describes students and their teachers: its own part of the collector of jobs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compsparse.studies.tickets.shared_settings import StudentSettings
from compsparse.studies.tickets.worlds import World
from workflow_engine.job_collector import JobCollector

STUDY = "tickets"


@dataclass(frozen=True)
class Pruned:
    """Files of a teacher's students."""

    examples: str
    dense: str
    rounds: str

    @property
    def trained(self) -> dict[str, str]:
        """What steps read that need no rounds."""
        return {"examples": self.examples, "dense": self.dense}


class Collector(JobCollector):
    """Collects jobs.

    Attributes:
        students: settings of all of them.
        own: files of the user's teachers, by name.
    """

    def __init__(
        self, root_seed: int, scale: str, students: StudentSettings, world: World = "none"
    ) -> None:
        """Start without jobs; ``world`` is that of all targets."""
        super().__init__(STUDY, root_seed, scale)
        self.students = students
        self._world = world
        self._pruned: dict[str, Pruned] = {}
        self.own: dict[str, Pruned] = {}

    def world(self, *touching: World) -> dict[str, World]:
        """Return what a job that these worlds touch is told: nothing in none, and in no other."""
        if self._world == "none" or self._world not in ("identity", *touching):
            return {}
        return {"world": self._world}

    def examples(self, experiment: str, cell: str, teacher: Mapping[str, Any], **more: Any) -> str:
        """Add examples of a teacher and return their path; ``more`` wins over the usual values."""
        data = self.students.data.model_dump()
        worlds: list[World] = ["rotated", "dense_teacher", "one_constituent"]
        if teacher.get("arity") == data["variables"]:
            worlds.append("structured_nulls")
        touched = self.world(*worlds)
        params = {"teacher": dict(teacher), **data, "spread": 1.0, **touched, **more}
        return self.generate(experiment, cell, "teacher.examples", params)

    def dense(self, experiment: str, cell: str, examples: str, **more: Any) -> str:
        """Add dense students and return their path."""
        params = {**self.students.training.model_dump(), **more}
        return self.train(experiment, f"{cell}-dense", "student.dense", params, _read(examples))

    def pruned(
        self,
        experiment: str,
        cell: str,
        teacher: Mapping[str, Any],
        *,
        scored_on: str = "choosing",
        like: tuple[str, str] | None = None,
        data: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> Pruned:
        """Add examples, dense students and rounds of pruning; ``more`` wins in training.

        Args:
            experiment: part of the names of random generators.
            cell: another part of them.
            teacher: a description.
            scored_on: examples that say what is as good as dense.
            like: experiment and cell of students whose graph, examples and first weights are taken.
            data: what wins over the usual values of examples.
            more: what wins over the usual values of training.
        """
        drawn = data or {}
        if like is not None:
            drawn = {**drawn, "seed_names": [STUDY, *like]}
            more["seed_names"] = [STUDY, like[0], f"{like[1]}-dense"]
        examples = self.examples(experiment, cell, teacher, **drawn)
        dense = self.dense(experiment, cell, examples, **more)
        more.pop("seed_names", None)
        params = {
            **self.students.training.model_dump(),
            **more,
            **self.students.pruning.model_dump(),
            "scored_on": scored_on,
        }
        inputs = {"examples": examples, "dense": dense}
        rounds = self.prune(experiment, f"{cell}-rounds", "pruning.rounds", params, inputs)
        made = Pruned(examples, dense, rounds)
        self._pruned[cell] = made
        return made

    def pruned_before(self, cell: str) -> Pruned:
        """Return the files of a teacher that another theme has pruned.

        Raises:
            ValueError: none has.
        """
        if cell not in self._pruned:
            known = ", ".join(self._pruned)
            raise ValueError(f"No teacher {cell} is pruned; allowed: {known}.")
        return self._pruned[cell]


def _read(examples: str) -> dict[str, str]:
    return {"examples": examples}
