"""How this study trains: its own part of the collector of jobs."""

from collections.abc import Mapping
from typing import Any

from compsparse.job_collector import JobCollector
from compsparse.studies.composition import worlds
from compsparse.studies.composition.shared_settings import Hidden, Training, TransformerTraining

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
        self, experiment: str, cell: str, hidden: str, data: str, layers: int, training: Training
    ) -> str:
        """Add a training of the attention-only model on a kind of data and return its path."""
        params = {"data": data, "layers": layers, **training.model_dump()}
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
    ) -> str:
        """Add a training of the transformer at one rate and return its path.

        First weights and sequences are the same for all kinds of data and rates.
        """
        params = {
            "seed_names": [STUDY, experiment],
            "data": data,
            "rate": rate,
            **training.model_dump(exclude={"rates", "hard_only_times"}),
            "steps": steps,
            # its layers are not those of the construction, so that none can be known
            **({} if self._world == "known_layers" else worlds.touched(self._world)),
        }
        cell = f"{data}-rate_{rate:g}".replace(".", "_")
        return self.train(experiment, cell, "transformer.transformer", params, {"hidden": hidden})

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
