"""Collects the jobs of a study; what one job makes, later ones ask for by name.

A study's own collector derives from this one and adds its ways of generating and training.
"""

from collections.abc import Mapping
from typing import Any

from compsparse.provenance.job import Job, Paths


class JobCollector:
    """Collects the jobs of one study, with a module per result in ``evaluate`` and ``render``."""

    def __init__(self, study: str, root_seed: int, scale: str) -> None:
        """Start without jobs."""
        self.jobs: list[Job] = []
        self.study = study
        self.package = f"compsparse.studies.{study}"
        self.root_seed = root_seed  # of every random draw
        self._scale = scale

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
        """Add any job; ``module`` is the step's within the study's package."""
        self.jobs.append(
            Job(
                self.study,
                step,
                f"{self.package}.{module}",
                wildcards,
                params,
                outputs,
                inputs,
                sources or {},
            )
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
        name = f"{self.study}_{result}"
        table = self.table(result)
        self.add(
            "evaluate",
            f"evaluate.{theme}.{result}",
            {"result": name},
            {"root_seed": self.root_seed, **(params or {})},
            dict(inputs),
            {"table": table, "metrics": f"{self.study}/tables/{name}.metrics.json"},
            dict(sources or {}),
        )
        figure = f"{self.study}/figures/{name}"
        self.add(
            "render",
            f"render.{theme}.{result}",
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
                study=self.study,
                step="judge",
                module="compsparse.claims.judge",
                wildcards={},
                params={"study": self.study, "scale": self._scale},
                inputs={"metrics": metrics},
                sources={"claims": f"workflow/claims/{self.study}.yaml"},
                outputs={
                    "metrics": f"{self.study}/metrics.json",
                    "claims": f"{self.study}/claims.json",
                },
            )
        )

    def table(self, result: str) -> str:
        """Return where the table of a result lies, for a result that builds on another one."""
        return f"{self.study}/tables/{self.study}_{result}.csv"

    def made(self, step: str, output: str, experiment: str, cell: str | None = None) -> list[str]:
        """Return an output of all jobs of a step and an experiment, in the order of the plan."""
        return [
            job.outputs[output]
            for job in self.jobs
            if job.step == step
            and job.wildcards["experiment"] == experiment
            and cell in (None, job.wildcards["cell"])
        ]
