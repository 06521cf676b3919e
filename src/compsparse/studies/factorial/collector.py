"""How this study generates and trains: its own words for the collector of jobs.

A cell is what one job is about: an input factorization, a number of parents, a space. Replicates,
and networks that differ in their settings only ("variants"), are stacked inside a job, so that
adding a cell never touches another one.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from compsparse.job_collector import JobCollector
from compsparse.provenance.job import Paths
from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.data_model import worlds
from compsparse.studies.factorial.data_model.factorization import Factorization

STUDY = "factorial"

# what training gives a value of its own in each variant
_VARYING = {"embedding_dimension", "embedding_dimensions"}
NETWORKS = {"model": ".safetensors", "history": ".npz"}


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str, world: worlds.World = "none") -> None:
        """Start without jobs; ``world`` takes a structure away (see ``worlds``)."""
        super().__init__(STUDY, root_seed, scale)
        self._world = world

    def generate_datasets(
        self,
        experiment: str,
        cell: str,
        draws: shared.Draws,
        input_factors: str,
        *,
        parents: int | None = None,
        connectivity: float | None = None,
        **more: Any,
    ) -> None:
        """Add a dataset: ``draws.runs`` graphs and tables of one input space.

        ``more`` are further parameters of the step, which win over those of ``draws``.
        """
        edges = {"parents": parents} if connectivity is None else {"connectivity": connectivity}
        self.generate(
            experiment,
            cell,
            "data_model.dataset",
            {
                "input_factors": list(Factorization.parse(input_factors).sizes),
                "output_factors": list(Factorization.parse(draws.output_factors).sizes),
                **edges,
                "concentration": draws.concentration,
                "runs": draws.runs,
                **more,
                **worlds.of_dataset(self._world, experiment, more),
            },
            outputs={"dataset": ".npz"},
        )

    def generate_separated_tables(self, result: str, cell: str, params: Mapping[str, Any]) -> str:
        """Add small tables with a planted factorization; return their path."""
        return self.generate(
            result,
            cell,
            "structure_search.separated_tables",
            {"seed_names": [STUDY, result], **params, **worlds.of_planted_tables(self._world)},
        )

    def train_networks(
        self,
        experiment: str,
        cell: str,
        setting: str,
        network: shared.Network,
        variants: Iterable[Mapping[str, Any]],
        datasets: list[str],
        models: list[str] | None = None,
    ) -> None:
        """Add the training of one network per variant and run of the datasets.

        Args:
            experiment: name of the experiment, part of the names of its random generators.
            cell: what the job is about.
            setting: module ``train_<setting>``.
            network: parameters that all variants share.
            variants: what each variant sets differently; every one has an embedding_dimension.
            datasets: of ``generate``, all over the same factors.
            models: of earlier training, where this one builds on it.
        """
        inputs: dict[str, Paths] = {"datasets": datasets}
        if models:
            inputs["models"] = models
        self.train(
            experiment,
            cell,
            setting,
            {
                "seed_names": [STUDY, experiment],
                **network.model_dump(exclude=_VARYING),
                "variants": [dict(variant) for variant in variants],
                **worlds.of_training(self._world, setting),
            },
            inputs,
            NETWORKS,
        )

    def generate_and_train_inputs(
        self,
        experiment: str,
        draws: shared.ManyInputs,
        setting: str,
        network: shared.SinglePassNetwork | shared.GeneralizationNetwork,
    ) -> dict[str, Paths]:
        """Add a dataset and a training per input factorization; return what evaluates them.

        Cells of equal complexity stand beside the sweep, under names of their own.
        """
        swept = [(slug(sizes), sizes, draws.parents) for sizes in draws.input_factors]
        beside = [
            (f"{slug(each.input_factors)}_parents_{each.parents}", each.input_factors, each.parents)
            for each in draws.equal_complexity
        ]
        made: dict[str, Paths] = {}
        for prefix, cells in (("", swept), ("equal_complexity_", beside)):
            for cell, sizes, parents in cells:
                self.generate_datasets(experiment, cell, draws, sizes, parents=parents)
                variant = {"embedding_dimension": network.embedding_dimension}
                datasets = self.datasets(experiment, cell)
                self.train_networks(experiment, cell, setting, network, [variant], datasets)
            names = [cell for cell, *_ in cells]
            made[f"{prefix}histories"] = [p for n in names for p in self.histories(experiment, n)]
            made[f"{prefix}datasets"] = [p for n in names for p in self.datasets(experiment, n)]
        return made

    def datasets(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the datasets of an experiment, or of one cell, in the order of the plan."""
        return self.made("generate", "dataset", experiment, cell)

    def histories(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the histories of an experiment, or of one cell, in the order of the plan."""
        return self.made("train", "history", experiment, cell)

    def models(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the models of an experiment, or of one cell, in the order of the plan."""
        return self.made("train", "model", experiment, cell)


def slug(sizes: str) -> str:
    """Return a factorization in letters that are safe in a file name."""
    return Factorization.parse(sizes).slug
