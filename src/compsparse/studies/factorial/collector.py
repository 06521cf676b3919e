"""How this study generates datasets and trains networks.

A cell is what one job is about: an input factorization, a number of parents, a space. Replicates
and variants (networks that differ in their settings only) are stacked inside a job, so that adding
a cell changes no other job.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from compsparse.studies.factorial import shared_settings as shared
from compsparse.studies.factorial.data_model import worlds
from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.job_collector import JobCollector
from workflow_engine.provenance.job import Paths

STUDY = "factorial"

# what each variant sets itself
_VARYING = {"embedding_dimension", "embedding_dimensions", "compared", "cosine_learning_rates"}
NETWORKS = {"model": ".safetensors", "history": ".npz"}

# ways of training that several themes share
TRAIN_COMPRESSION = "compsparse.studies.factorial.training.train_compression"
TRAIN_GENERALIZATION = "compsparse.studies.factorial.training.train_generalization"
TRAIN_SINGLE_PASS = "compsparse.studies.factorial.training.train_single_pass"


class Collector(JobCollector):
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str, world: worlds.World = "none") -> None:
        """Start without jobs; ``world`` removes a structure (see ``worlds``)."""
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
        """Add ``draws.runs`` graphs and tables of one input space; ``more`` wins over ``draws``."""
        edges = {"parents": parents} if connectivity is None else {"connectivity": connectivity}
        self.generate(
            experiment,
            cell,
            "compsparse.studies.factorial.data_model.generate_dataset",
            {
                "input_factors": list(Factorization.parse(input_factors).sizes),
                "output_factors": list(Factorization.parse(draws.output_factors).sizes),
                **edges,
                "concentration": draws.concentration,
                "runs": draws.runs,
                **more,
                **worlds.dataset_params(self._world, experiment, shuffled="shuffle" in more),
            },
            outputs={"dataset": ".npz"},
        )

    def generate_one_space(
        self, experiment: str, draws: shared.OneSpace, cell: str = "default"
    ) -> list[str]:
        """Add the datasets of one factorization; return their path, in a list."""
        self.generate_datasets(experiment, cell, draws, draws.input_factors, parents=draws.parents)
        return self.datasets(experiment, cell)

    def generate_many_parents(self, experiment: str, draws: shared.ManyParents) -> list[str]:
        """Add graphs and tables for each number of parents, each its own cell; return paths."""
        for parents in draws.parents:
            self.generate_datasets(
                experiment, f"parents_{parents}", draws, draws.input_factors, parents=parents
            )
        return self.datasets(experiment)

    def generate_separated_tables(self, result: str, cell: str, params: Mapping[str, Any]) -> str:
        """Add small tables with a planted factorization; return their path."""
        return self.generate(
            result,
            cell,
            "compsparse.studies.factorial.structure_search.generate_separated_tables",
            {"seed_names": [STUDY, result], **params, **worlds.planted_table_params(self._world)},
        )

    def train_networks(
        self,
        experiment: str,
        cell: str,
        module: str,  # the step, whole
        network: shared.Network,  # shared by all variants
        variants: Iterable[int | Mapping[str, Any]],  # embedding dimension, or settings with one
        datasets: list[str],  # of the same factors
        models: list[str] | None = None,  # other inputs of the step
    ) -> str:
        """Add the training of one network per variant and run; return the path of its history."""
        inputs: dict[str, Paths] = {"datasets": datasets}
        if models:
            inputs["models"] = models
        self.train(
            experiment,
            cell,
            module,
            {
                "seed_names": [STUDY, experiment],
                **network.model_dump(exclude=_VARYING),
                "variants": [
                    {"embedding_dimension": v} if isinstance(v, int) else dict(v) for v in variants
                ],
                **worlds.training_params(self._world, module),
            },
            inputs,
            NETWORKS,
        )
        return self.histories(experiment, cell)[0]

    def generate_and_train_inputs(
        self,
        experiment: str,
        draws: shared.ManyInputs,
        module: str,
        network: shared.FixedWidthNetwork,
    ) -> dict[str, Paths]:
        """Add a dataset and a training per input factorization; return the evaluation's inputs."""
        swept = [(slug(sizes), sizes, draws.parents) for sizes in draws.input_factors]
        controls = [
            (f"{slug(cell.input_factors)}_parents_{cell.parents}", cell.input_factors, cell.parents)
            for cell in draws.equal_complexity
        ]
        made: dict[str, Paths] = {}
        for prefix, cells in (("", swept), ("equal_complexity_", controls)):
            for cell, sizes, parents in cells:
                self.generate_datasets(experiment, cell, draws, sizes, parents=parents)
                variants, datasets = [network.embedding_dimension], self.datasets(experiment, cell)
                self.train_networks(experiment, cell, module, network, variants, datasets)
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
