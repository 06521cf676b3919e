"""How networks are trained, pruned and judged: as in the study, from a file of parameters.

Of the section ``regime`` only ``networks``, ``depth_sweep.prune`` and ``prediction.evaluate`` are
read, so that a file of these three will do outside of a project.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compsparse.studies.regime.shared_settings import Heuristic, Networks, Recipe, Rounds
from compsparse.studies.regime.targets.predicted_depth import Line
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.parameters_file import read_parameters
from workflow_engine.provenance.project import Project, ProjectError
from workflow_engine.validation.printable import printable
from workflow_engine.validation.strict_model import validated


@dataclass(frozen=True)
class Values:
    """What the networks are, and how they are pruned."""

    networks: Networks
    rounds: Rounds
    line: Line  # from complexity to depth
    depths: tuple[int, int]  # where it is cut

    def shortened(self, share: float) -> "Values":
        """Return the same with this fraction of the steps of every training, at least one."""

        def fewer(recipe: Recipe) -> Recipe:
            return recipe.model_copy(update={"steps": max(1, round(share * recipe.steps))})

        return Values(
            self.networks.model_copy(update={"recipe": fewer(self.networks.recipe)}),
            self.rounds.model_copy(update={"recipe": fewer(self.rounds.recipe)}),
            self.line,
            self.depths,
        )


def read_values(params: Path | None) -> Values:
    """Read ``params``, or params.yaml of the project around the current folder.

    Raises:
        OwnTargetError: no file is given, and there is no project.
    """
    if params is None:
        try:
            params = Project.find().params
        except ProjectError as error:
            raise OwnTargetError(
                f"There are no parameters: {error} Or name a file with --params."
            ) from None
    content = read_parameters(params)
    place = f"{printable(params)}, section regime"
    networks = _part(content, place, "regime", "networks")
    rounds = _part(content, place, "regime", "depth_sweep", "prune")
    found = _part(content, place, "regime", "prediction", "evaluate")
    heuristic = validated(f"{place}, prediction.evaluate", found, Heuristic, ConfigurationError)
    return Values(
        validated(f"{place}, networks", networks, Networks, ConfigurationError),
        validated(f"{place}, depth_sweep.prune", rounds, Rounds, ConfigurationError),
        Line.through_artifacts(heuristic.artifacts),
        (heuristic.shallowest, heuristic.deepest),
    )


def _part(content: Any, place: str, *keys: str) -> Any:
    for key in keys:
        if not isinstance(content, dict) or key not in content:
            raise ConfigurationError(
                f"{place}: there is no {'.'.join(keys)}; copy it from params.yaml of the project."
            )
        content = content[key]
    return content


class OwnTargetError(ValueError):
    """What is wrong, with which value, and what is allowed; one line."""
