"""What this study's jobs are told of its world: its own part of the collector of jobs."""

from compsparse.job_collector import JobCollector
from compsparse.studies.tickets.worlds import World

STUDY = "tickets"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str, world: World = "none") -> None:
        """Start without jobs; ``world`` is that of all targets."""
        super().__init__(STUDY, root_seed, scale)
        self._world = world

    def world(self, *touching: World) -> dict[str, World]:
        """Return what a job that these worlds touch is told: nothing in none, and in no other."""
        if self._world == "none" or self._world not in ("identity", *touching):
            return {}
        return {"world": self._world}
