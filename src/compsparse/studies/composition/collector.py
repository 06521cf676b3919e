"""How this study trains: its own part of the collector of jobs."""

from compsparse.job_collector import JobCollector
from compsparse.studies.composition import worlds
from compsparse.studies.composition.shared_settings import Hidden, Training

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
