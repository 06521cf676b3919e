"""The jobs of study ``factorial``: a pure function of its settings.

    generate -> train -> evaluate -> render, and judge over all results.

A cell is what one job is about: an input factorization, a number of parents, an embedding
dimension. Replicates are stacked inside a job, so that adding a cell never touches another one.
"""

from compsparse.provenance.job import Job, Paths
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.settings import Draws, ManyInputs, ManySpaces, Network, Settings

STUDY = "factorial"
PACKAGE = "compsparse.studies.factorial"

Cells = dict[str, tuple[str, int]]  # cell of the data -> (input factors, parents)


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """Return every job of the study."""
    plan = _Plan(root_seed)
    graph = settings.graph.generate
    plan.generate("graph", graph, {"default": (graph.input_factors, graph.parents)})
    plan.evaluate(
        "graph",
        datasets=plan.datasets("graph"),
        render_params={"input_factors": list(Factorization.parse(graph.input_factors).sizes)},
    )

    theorem = settings.exact_factorization.generate
    cells = {
        f"{_slug(sizes)}_parents_{parents}": (sizes, parents)
        for sizes in theorem.input_factors
        for parents in theorem.parents
        if parents <= len(Factorization.parse(sizes).sizes)
    }
    plan.generate("exact_factorization", theorem, cells)
    plan.evaluate("exact_factorization", datasets=plan.datasets("exact_factorization"))

    single_pass = settings.single_pass
    plan.experiment(
        "single_pass",
        single_pass.generate,
        single_pass.train,
        [single_pass.train.embedding_dimension],
    )
    grid_a = settings.compression_grid_a
    sizes = grid_a.generate.input_factors
    parents_cells = {f"parents_{p}": (sizes, p) for p in grid_a.generate.parents}
    plan.generate("compression_grid_a", grid_a.generate, parents_cells)
    for dimension in grid_a.train.embedding_dimensions:
        # all numbers of parents are of one shape, so they train side by side
        plan.train(
            "compression_grid_a",
            f"dimension_{dimension}",
            grid_a.train,
            [dimension],
            plan.datasets("compression_grid_a"),
        )
    plan.evaluate("compression_grid_a", histories=plan.histories("compression_grid_a"))
    grid_b = settings.compression_grid_b
    plan.experiment(
        "compression_grid_b", grid_b.generate, grid_b.train, grid_b.train.embedding_dimensions
    )
    # Figure 5 is another look at the runs of grid A
    plan.evaluate(
        "compression_compute",
        histories=plan.histories("compression_grid_a"),
        params={"parents": max(grid_a.generate.parents), "window": grid_a.evaluate.window},
    )
    generalization = settings.generalization_complexity
    plan.experiment(
        "generalization_complexity",
        generalization.generate,
        generalization.train,
        [generalization.train.embedding_dimension],
    )
    plan.judge(scale)
    return plan.jobs


_TRAIN_MODULES = {
    "single_pass": "single_pass",
    "compression_grid_a": "compression",
    "compression_grid_b": "compression",
    "generalization_complexity": "generalization",
}


class _Plan:
    """Collects jobs; what one job makes, later ones ask for by name."""

    def __init__(self, root_seed: int) -> None:
        self.jobs: list[Job] = []
        self._root_seed = root_seed

    def experiment(
        self, name: str, draws: ManyInputs | ManySpaces, network: Network, dimensions: list[int]
    ) -> None:
        """Add an experiment with one dataset and one training job per input factorization."""
        cells = {_slug(sizes): (sizes, draws.parents) for sizes in draws.input_factors}
        self.generate(name, draws, cells)
        for cell in cells:
            self.train(name, cell, network, dimensions, self.datasets(name, cell))
        self.evaluate(name, histories=self.histories(name))

    def generate(self, experiment: str, draws: Draws, cells: Cells) -> None:
        for cell, (input_factors, parents) in cells.items():
            self._add(
                "generate",
                f"{PACKAGE}.generate",
                {"experiment": experiment, "cell": cell},
                {
                    "root_seed": self._root_seed,
                    "seed_names": [STUDY, experiment, cell],
                    "input_factors": list(Factorization.parse(input_factors).sizes),
                    "output_factors": list(Factorization.parse(draws.output_factors).sizes),
                    "parents": parents,
                    "concentration": draws.concentration,
                    "runs": draws.runs,
                },
                {},
                {"dataset": f"{STUDY}/data/{experiment}/{cell}.npz"},
            )

    def train(
        self,
        experiment: str,
        cell: str,
        network: Network,
        dimensions: list[int],
        datasets: list[str],
    ) -> None:
        params = network.model_dump(exclude={"embedding_dimension", "embedding_dimensions"})
        stem = f"{STUDY}/models/{experiment}/{cell}"
        self._add(
            "train",
            f"{PACKAGE}.train.{_TRAIN_MODULES[experiment]}",
            {"experiment": experiment, "cell": cell},
            {
                "root_seed": self._root_seed,
                "seed_names": [STUDY, experiment],
                "embedding_dimensions": dimensions,
                **params,
            },
            {"datasets": datasets},
            {"model": f"{stem}.safetensors", "history": f"{stem}.npz"},
        )

    def evaluate(
        self,
        result: str,
        *,
        datasets: list[str] | None = None,
        histories: list[str] | None = None,
        params: dict[str, object] | None = None,
        render_params: dict[str, object] | None = None,
    ) -> None:
        name = f"{STUDY}_{result}"
        inputs: dict[str, Paths] = (
            {"datasets": datasets} if datasets else {"histories": histories or []}
        )
        table = f"{STUDY}/tables/{name}.csv"
        self._add(
            "evaluate",
            f"{PACKAGE}.evaluate.{result}",
            {"result": name},
            {"root_seed": self._root_seed, **(params or {})},
            inputs,
            {"table": table, "metrics": f"{STUDY}/tables/{name}.metrics.json"},
        )
        figure = f"{STUDY}/figures/{name}"
        self._add(
            "render",
            f"{PACKAGE}.render.{result}",
            {"result": name},
            render_params or {},
            {"table": table},
            {"svg": f"{figure}.svg", "png": f"{figure}.png"},
        )

    def judge(self, scale: str) -> None:
        metrics = [j.outputs["metrics"] for j in self.jobs if j.step == "evaluate"]
        self.jobs.append(
            Job(
                study=STUDY,
                step="judge",
                module="compsparse.claims.judge",
                wildcards={},
                params={"study": STUDY, "scale": scale},
                inputs={"metrics": metrics},
                sources={"claims": f"workflow/claims/{STUDY}.yaml"},
                outputs={
                    "metrics": f"{STUDY}/metrics.json",
                    "claims": f"{STUDY}/claims.json",
                },
            )
        )

    def datasets(self, experiment: str, cell: str | None = None) -> list[str]:
        return self._made("generate", "dataset", experiment, cell)

    def histories(self, experiment: str) -> list[str]:
        return self._made("train", "history", experiment, None)

    def _made(self, step: str, output: str, experiment: str, cell: str | None) -> list[str]:
        return [
            job.outputs[output]
            for job in self.jobs
            if job.step == step
            and job.wildcards["experiment"] == experiment
            and cell in (None, job.wildcards["cell"])
        ]

    def _add(
        self,
        step: str,
        module: str,
        wildcards: dict[str, str],
        params: dict[str, object],
        inputs: dict[str, Paths],
        outputs: dict[str, str],
    ) -> None:
        self.jobs.append(Job(STUDY, step, module, wildcards, params, outputs, inputs))


def _slug(sizes: str) -> str:
    return Factorization.parse(sizes).slug
