"""Train networks on stacked runs, one variant of the network after the other."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import partial
from typing import Any, Literal, get_type_hints

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.ensembles import adam, logged_steps, schedules, training
from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts, below
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.data_model.worlds import World, given_embedding
from compsparse.studies.factorial.network import architecture, floating_point_operations
from compsparse.studies.factorial.network.gradient import Gradient
from compsparse.studies.factorial.training.stacked_datasets import StackedDatasets, stack_datasets
from workflow_engine.steps import Inputs, Outputs, many


@dataclass(frozen=True)
class Schedule:
    """How the learning rate falls (see ``compsparse.ensembles.schedules``)."""

    kind: Literal["cosine", "custom"]
    minimum_learning_rate: float | None = None  # of "custom"


@dataclass(frozen=True)
class Recipe:
    """How networks are built and trained."""

    root_seed: int
    seed_names: Sequence[str]  # prefix of the names of the random generators
    hidden_ratio: int  # hidden / embedding dimension
    layers: int
    learning_rate: float  # of the first step
    schedule: Schedule
    steps: int
    logged_steps: int


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A network of the job: its embedding dimension, and what replaces the job's recipe."""

    embedding_dimension: int
    seed_names: Sequence[str] | None = None
    hidden_ratio: int | None = None
    layers: int | None = None
    learning_rate: float | None = None
    schedule: Schedule | None = None


@dataclass(frozen=True)
class Ensemble:
    """The networks of one variant, one for each run of the datasets."""

    data: StackedDatasets
    recipe: Recipe
    world: World | None
    shape: architecture.NetworkShape
    parameters: Parameters

    def generators(self, role: str) -> list[np.random.Generator]:
        """Return the random generator of a role for every run."""
        seeds, dimension = self.recipe, self.shape.embedding_dimension
        return [
            run.generator(seeds.root_seed, seeds.seed_names, role, dimension)
            for run in self.data.runs
        ]

    def factor_embeddings(self) -> Float64[np.ndarray, "run x dimension"]:
        """Draw a fixed factor embedding for every run."""
        inputs, dimension = self.data.inputs, self.shape.embedding_dimension
        return np.stack(
            [
                given_embedding(inputs, dimension, random, self.world)
                for random in self.generators("embedding")
            ]
        )


@dataclass(frozen=True)
class Setting:
    """What distinguishes one way of training from another."""

    gradient: Gradient
    evaluate: Callable[[], training.Losses]  # losses by name, one value per run
    examples_per_step: int  # inputs that a step processes in each run
    next_batch: Callable[[], None] = lambda: None  # called before each gradient
    randoms: Sequence[np.random.Generator] = ()  # that ``next_batch`` draws from
    constants: architecture.Arrays = field(
        default_factory=dict
    )  # stored with the model, not trained
    columns: dict[str, Int64[np.ndarray, "run ..."]] = field(default_factory=dict)  # of the history
    final_columns: Callable[[], dict[str, Float64[np.ndarray, "run ..."]]] = dict


MakeSetting = Callable[[Ensemble], Setting]


class Training:
    """The ``run`` of a step ``train``: the recipe, and the parameters of its way of training.

    It trains all runs of ``inputs["datasets"]`` for every variant, from the last checkpoint on.
    ``model`` has the parameters [run, ...] by name; with several variants the names start with
    "<variant>/". ``history`` has ``loss`` and the setting's other losses in nats and ``flops``,
    [run, logged step]; ``step``; columns that identify the runs, [run]; the factor sizes. Runs are
    stacked in the order variant, dataset, replicate. A loss that is not finite is a
    ``FloatingPointError``.

    Attributes:
        choose: returns how a variant is trained, from the step's inputs, the variant and, by
            keyword, the parameters that this way of training has.
        learned_embedding: whether the input embedding is trained.
    """

    def __init__(self, choose: Callable[..., MakeSetting], learned_embedding: bool) -> None:
        """Join the function's signature and the recipe's."""
        self.choose = choose
        self.learned_embedding = learned_embedding
        inputs, variant, *more = inspect.signature(choose, eval_str=True).parameters.values()
        recipe = get_type_hints(Recipe).items()
        variants: Any = Sequence[variant.annotation]  # type: ignore[name-defined]
        keyword = inspect.Parameter.KEYWORD_ONLY
        self.__signature__ = inspect.Signature(
            [
                inputs.replace(kind=inspect.Parameter.POSITIONAL_ONLY),
                *(inspect.Parameter(name, keyword, annotation=kind) for name, kind in recipe),
                *more,
                inspect.Parameter("variants", keyword, annotation=variants),
                inspect.Parameter("world", keyword, default=None, annotation=World | None),
                inspect.Parameter(
                    "checkpoints", keyword, default=NOTHING_KEPT, annotation=Checkpoints
                ),
            ]
        )

    def __call__(
        self,
        inputs: Inputs,
        /,
        *,
        variants: Sequence[Variant],
        world: World | None = None,
        checkpoints: Checkpoints = NOTHING_KEPT,
        **named: Any,
    ) -> Outputs:
        """Train the networks of all variants."""
        recipe = Recipe(**{f.name: named.pop(f.name) for f in fields(Recipe)})
        data = stack_datasets(many(inputs, "datasets"))
        logged = logged_steps.log_spaced_steps(recipe.steps, recipe.logged_steps)
        model: architecture.Arrays = {}
        histories: list[dict[str, np.ndarray]] = []
        parts = Parts(checkpoints, len(variants))
        for index, variant in enumerate(variants):
            setting = self.choose(inputs, variant, **named)
            networks = new_ensemble(data, recipe, world, variant, self.learned_embedding)
            trained = parts.do(partial(_train, networks, logged, setting))
            prefix = f"{index}/" if len(variants) > 1 else ""
            model |= {prefix + name: array for name, array in below(trained, "model/").items()}
            history = below(trained, "history/")
            history["variant"] = np.full(len(data.runs), index, dtype=np.int64)
            histories.append(history)
        shared = {
            "step": logged,
            "input_sizes": np.array(data.inputs.sizes, dtype=np.int64),
            "output_sizes": np.array(data.outputs.sizes, dtype=np.int64),
        }
        stacked = {name: np.concatenate([h[name] for h in histories]) for name in histories[0]}
        return {"model": model, "history": stacked | shared}


