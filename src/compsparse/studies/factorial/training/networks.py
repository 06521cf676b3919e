"""Train networks on stacked runs, one variant of the network after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from jaxtyping import Float32, Float64, Int64

from compsparse.ensembles import adam, initialization, logged_steps, schedules, training
from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts, below
from compsparse.ensembles.parameters import Parameters
from compsparse.studies.factorial.data_model.worlds import given_embedding
from compsparse.studies.factorial.network import architecture, floating_point_operations
from compsparse.studies.factorial.network.gradient import Gradient
from compsparse.studies.factorial.training.stacked_datasets import StackedDatasets, stack_datasets
from workflow_engine.steps import Inputs, Outputs, Params, many

Arrays = dict[str, Float32[np.ndarray, "run ..."]]


@dataclass(frozen=True)
class Setting:
    """What distinguishes one way of training from another."""

    gradient: Gradient
    next_batch: Callable[[], None]  # called before each gradient
    evaluate: Callable[[], training.Losses]  # losses by name, one value per run
    examples_per_step: int  # inputs that a step processes in each run
    randoms: Sequence[np.random.Generator] = ()  # that ``next_batch`` draws from
    constants: Arrays = field(default_factory=dict)  # what the model needs and training keeps
    columns: dict[str, Int64[np.ndarray, "run ..."]] = field(default_factory=dict)  # of the history
    final_columns: Callable[[], dict[str, Float64[np.ndarray, "run ..."]]] = dict


MakeSetting = Callable[[StackedDatasets, Params, architecture.NetworkShape, Parameters], Setting]


def train_networks(
    inputs: Inputs,
    params: Params,
    make_setting: MakeSetting,
    *,
    learned_embedding: bool,
    checkpoints: Checkpoints = NOTHING_KEPT,
) -> Outputs:
    """Train all runs of ``inputs["datasets"]`` for every variant, from the last checkpoint on.

    Params: root_seed; seed_names, the prefix of the random generators' names; variants, a list of
    mappings with what each sets or overrides among: embedding_dimension; hidden_ratio, hidden /
    embedding dimension; layers; learning_rate; schedule (see
    ``compsparse.ensembles.schedules.schedule``); and those of the setting. Shared by all variants:
    steps; logged_steps, how many.

    ``model`` has the parameters [run, ...] by name; with several variants the names start with
    "<variant>/". ``history`` has ``loss`` and the setting's other losses in nats and ``flops``,
    [run, logged step]; ``step``; what tells the runs apart, [run]; the factor sizes. Runs are
    stacked in the order variant, dataset, replicate. A loss that is not finite is a
    ``FloatingPointError``.
    """
    data = stack_datasets(many(inputs, "datasets"))
    variants = _variants(params)
    logged = logged_steps.log_spaced_steps(params["steps"], params["logged_steps"])
    model: Arrays = {}
    histories: list[dict[str, np.ndarray]] = []
    parts = Parts(checkpoints, len(variants))
    for index, variant in enumerate(variants):
        trained = parts.do(partial(_train, data, variant, logged, make_setting, learned_embedding))
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


def _variants(params: Params) -> list[Params]:
    variants = params["variants"]
    if not variants or any(variants.count(variant) > 1 for variant in variants):
        raise ValueError(f"variants is {variants}; it must be a list of distinct mappings.")
    shared = {name: value for name, value in params.items() if name != "variants"}
    for variant in variants:
        if {"steps", "logged_steps"} & set(variant):
            raise ValueError(
                f"The variant {variant} has its own steps; variants of one job share their logged "
                "steps. Give it a job of its own."
            )
        dimension = variant.get("embedding_dimension", 0)
        if dimension < 1:
            raise ValueError(f"embedding_dimension is {dimension}; it must be at least 1.")
    return [{**shared, **variant} for variant in variants]


def network_shape(
    data: StackedDatasets, params: Params, *, learned_embedding: bool
) -> architecture.NetworkShape:
    """Return the sizes of the networks to be trained on ``data``."""
    dimension = params["embedding_dimension"]
    return architecture.NetworkShape(
        inputs=data.inputs.size,
        outputs=data.outputs.size,
        embedding_dimension=dimension,
        hidden_dimension=params["hidden_ratio"] * dimension,
        layers=params["layers"],
        learned_embedding=learned_embedding,
    )


def given_embeddings(
    data: StackedDatasets, params: Params, shape: architecture.NetworkShape
) -> Float64[np.ndarray, "run x dimension"]:
    """Draw the factor embedding that each run is given from its own generator."""
    d, world = shape.embedding_dimension, params.get("world")
    return np.stack(
        [
            given_embedding(data.inputs, d, run.generator(params, "embedding", d), world)
            for run in data.runs
        ]
    )


def initial_parameters(
    data: StackedDatasets, params: Params, shape: architecture.NetworkShape
) -> Parameters:
    """Draw the initial parameters of every run from its own generator."""
    parameters = Parameters(len(data.runs), shape.parameter_shapes())
    randoms = [
        run.generator(params, "initialization", shape.embedding_dimension) for run in data.runs
    ]
    initialization.initialize(parameters, shape.initializers(), randoms)
    return parameters


def _train(
    data: StackedDatasets,
    params: Params,
    logged: Int64[np.ndarray, " logged"],
    make_setting: MakeSetting,
    learned_embedding: bool,
    checkpoints: Checkpoints,
) -> dict[str, np.ndarray]:
    """Return the arrays of the trained model and of its history, under these two names."""
    shape = network_shape(data, params, learned_embedding=learned_embedding)
    parameters = initial_parameters(data, params, shape)
    setting = make_setting(data, params, shape, parameters)

    def compute_gradient() -> None:
        if params.get("world") != "untrained":  # there all gradients stay 0, so that nothing moves
            setting.next_batch()
            setting.gradient()

    curves = training.train(
        optimizer=adam.Adam(parameters.flat, setting.gradient.gradients.flat),
        schedule=schedules.schedule(params["schedule"], params["learning_rate"], params["steps"]),
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
    model = parameters.arrays() | setting.constants
    history = {
        **curves,
        "flops": np.tile(operations, (len(data.runs), 1)),
        **data.columns(),
        **setting.columns,
        **setting.final_columns(),
        "embedding_dimension": np.full(len(data.runs), shape.embedding_dimension, dtype=np.int64),
    }
    return {
        **{f"model/{name}": array for name, array in model.items()},
        **{f"history/{name}": array for name, array in history.items()},
    }
