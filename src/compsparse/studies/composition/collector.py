"""How this study trains: its own part of the collector of jobs."""

from collections.abc import Mapping, Sequence
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
        module = "compsparse.studies.composition.task.generate_hidden"
        return self.generate(experiment, cell, module, draws.model_dump())

    def train_in_world(
        self,
        experiment: str,
        cell: str,
        module: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, str] | None = None,
        *,
        unless: Sequence[worlds.World] = (),
    ) -> str:
        """Add a training that the world touches, unless it is one of some; return its path."""
        return self.train(experiment, cell, module, {**params, **self.touched(*unless)}, inputs)

    def touched(self, *unless: worlds.World) -> dict[str, str]:
        """Return what the world adds to a job's parameters; nothing for the worlds named."""
        return {} if self._world in unless else worlds.touched(self._world)

    def attention_only(
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
        module = "compsparse.studies.composition.attention.train_attention_only"
        params = {"data": data, "layers": layers, **training.model_dump(), **more}
        return self.train_in_world(experiment, cell, module, params, {"hidden": hidden})

    def transformers(
        self,
        experiment: str,
        hidden: str,
        data: str,
        training: TransformerTraining,
        *,
        cell: str = "",
        **more: object,
    ) -> list[str]:
        """Add a training of the transformer at each rate and return their paths.

        Initial weights and sequences are the same for all kinds of data and rates. ``cell`` names a
        training up to its rate, the data unless given; fields that a subclass adds to the training
        are left out, and ``more`` are parameters that other trainings lack, or have otherwise.
        """
        included = set(TransformerTraining.model_fields) - {"rates"}
        params = {
            "seed_names": [STUDY, experiment],
            "data": data,
            **training.model_dump(include=included),
            **more,
        }
        return [
            self.train_in_world(
                experiment,
                f"{cell or data}-rate_{rate:g}".replace(".", "_").replace("+", ""),
                "compsparse.studies.composition.transformer.train_transformer",
                {**params, "rate": rate},
                {"hidden": hidden},
                # its layers are not those of the construction, so that none can be known
                unless=["known_layers"],
            )
            for rate in training.rates
        ]
