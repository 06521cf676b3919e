"""The study's collector of jobs: students and their teachers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compsparse.studies.tickets.shared_settings import StudentSettings
from compsparse.studies.tickets.worlds import World
from workflow_engine.job_collector import JobCollector

STUDY = "tickets"


@dataclass(frozen=True)
class Pruned:
    """Files of a teacher's students: examples, dense students, rounds of pruning."""

    examples: str
    dense: str
    rounds: str

    @property
    def trained(self) -> dict[str, str]:
        """The files that exist before pruning, as inputs of a step."""
        return {"examples": self.examples, "dense": self.dense}


class Collector(JobCollector):
    """Collects jobs.

    Attributes:
        students: settings of all of them.
        user_teachers: files of the user's teachers, by name.
    """

    def __init__(
        self, root_seed: int, scale: str, students: StudentSettings, world: World = "none"
    ) -> None:
        """Start without jobs; ``world`` is that of all targets."""
        super().__init__(STUDY, root_seed, scale)
        self.students = students
        self._world = world
        self._pruned: dict[str, Pruned] = {}
        self.user_teachers: dict[str, Pruned] = {}

    def world(self, *relevant: World) -> dict[str, World]:
        """Return the parameter ``world`` of a job that these worlds change; empty in others."""
        if self._world == "none" or self._world not in ("identity", *relevant):
            return {}
        return {"world": self._world}

    def examples(self, experiment: str, cell: str, teacher: Mapping[str, Any], **more: Any) -> str:
        """Add examples of a teacher and return their path; ``more`` overrides the usual values."""
        data = self.students.data.model_dump()
        worlds: list[World] = ["rotated", "dense_teacher", "one_constituent"]
        if teacher.get("arity") == data["variables"]:
            worlds.append("structured_nulls")
        if teacher["kind"] != "relu":
            worlds.append("one_kind")
        params = {"teacher": dict(teacher), **data, "spread": 1.0, **self.world(*worlds), **more}
        module = "compsparse.studies.tickets.teacher.generate_examples"
        return self.generate(experiment, cell, module, params)

    def dense(self, experiment: str, cell: str, examples: str, **more: Any) -> str:
        """Add dense students and return their path; ``more`` overrides the usual values."""
        return self.train(
            experiment,
            f"{cell}-dense",
            "compsparse.studies.tickets.student.train_dense",
            {**self.students.training.model_dump(), **more},
            {"examples": examples},
        )

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
        """Add examples, dense students and rounds of pruning.

        Args:
            experiment: part of the names of random generators.
            cell: another part of them.
            teacher: its description.
            scored_on: examples on which rounds are compared with the dense network.
            like: experiment and cell of students that share graph, examples and first weights.
            data: overrides the usual values of examples.
            more: overrides the usual values of training.
        """
        drawn, seeds = dict(data or {}), {}
        if like is not None:
            drawn["seed_names"] = [STUDY, *like]
            seeds = {"seed_names": [STUDY, like[0], f"{like[1]}-dense"]}
        examples = self.examples(experiment, cell, teacher, **drawn)
        dense = self.dense(experiment, cell, examples, **more, **seeds)
        params = {
            **self.students.training.model_dump(),
            **more,
            **self.students.pruning.model_dump(),
            "scored_on": scored_on,
        }
        rounds = self.prune(
            experiment,
            f"{cell}-rounds",
            "compsparse.studies.tickets.pruning.prune_rounds",
            params,
            {"examples": examples, "dense": dense},
        )
        self._pruned[cell] = Pruned(examples, dense, rounds)
        return self._pruned[cell]

    def pruned_before(self, cell: str) -> Pruned:
        """Return the files of a teacher whose students another theme has pruned.

        Raises:
            ValueError: none has.
        """
        if cell not in self._pruned:
            known = ", ".join(self._pruned)
            raise ValueError(f"No teacher {cell} is pruned; allowed: {known}.")
        return self._pruned[cell]
