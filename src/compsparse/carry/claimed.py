"""The metrics that verdicts rest on: a table that is older than a claim may lack its metric."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from compsparse.carry.drawing import Place
from compsparse.claims.registry import Claim, read_registry
from compsparse.worlds.registry import expectations, read_worlds
from workflow_engine.artifacts.json_values import read_json
from workflow_engine.configuration.worlds import worlds_file


@dataclass(frozen=True)
class Claimed:
    """What has to be measured so that claims can be judged.

    Attributes:
        claims: all of the study.
        expected: the claims of which something is expected in a world, by world.
        run: the metrics that the run measures, by result; a claim on others is judged nowhere.
    """

    claims: Sequence[Claim]
    expected: Mapping[str, Collection[str]]
    run: Mapping[str, Collection[str]]

    @classmethod
    def of(cls, root: Path, study: str, out: Path) -> "Claimed":
        """Read the claims and worlds of a project, and what a run left in an output root.

        Raises:
            ClaimsError, ConfigurationError, WorldsError: a file is not as it must be.
            ArtifactError: there are no metrics of a run.
        """
        registry = read_registry(root / f"workflow/claims/{study}.yaml")
        worlds = root / worlds_file(study)
        expected = expectations(read_worlds(worlds, registry)) if worlds.exists() else {}
        return cls(registry.claims, expected, read_json(out / study / "metrics.json"))

    def lacking(self, place: Place, result: str, stored: Collection[str]) -> dict[str, str]:
        """Return the metrics that a stored table lacks, each with a claim that is judged by it.

        Args:
            place: where the table was measured. Of a world, claims count that it is to break or
                to mend.
            result: one that the table has.
            stored: the metrics of it there.
        """
        known = self.expected.get(place.name, ())
        found: dict[str, str] = {}
        for claim in self.claims:
            if claim.result == result and (place.kind == "root seed" or claim.id in known):
                names = (claim.metric.partition(".")[2], *(need.metric for need in claim.needs))
                found |= dict.fromkeys(names, claim.id)
        measured = self.run.get(result, ())
        return {name: found[name] for name in found if name in measured and name not in stored}
