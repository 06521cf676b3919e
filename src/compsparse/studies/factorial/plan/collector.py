"""Collects the jobs of the study; what one job makes, later ones ask for by name.

A cell is what one job is about: an input factorization, a number of parents, a space. Replicates,
and networks that differ in their settings only ("variants"), are stacked inside a job, so that
adding a cell never touches another one.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from compsparse.provenance.job import Job, Paths
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.settings.common import Draws, Network

STUDY = "factorial"
PACKAGE = "compsparse.studies.factorial"

# what training gives a value of its own in each variant
_VARYING = {"embedding_dimension", "embedding_dimensions"}


class Collector:
    """Collects jobs."""

    def __init__(self, root_seed: int, scale: str) -> None:
        """Start without jobs."""
        self.jobs: list[Job] = []
        self._root_seed = root_seed
        self._scale = scale

    @property
    def root_seed(self) -> int:
        """Root of every random draw, for jobs that ``add`` takes as they are."""
        return self._root_seed

    def generate(
        self,
        experiment: str,
        cell: str,
        draws: Draws,
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
        self.add(
            "generate",
            f"{PACKAGE}.generate",
            {"experiment": experiment, "cell": cell},
            {
                "root_seed": self._root_seed,
                "seed_names": [STUDY, experiment, cell],
                "input_factors": list(Factorization.parse(input_factors).sizes),
                "output_factors": list(Factorization.parse(draws.output_factors).sizes),
                **edges,
                "concentration": draws.concentration,
                "runs": draws.runs,
                **more,
            },
            {},
            {"dataset": f"{STUDY}/data/{experiment}/{cell}.npz"},
        )

    def train(
        self,
        experiment: str,
        cell: str,
        setting: str,
        network: Network,
        variants: Iterable[Mapping[str, Any]],
        datasets: list[str],
        models: list[str] | None = None,
    ) -> None:
        """Add the training of one network per variant and run of the datasets.

        Args:
            experiment: name of the experiment, part of the names of its random generators.
            cell: what the job is about.
            setting: module of ``train``.
            network: parameters that all variants share.
            variants: what each variant sets differently; every one has an embedding_dimension.
            datasets: of ``generate``, all over the same factors.
            models: of earlier training, where this one builds on it.
        """
        stem = f"{STUDY}/models/{experiment}/{cell}"
        inputs: dict[str, Paths] = {"datasets": datasets}
        if models:
            inputs["models"] = models
        self.add(
            "train",
            f"{PACKAGE}.train.{setting}",
            {"experiment": experiment, "cell": cell},
            {
                "root_seed": self._root_seed,
                "seed_names": [STUDY, experiment],
                **network.model_dump(exclude=_VARYING),
                "variants": [dict(variant) for variant in variants],
            },
            inputs,
            {"model": f"{stem}.safetensors", "history": f"{stem}.npz"},
        )

    def evaluate(
        self,
        theme: str,
        result: str,
        inputs: Mapping[str, Paths],
        params: Mapping[str, Any] | None = None,
        *,
        render_params: Mapping[str, Any] | None = None,
        sources: Mapping[str, str] | None = None,
    ) -> None:
        """Add a result: its evaluation to a table and metrics, and its figure.

        Args:
            theme: package of ``evaluate`` and of ``render`` that has a module ``result``.
            result: id of the result without the study's name.
            inputs: files that ``evaluate`` reads, by name.
            params: parameters of ``evaluate``.
            render_params: parameters of ``render``.
            sources: files of the project that ``evaluate`` reads, by name.
        """
        name = f"{STUDY}_{result}"
        table = self.table(result)
        self.add(
            "evaluate",
            f"{PACKAGE}.evaluate.{theme}.{result}",
            {"result": name},
            {"root_seed": self._root_seed, **(params or {})},
            dict(inputs),
            {"table": table, "metrics": f"{STUDY}/tables/{name}.metrics.json"},
            dict(sources or {}),
        )
        figure = f"{STUDY}/figures/{name}"
        self.add(
            "render",
            f"{PACKAGE}.render.{theme}.{result}",
            {"result": name},
            dict(render_params or {}),
            {"table": table},
            {"svg": f"{figure}.svg", "png": f"{figure}.png"},
        )

    def judge(self) -> None:
        """Add the judgment of all claims by the metrics collected so far."""
        metrics = [job.outputs["metrics"] for job in self.jobs if job.step == "evaluate"]
        self.jobs.append(
            Job(
                study=STUDY,
                step="judge",
                module="compsparse.claims.judge",
                wildcards={},
                params={"study": STUDY, "scale": self._scale},
                inputs={"metrics": metrics},
                sources={"claims": f"workflow/claims/{STUDY}.yaml"},
                outputs={
                    "metrics": f"{STUDY}/metrics.json",
                    "claims": f"{STUDY}/claims.json",
                },
            )
        )

    def datasets(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the datasets of an experiment, or of one cell, in the order of the plan."""
        return self._made("generate", "dataset", experiment, cell)

    def histories(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the histories of an experiment, or of one cell, in the order of the plan."""
        return self._made("train", "history", experiment, cell)

    def models(self, experiment: str, cell: str | None = None) -> list[str]:
        """Return the models of an experiment, or of one cell, in the order of the plan."""
        return self._made("train", "model", experiment, cell)

    @staticmethod
    def table(result: str) -> str:
        """Return where the table of a result lies, for a result that builds on another one."""
        return f"{STUDY}/tables/{STUDY}_{result}.csv"

    def _made(self, step: str, output: str, experiment: str, cell: str | None) -> list[str]:
        return [
            job.outputs[output]
            for job in self.jobs
            if job.step == step
            and job.wildcards["experiment"] == experiment
            and cell in (None, job.wildcards["cell"])
        ]

    def add(
        self,
        step: str,
        module: str,
        wildcards: dict[str, str],
        params: dict[str, Any],
        inputs: dict[str, Paths],
        outputs: dict[str, str],
        sources: dict[str, str] | None = None,
    ) -> None:
        """Add any job."""
        self.jobs.append(
            Job(STUDY, step, module, wildcards, params, outputs, inputs, sources or {})
        )


def slug(sizes: str) -> str:
    """Return a factorization in letters that are safe in a file name."""
    return Factorization.parse(sizes).slug
