"""How this study trains: its own part of the collector of jobs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from compsparse.studies.composition import worlds
from compsparse.studies.composition.shared_settings import Hidden, Training, TransformerTraining
from workflow_engine.job_collector import JobCollector

STUDY = "composition"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str, world: worlds.World = "none") -> None:
        """Start without jobs; ``world`` is that of all trainings."""
        super().__init__(STUDY, root_seed, scale)
        self._world: worlds.World = world

    def hidden(self, experiment: str, cell: str, draws: Hidden) -> str:
        """Add hidden permutations and return their path."""
        return self.generate(experiment, cell, "task.hidden", draws.model_dump())

    def trained(
        self,
        experiment: str,
        cell: str,
        hidden: str,
        data: str,
        layers: int,
        training: Training,
        **more: object,
    ) -> str:
        """Add a training of the attention-only model on a kind of data and return its path.

        ``more`` are parameters that other trainings lack, or have otherwise.
        """
        params = {"data": data, "layers": layers, **training.model_dump(), **more}
        return self.train(
            experiment,
            cell,
            "attention.attention_only",
            {**params, **worlds.touched(self._world)},
            {"hidden": hidden},
        )

    def transformer(
        self,
        experiment: str,
        hidden: str,
        data: str,
        steps: int,
        rate: float,
        training: TransformerTraining,
        *,
        cell: str | None = None,
        also: Mapping[str, Any] = MappingProxyType({}),
    ) -> str:
        """Add a training of the transformer at one rate and return its path.

        First weights and sequences are the same for all kinds of data and rates.

        Args:
            experiment: its name.
            hidden: the hidden permutations.
            data: a kind of data.
            steps: of the training.
            rate: of Adam.
            training: all else; what fields of other experiments it has beside is left out.
            cell: its name up to the rate; that of the data if it is not given.
            also: further params of the step.
        """
        params = {
            "seed_names": [STUDY, experiment],
            "data": data,
            "rate": rate,
            **training.model_dump(
                include=set(TransformerTraining.model_fields) - {"rates", "hard_only_times"}
            ),
            **also,
            "steps": steps,
            # its layers are not those of the construction, so that none can be known
            **({} if self._world == "known_layers" else worlds.touched(self._world)),
        }
        name = f"{cell or data}-rate_{rate:g}".replace(".", "_")
        return self.train(experiment, name, "transformer.transformer", params, {"hidden": hidden})

    def touched(self, *apart: worlds.World) -> dict[str, str]:
        """Return what the world adds to a job's parameters; nothing for worlds ``apart``."""
        return {} if self._world in apart else worlds.touched(self._world)

    def in_world(
        self,
        experiment: str,
        cell: str,
        setting: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, str],
    ) -> str:
        """Add a training of a theme's own, which the world touches, and return its path."""
        return self.train(
            experiment, cell, setting, {**params, **worlds.touched(self._world)}, inputs
        )

    def automaton(
        self,
        experiment: str,
        name: str,
        task: Mapping[str, Any],
        data: str,
        training: Training,
    ) -> str:
        """Add a training of the attention-only model on windows of an automaton; return its path.

        First weights and words are the same for all kinds of data.
        """
        params = {
            "seed_names": [STUDY, experiment, name],
            **task,
            "data": data,
            **training.model_dump(),
            # its table is the same at all indices by itself
            **({} if self._world == "one_permutation" else worlds.touched(self._world)),
        }
        return self.train(experiment, f"{name}-{data}", "parallel_tasks.automaton", params)
