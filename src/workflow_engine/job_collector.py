"""The jobs of a study, and where their files lie; what one job makes, later ones ask for by name.

A study is divided into themes, each a package with a module ``plan``, which names step modules
whole, as text: one search for ``train_single_pass`` finds the plan, the step and its tests.
"""

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from workflow_engine.house import package
from workflow_engine.provenance.job import Job, Paths, filled
from workflow_engine.provenance.source_parts import part

DATA = {"data": ".npz"}
MODEL = {"model": ".npz"}
EVALUATION = {"table": ".csv", "metrics": ".metrics.json"}
PICTURES = {"svg": ".svg", "png": ".png"}
VERDICTS = {"metrics": "metrics.json", "claims": "run_claims.json"}
# Where each step's files lie, below the study's folder: rules and paths are made of these patterns.
# What follows a pattern tells the files of a job apart.
PLACES = {
    "generate": "data/{experiment}/{cell}",
    "train": "models/{experiment}/{cell}",
    "prune": "models/{experiment}/{cell}",
    "evaluate": "tables/{result}",
    "render": "figures/{result}",
    "judge": "",
}


class JobCollector:
    """Collects the jobs of one study."""

    def __init__(self, study: str, root_seed: int, scale: str) -> None:
        """Start without jobs."""
        self.jobs: list[Job] = []
        self.study = study
        self.root_seed = root_seed  # of every random draw
        self._scale = scale

    def collect(self, themes: Sequence[ModuleType], settings: Any) -> list[Job]:
        """Return the jobs of all themes, modules ``plan``, in their order, and the judgment."""
        for theme in themes:
            theme.collect(self, settings)
        self._judge()
        return self.jobs

    def generate(
        self,
        experiment: str,
        cell: str,
        module: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths] | None = None,
        outputs: Mapping[str, str] = DATA,
        sources: Mapping[str, str] | None = None,
    ) -> str:
        """Add a job ``generate`` and return the path of its first output.

        Args:
            experiment: name of the experiment, part of the names of its random generators.
            cell: what the job is about, another part of them.
            module: the step, whole, such as
                ``compsparse.studies.factorial.data_model.generate_dataset``.
            params: of the step; ``seed_names`` among them win over the usual ones.
            inputs: files that it reads, by name.
            outputs: suffixes of the files that it writes, by name.
            sources: files of the project that it reads, by name.
        """
        return self._cell("generate", experiment, cell, module, params, inputs, outputs, sources)

    def train(
        self,
        experiment: str,
        cell: str,
        module: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths] | None = None,
        outputs: Mapping[str, str] = MODEL,
    ) -> str:
        """Add a job ``train`` and return the path of its first output; as ``generate``."""
        return self._cell("train", experiment, cell, module, params, inputs, outputs)

    def prune(
        self,
        experiment: str,
        cell: str,
        module: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths] | None = None,
        outputs: Mapping[str, str] = MODEL,
        sources: Mapping[str, str] | None = None,
    ) -> str:
        """Add a job ``prune`` and return the path of its first output; as ``generate``.

        It writes among the models, so its cells need names that no training has.
        """
        return self._cell("prune", experiment, cell, module, params, inputs, outputs, sources)

    def evaluate(
        self,
        module: str,
        inputs: Mapping[str, Paths],
        params: Mapping[str, Any] | None = None,
        *,
        render: str,
        render_params: Mapping[str, Any] | None = None,
        sources: Mapping[str, str] | None = None,
        headline: bool = True,
    ) -> None:
        """Add a result: its evaluation to a table and metrics, and its figure.

        Args:
            module: the step ``...evaluate_<result>``, whole; its name gives the result's id.
            inputs: files that ``evaluate`` reads, by name.
            params: parameters of ``evaluate``.
            render: the step ``...render_<result>``, whole.
            render_params: parameters of ``render``.
            sources: files of the project that ``evaluate`` reads, by name.
            headline: the figure says the verdict of its own metrics, in words that are kept for it.
        """
        result = module.rpartition(".")[2].removeprefix("evaluate_")
        named = {"result": f"{self.study}_{result}"}
        seeded = {"root_seed": self.root_seed, **(params or {})}
        table = self._add("evaluate", module, named, seeded, inputs, EVALUATION, sources)
        drawn, given, words = {"table": table}, dict(render_params or {}), None
        if headline:
            drawn["metrics"] = self.jobs[-1].outputs["metrics"]
            given |= {"result": named["result"], "scale": self._scale}
            words = {
                "claims": part(f"workflow/claims/{self.study}.yaml", "results", result),
                "headline": part(f"workflow/headlines/{self.study}.yaml", result),
            }
        self._add("render", render, named, given, drawn, PICTURES, words)

    def table(self, result: str) -> str:
        """Return where the table of a result lies, for a result that builds on another one."""
        place = self._patterns("evaluate", EVALUATION)["table"]
        return place.format(result=f"{self.study}_{result}")

    def made(self, step: str, output: str, experiment: str, cell: str | None = None) -> list[str]:
        """Return an output of all jobs of a step and an experiment, in the order of the plan."""
        return [
            job.outputs[output]
            for job in self.jobs
            if job.step == step
            and job.wildcards["experiment"] == experiment
            and cell in (None, job.wildcards["cell"])
        ]

    def _cell(
        self,
        step: str,
        experiment: str,
        cell: str,
        module: str,
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths] | None,
        outputs: Mapping[str, str],
        sources: Mapping[str, str] | None = None,
    ) -> str:
        seeds = {"root_seed": self.root_seed, "seed_names": [self.study, experiment, cell]}
        wildcards = {"experiment": experiment, "cell": cell}
        given = {**seeds, **params}
        return self._add(step, module, wildcards, given, inputs or {}, outputs, sources)

    def _patterns(self, step: str, suffixes: Mapping[str, str]) -> dict[str, str]:
        place = f"{self.study}/{PLACES[step]}"
        return {name: f"{place}{suffix}" for name, suffix in suffixes.items()}

    def _add(
        self,
        step: str,
        module: str,
        wildcards: dict[str, str],
        params: Mapping[str, Any],
        inputs: Mapping[str, Paths],
        suffixes: Mapping[str, str],
        sources: Mapping[str, str] | None = None,
    ) -> str:
        """Add a job and return the path of its first output."""
        if not module.rpartition(".")[2].startswith(f"{step}_"):
            raise ValueError(f"{module} is no module {step}_<name>, so it is no step {step}.")
        patterns = self._patterns(step, suffixes)
        job = Job(
            study=self.study,
            step=step,
            module=module,
            wildcards=wildcards,
            params=dict(params),
            outputs=filled(patterns, wildcards),
            inputs=dict(inputs),
            sources=dict(sources or {}),
            patterns=patterns,
        )
        self.jobs.append(job)
        return next(iter(job.outputs.values()))

    def _judge(self) -> None:
        metrics = [job.outputs["metrics"] for job in self.jobs if job.step == "evaluate"]
        self.jobs.append(
            Job(
                study=self.study,
                step="judge",
                module=f"{package()}.claims.judge",
                wildcards={},
                params={
                    "study": self.study,
                    "scale": self._scale,
                    "root_seed": self.root_seed,
                },
                inputs={"metrics": metrics},
                sources={"claims": f"workflow/claims/{self.study}.yaml"},
                outputs=self._patterns("judge", VERDICTS),
            )
        )
