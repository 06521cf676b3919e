"""The two sides of ``benchmarks/factorial.py`` at each of its sizes."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch

from benchmarks.factorial.plain_peer import PlainTraining, plain_network
from compsparse.ensembles.adam import Adam
from compsparse.ensembles.schedules import cosine
from compsparse.studies.factorial.data_model import generate_dataset
from compsparse.studies.factorial.network.architecture import INPUT_EMBEDDING
from compsparse.studies.factorial.network.floating_point_operations import (
    training_operations_per_example,
)
from compsparse.studies.factorial.training import (
    train_compression,
    train_generalization,
    train_single_pass,
)
from compsparse.studies.factorial.training.networks import (
    Ensemble,
    MakeSetting,
    Recipe,
    Schedule,
    Variant,
    new_ensemble,
)
from compsparse.studies.factorial.training.stacked_datasets import StackedDatasets, stack_datasets
from workflow_engine.artifacts.arrays import encode

STEPS = 10_000
TESTS_PER_STEP = 60 / 1000
RECIPE = Recipe(
    root_seed=0,
    seed_names=["benchmark"],
    hidden_ratio=2,
    layers=1,
    learning_rate=0.03,
    schedule=Schedule("cosine"),
    steps=STEPS,
    logged_steps=STEPS,
)


@dataclass(frozen=True)
class Case:
    """A training at one size.

    Attributes:
        setting: name of the module of the step.
        inputs: sizes of the input factors.
        outputs: sizes of the output factors.
        dimension: embedding dimension; the hidden dimension is twice that.
        runs: networks that this project trains at once; the peer trains one.
        examples: inputs processed by a step in one network.
        target: the ratio of times to be reached, None where none was set.
        end_to_end: count the losses on the whole population too: this project computes 60 in 1000
            updates, the plain side one after every update, as the authors' own settings do.
        loader: the plain side takes its batch from a data loader, as the authors' own code does.
    """

    setting: str
    inputs: list[int]
    outputs: list[int]
    dimension: int
    runs: int
    examples: int
    target: float | None
    end_to_end: bool = False
    loader: bool = False

    @property
    def make_setting(self) -> MakeSetting:
        """How the networks are trained."""
        makers: dict[str, MakeSetting] = {
            "compression": train_compression.setting,
            "generalization": partial(train_generalization.setting, seen_fraction=0.9),
            "single_pass": partial(train_single_pass.setting, batch_size=self.examples),
        }
        return makers[self.setting]

    def ensemble(self, data: StackedDatasets) -> Ensemble:
        """Return untrained networks."""
        learned = self.setting != "generalization"
        variant = Variant(embedding_dimension=self.dimension)
        return new_ensemble(data, RECIPE, None, variant, learned)

    @property
    def operations(self) -> int:
        """Operations of one step of one network, by the document's count."""
        return self.examples * training_operations_per_example(
            embedding_dimension=self.dimension,
            hidden_dimension=2 * self.dimension,
            layers=1,
            outputs=int(np.prod(self.outputs)),
        )


CASES = {
    "compression 4096x4096 d=64": Case("compression", [2] * 12, [8] * 4, 64, 1, 4096, 3.0),
    "generalization 256x64 d=32": Case("generalization", [2] * 8, [8] * 2, 32, 42, 230, 5.0),
    "compression 64x64 d=16": Case("compression", [2] * 6, [8] * 2, 16, 32, 64, 8.0),
    "compression 625x512 d=24": Case("compression", [5] * 4, [8] * 3, 24, 4, 625, None),
    "generalization 4096x64 d=32": Case("generalization", [2] * 12, [8] * 2, 32, 4, 3686, None),
    "generalization 4096x64, loader": Case(
        "generalization", [2] * 12, [8] * 2, 32, 4, 3686, 5.0, loader=True
    ),
    "single pass 4096x64 d=32": Case("single_pass", [2] * 12, [8] * 2, 32, 4, 8192, None),
    "single pass 4096x4096, whole": Case(
        "single_pass", [2] * 12, [8] * 4, 64, 1, 8192, 12.0, end_to_end=True
    ),
}


@dataclass(frozen=True)
class Side:
    """One implementation at one size.

    Attributes:
        step: do one update of all its networks.
        test: compute the loss of all its networks on the whole population.
        tests_per_step: how many of those belong to one update.
    """

    step: Callable[[], object]
    test: Callable[[], object]
    tests_per_step: float


def drawn_data(case: Case, runs: int) -> StackedDatasets:
    """Draw the data of ``runs`` runs."""
    drawn = generate_dataset.run(
        {},
        root_seed=0,
        seed_names=["benchmark"],
        input_factors=case.inputs,
        output_factors=case.outputs,
        parents=2,
        concentration=0.1,
        runs=runs,
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "dataset.npz"
        path.write_bytes(encode(path, drawn["dataset"]))
        return stack_datasets([path])


def project_side(case: Case) -> Side:
    """Return this project's side, of all runs."""
    networks = case.ensemble(drawn_data(case, case.runs))
    setting = case.make_setting(networks)
    optimizer = Adam(networks.parameters.flat, setting.gradient.gradients.flat)
    rate = cosine(0.03, STEPS)

    def step() -> None:
        with torch.inference_mode():
            setting.next_batch()
            setting.gradient()
            optimizer.step(rate(optimizer.steps))

    def test() -> None:
        with torch.inference_mode():
            setting.evaluate()

    return Side(step, test, TESTS_PER_STEP if case.end_to_end else 0.0)


def peer_side(case: Case) -> Side:
    """Return the plain implementation's side, of one run."""
    torch.manual_seed(0)
    data = drawn_data(case, 1)
    run = data.runs[0]
    tokens, embedding = np.arange(data.inputs.size), None
    if case.setting == "generalization":
        tokens = np.random.default_rng(0).permutation(tokens)[: case.examples]
        setting = case.make_setting(case.ensemble(data))
        embedding = torch.from_numpy(setting.constants[INPUT_EMBEDDING][0])
    network = plain_network(data.inputs.size, data.outputs.size, case.dimension, embedding)
    training = PlainTraining(
        network,
        torch.from_numpy(run.probabilities.astype(np.float32)[run.groups[tokens]]),
        torch.from_numpy(tokens),
        learning_rate=0.03,
        steps=STEPS,
        batch_size=case.examples if case.setting == "single_pass" else None,
        loader=case.loader,
    )
    return Side(training.step, training.test, 1.0 if case.end_to_end else 0.0)


SIDES = {"project": project_side, "peer": peer_side}
