"""How networks are trained, pruned and measured: as in the study, from a file of parameters.

Of the section ``regime`` only ``networks``, ``pruning.train.depth`` and
``depth.predictor.artifacts`` are read, so that a file of these will do outside of a project.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from compsparse.studies.regime.collector import Depth, Networks, Recipe
from compsparse.studies.regime.depth.artifact import Artifact
from compsparse.studies.regime.depth.evaluate_predictor import Line
from compsparse.studies.regime.network.shape import OUTPUTS, LayeredShape
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.parameters_file import read_parameters
from workflow_engine.configuration.values import StrictModel
from workflow_engine.house import source_folder
from workflow_engine.provenance.project import Project, ProjectError
from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.printable import printable
from workflow_engine.validation.strict_model import validated


class OwnTargetError(InvalidFileError):
    """What is wrong, with which value, and what is allowed; one line."""


class Values(StrictModel):
    """What the networks are, and how they are pruned."""

    networks: Networks
    depth: Depth
    artifacts: Annotated[list[Artifact], Field(min_length=2)]

    @property
    def shape(self) -> LayeredShape:
        """The shape of all networks.

        Raises:
            OwnTargetError: there is none, or none with the weights that pruning is to leave.
        """
        try:
            shape = LayeredShape.from_units(self.depth, self.networks.units)
        except ValueError as error:
            raise OwnTargetError(f"The parameters make no networks: {error}") from None
        wanted = self.networks.pruning.weights
        # a unit in each layer, and an edge to each output
        least, most = self.depth + len(OUTPUTS), shape.weights - 1
        if not least <= wanted[-1] <= wanted[0] <= most:
            raise OwnTargetError(
                f"Pruning is to leave {' and '.join(map(str, wanted))} weights "
                f"(networks.pruning.weights); {self.depth} hidden layers of {shape.width} units "
                f"allow {least}, with which every layer is alive, to {most}."
            )
        return shape

    def predicted_depth(self, complexity: float) -> int:
        """Return the depth on the document's line.

        Raises:
            OwnTargetError: the complexity is beyond those that the line was fitted to.
        """
        known = [artifact.complexity for artifact in self.artifacts]
        if not min(known) <= complexity <= max(known):
            raise OwnTargetError(
                f"Its complexity is {complexity:.4f}, and the line that predicts a depth was "
                f"fitted to pictures of {min(known)} to {max(known)} only; choose the hidden "
                f"layers yourself, such as --depth {self.depth}."
            )
        return round(Line.through_artifacts(self.artifacts).depth(complexity))

    def shortened(self, share: float) -> "Values":
        """Return the same with this share of the steps of every training, at least one."""

        def fewer(recipe: Recipe) -> Recipe:
            return recipe.model_copy(update={"steps": max(1, round(share * recipe.steps))})

        pruning = self.networks.pruning
        pruning = pruning.model_copy(update={"recipe": fewer(pruning.recipe)})
        return self._with(recipe=fewer(self.networks.recipe), pruning=pruning)

    def with_units_like(self, activations: Mapping[str, int]) -> "Values":
        """Return as many units in the shares of a genome's hidden nodes; the same without any.

        Shares are rounded by largest remainders, to at least one unit. Where there are more kinds
        than units, the rarest are left out.
        """
        width = sum(self.networks.units.values())
        frequent = sorted(activations, key=lambda name: (-activations[name], name))[:width]
        total = sum(activations[name] for name in frequent)
        shares = {name: max(1.0, width * activations[name] / total) for name in frequent}
        units = {name: int(share) for name, share in shares.items()}
        order = sorted(units, key=lambda name: (units[name] - shares[name], name))
        for name in order[: max(0, width - sum(units.values()))]:
            units[name] += 1
        while sum(units.values()) > width:
            units[max(units, key=lambda name: (units[name], name))] -= 1
        return self._with(units=units) if units else self

    def _with(self, **changed: Any) -> "Values":
        return self.model_copy(update={"networks": self.networks.model_copy(update=changed)})


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
    place, content = f"{printable(params)}, section regime", read_parameters(params)
    try:
        regime = content["regime"]
        parts = {
            "networks": regime["networks"],
            "depth": regime["pruning"]["train"]["depth"],
            "artifacts": regime["depth"]["predictor"]["artifacts"],
        }
    except (LookupError, TypeError):
        raise ConfigurationError(
            f"{place}: networks, pruning.train.depth or depth.predictor.artifacts is missing; copy "
            "it from params.yaml of the project."
        ) from None
    return validated(place, parts, Values, ConfigurationError)
