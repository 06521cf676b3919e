"""Settings and jobs on methods of pruning (document 001, Figures 8 and 30 to 37)."""

from pydantic import Field

from compsparse.studies.regime.collector import Collector, Measured
from compsparse.studies.regime.kinds import METHODS
from compsparse.studies.regime.shared_settings import Depth, Recipe, Runs
from workflow_engine.configuration.values import Positive, PositiveNumber, StrictModel

NAME = "pruning"


class DenseNetworks(StrictModel):
    """Networks that are pruned."""

    depth: Depth
    runs: Runs


class Rounds(StrictModel):
    """What goes beyond the study's rounds."""

    adam: Recipe = Field(description="of pruning by similarity with another optimizer")
    least: Positive = Field(description="weights of a further round, after which some do not paint")


class Judged(StrictModel):
    """When a network counts as compositional."""

    least_excess: PositiveNumber


class Methods(StrictModel):
    """All methods on the same networks, at the study's counts."""

    train: DenseNetworks
    prune: Rounds
    evaluate: Judged


class PruningTheme(StrictModel):
    """The theme's experiments."""

    pruning: Methods


def collect(plan: Collector, settings: PruningTheme) -> None:
    """Add the jobs of this theme."""
    given = settings.pruning
    depth, runs = given.train.depth, given.train.runs
    dense_cell = plan.cell(NAME, "dense", depth, runs)
    dense = plan.dense(dense_cell)
    files, adam = Measured(), Measured()
    measured = plan.measured(dense_cell, dense)
    for reader in (files, adam):
        reader.add(measured, kind="dense")
    least = Measured()
    for kind, method in METHODS.items():
        cell = plan.cell(NAME, kind, depth, runs)
        networks = plan.pruned(cell, method, dense)
        path = plan.measured(cell, networks)
        files.add(path, kind=kind)
        if kind in ("similarity", "connections", "random"):
            further = plan.cell(NAME, f"{kind}-least", depth, runs)
            networks = plan.pruned(further, method, networks, [given.prune.least])
            least.add(plan.measured(further, networks), kind=kind)
        if kind == "similarity":
            adam.add(path, kind="muon")
    cell = plan.cell(NAME, "similarity-adam", depth, runs)
    networks = plan.pruned(cell, METHODS["similarity"], dense, recipe=given.prune.adam)
    adam.add(plan.measured(cell, networks), kind="adam")
    paints = plan.networks.sweeps.paints
    weights = plan.networks.pruning.weights
    for module, reader, params, counts in (
        ("evaluate_pruning", files, {}, weights),
        ("evaluate_orthogonality", files, {}, weights),
        ("evaluate_falsifier", files, given.evaluate.model_dump(), weights),
        ("evaluate_optimizer_influence", adam, {}, weights),
        ("evaluate_painting", least, {}, [*weights, given.prune.least]),
    ):
        plan.evaluate(
            f"compsparse.studies.regime.pruned.{module}",
            {"measures": reader.paths},
            {"labels": reader.labels, "paints": paints, **params},
            render=f"compsparse.studies.regime.pruned.{module.replace('evaluate', 'render')}",
            render_params={"weights": counts},
        )
