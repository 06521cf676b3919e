"""How this study generates and trains: its own part of the collector of jobs.

An experiment has datasets (circuits, sequences of tokens) and, where it learns, trainings on them.
A cell is what one job is about: a machine, a function, a task.
"""

from collections.abc import Mapping
from typing import Any

from compsparse.job_collector import JobCollector
from compsparse.provenance.job import Paths

STUDY = "circuits"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str) -> None:
        """Start without jobs."""
        super().__init__(STUDY, root_seed, scale)

    def generate(
        self,
        experiment: str,
        cell: str,
        setting: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths] | None = None,
    ) -> str:
        """Add a dataset and return its path.

        Args:
            experiment: name of the experiment, part of the names of its random generators.
            cell: what the job is about, another part of them.
            setting: module of ``generate``; its output is called ``data``.
            params: of the step, besides ``root_seed`` and ``seed_names``.
            inputs: files that it reads, by name.
        """
        path = f"{STUDY}/data/{experiment}/{cell}.npz"
        self._add("generate", experiment, cell, setting, params, inputs or {}, {"data": path})
        return path

    def train(
        self,
        experiment: str,
        cell: str,
        setting: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths] | None = None,
    ) -> str:
        """Add a training, a module of ``train`` with the output ``model``; return its path.

        Args: as those of ``generate``.
        """
        path = f"{STUDY}/models/{experiment}/{cell}.npz"
        self._add("train", experiment, cell, setting, params, inputs or {}, {"model": path})
        return path

    def _add(
        self,
        step: str,
        experiment: str,
        cell: str,
        setting: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths],
        outputs: dict[str, str],
    ) -> None:
        self.add(
            step,
            f"{step}.{setting}",
            {"experiment": experiment, "cell": cell},
            {
                "root_seed": self.root_seed,
                "seed_names": [STUDY, experiment, cell],
                **params,
            },
            dict(inputs),
            outputs,
        )
