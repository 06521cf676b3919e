"""The step trains every wiring from random weights and keeps the genome's own network as it is."""

from pathlib import Path

import numpy as np
import pytest
import torch

from compsparse.studies.regime.network.forward import images
from compsparse.studies.regime.network.pixels import pixel_inputs
from compsparse.studies.regime.network.recipe import RetryRule
from compsparse.studies.regime.network.shape import LayeredShape
from compsparse.studies.regime.targets.draw_genome import draw_genome
from compsparse.studies.regime.targets.generate_target import read_genome
from compsparse.studies.regime.wiring import prune_wirings
from compsparse.studies.regime.wiring.controls import GENOME, KINDS
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save
from tests.unit.studies.regime.steps import arrays
from tests.unit.studies.regime.wiring.small import PARAMS, small_inputs

Trained = tuple[dict[str, Path], dict[str, np.ndarray]]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    inputs = small_inputs(tmp_path_factory.mktemp("wirings"))
    model = prune_wirings.run(inputs, **PARAMS)["model"]
    assert isinstance(model, dict)
    return inputs, model


def test_all_kinds_are_trained_and_the_genome_paints_its_image(trained: Trained) -> None:
    inputs, model = trained
    kinds = [KINDS[number] for number in model["kind"]]
    assert kinds == [GENOME, *(kind for kind in KINDS[1:] for _ in range(2))]
    assert model["run"].tolist() == [0] + [0, 1] * 6
    assert model["stage"].tolist() == [0] + [1] * 12
    assert not model["weights"][~model["mask"]].any()
    sparse = model["mask"][:-2].sum(axis=1)
    assert (sparse == sparse[0]).all()
    learned = np.array(kinds) != GENOME
    assert (model["weights"] != model["initial"])[learned].any(axis=1).all()
    shape = LayeredShape.from_units(PARAMS["depth"], PARAMS["units"])
    painted = images(
        shape, torch.from_numpy(model["weights"][:1]), torch.from_numpy(pixel_inputs(64))
    )[0].numpy()
    drawn = draw_genome(read_genome(inputs["genome"]), 64).reshape(-1, 3).T
    assert painted == pytest.approx(drawn, abs=1e-5)


def test_what_is_left_out_changes_nothing_else(trained: Trained) -> None:
    inputs, whole = trained
    fewer = prune_wirings.run(inputs, **(PARAMS | {"controls": ["random"], "runs": 1}))["model"]
    assert isinstance(fewer, dict)
    for network, kind in enumerate(fewer["kind"]):
        place = np.flatnonzero((whole["kind"] == kind) & (whole["run"] == 0))[0]
        assert np.array_equal(fewer["mask"][network], whole["mask"][place])
        assert fewer["weights"][network] == pytest.approx(whole["weights"][place], abs=1e-5)


def test_another_shape_is_refused(tmp_path: Path) -> None:
    wrong = PARAMS | {"units": {**PARAMS["units"], "sigmoid": 5}}
    with pytest.raises(ValueError, match="joint shape of both genomes has depth 3"):
        prune_wirings.run(small_inputs(tmp_path), **wrong)


def test_an_interrupted_training_remembers_where_finished_runs_began(tmp_path: Path) -> None:
    inputs = small_inputs(tmp_path)
    params = PARAMS | {"controls": ["random"], "runs": 3}
    # a rule by which some runs restart and others do not
    for error in np.linspace(0.02, 0.5, 25).tolist():
        params["retry"] = RetryRule(after=0.5, error=error, retries=1)
        whole = arrays(prune_wirings.run(inputs, **params))
        if set(whole["retries"][1:4].tolist()) == {0, 1}:
            break
    else:
        pytest.fail("no rule lets only some of the runs restart")
    checkpoints = MemoryCheckpoints()
    resumed, _ = interrupted_at_every_save(
        lambda kept: prune_wirings.run(inputs, **params, checkpoints=kept), lambda: checkpoints
    )
    for name, array in arrays(resumed).items():
        np.testing.assert_array_equal(array, whole[name], err_msg=name)