def trains(*, learned_embedding: bool) -> Callable[[Callable[..., MakeSetting]], Training]:
    """Make the choice of a way of training the ``run`` of its module."""
    return lambda choose: Training(choose, learned_embedding)


def new_ensemble(
    data: StackedDatasets,
    recipe: Recipe,
    world: World | None,
    variant: Variant,
    learned_embedding: bool,
) -> Ensemble:
    """Return the untrained networks of a variant; every run draws from its own generator."""
    replaced = {f.name: getattr(variant, f.name, None) for f in fields(Recipe)}
    recipe = replace(recipe, **{name: v for name, v in replaced.items() if v is not None})
    shape = architecture.NetworkShape(
        inputs=data.inputs.size,
        outputs=data.outputs.size,
        embedding_dimension=variant.embedding_dimension,
        hidden_dimension=recipe.hidden_ratio * variant.embedding_dimension,
        layers=recipe.layers,
        learned_embedding=learned_embedding,
    )
    parameters = Parameters(len(data.runs), shape.parameter_shapes())
    networks = Ensemble(data, recipe, world, shape, parameters)
    randoms = networks.generators("initialization")
    shape.initialize(parameters, randoms)
    return networks


def _train(
    networks: Ensemble,
    logged: Int64[np.ndarray, " logged"],
    make_setting: MakeSetting,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    """Return the arrays of the trained model and of its history, under these two names."""
    setting, recipe, shape = make_setting(networks), networks.recipe, networks.shape

    def compute_gradient() -> None:
        if networks.world != "untrained":  # there all gradients stay 0, so that nothing moves
            setting.next_batch()
            setting.gradient()

    described = {name: v for name, v in asdict(recipe.schedule).items() if v is not None}
    with np.errstate(over="ignore", invalid="ignore"):  # a loss that is not finite is an error
        curves = training.train(
            optimizer=adam.Adam(networks.parameters.flat, setting.gradient.gradients.flat),
            schedule=schedules.schedule(described, recipe.learning_rate, recipe.steps),
            compute_gradient=compute_gradient,
            evaluate=setting.evaluate,
            logged_steps=logged,
            randoms=setting.randoms,
            checkpoints=checkpoints,
        )
    operations: Float64[np.ndarray, " logged"] = logged * float(
        setting.examples_per_step
        * floating_point_operations.training_operations_per_example(
            embedding_dimension=shape.embedding_dimension,
            hidden_dimension=shape.hidden_dimension,
            layers=shape.layers,
            outputs=shape.outputs,
        )
    )
    runs = len(networks.data.runs)
    model = architecture.stored(shape, networks.parameters) | setting.constants
    history = {
        **curves,
        "flops": np.tile(operations, (runs, 1)),
        **networks.data.columns(),
        **setting.columns,
        **setting.final_columns(),
        "embedding_dimension": np.full(runs, shape.embedding_dimension, dtype=np.int64),
    }
    return {
        **{f"model/{name}": np.ascontiguousarray(array) for name, array in model.items()},
        **{f"history/{name}": array for name, array in history.items()},
    }
