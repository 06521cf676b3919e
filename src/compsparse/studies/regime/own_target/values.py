"""How networks are trained, pruned and judged: as in the study, from a file of parameters.

Of the section ``regime`` only ``networks``, ``depth_sweep.prune`` and ``prediction.evaluate`` are
read, so that a file of these three will do outside of a project.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from compsparse.studies.regime.shared_settings import (
    Heuristic,
    Networks,
    Recipe,
    Rounds,
    units_of_width,
)
from compsparse.studies.regime.targets.predicted_depth import Line
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.parameters_file import read_parameters
from workflow_engine.house import source_folder
from workflow_engine.provenance.project import Project, ProjectError
from workflow_engine.validation.errors import InvalidFileError
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

        return replace(
            self,
            networks=self.networks.model_copy(update={"recipe": fewer(self.networks.recipe)}),
            rounds=self.rounds.model_copy(update={"recipe": fewer(self.rounds.recipe)}),
        )

    def with_units(self, units: Mapping[str, int]) -> "Values":
        """Return the same with other units in every hidden layer."""
        return replace(self, networks=self.networks.model_copy(update={"units": dict(units)}))

    def units_like(self, activations: Mapping[str, int]) -> dict[str, int]:
        """Return as many units in the shares of a genome's hidden nodes; as they are without any.

        A kind needs a unit in the narrowest reference network, too: beyond that the rarest are
        left out.
        """
        units = self.networks.units
        if not activations:
            return dict(units)
        width = sum(units.values())
        most = min(width, *self.networks.reference.widths)
        frequent = sorted(activations, key=lambda name: (-activations[name], name))[:most]
        return units_of_width({name: activations[name] for name in frequent}, width)


def read_values(params: Path | None) -> Values:
    """Read ``params``; else params.yaml of the project around the current folder, or of this code.

    Raises:
        ConfigurationError: the file cannot be read, or lacks a part.
    """
    if params is None:
        try:
            params = Project.find().params
        except ProjectError:
            params = source_folder().parent / "params.yaml"
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


class OwnTargetError(InvalidFileError):
    """What is wrong, with which value, and what is allowed; one line."""
