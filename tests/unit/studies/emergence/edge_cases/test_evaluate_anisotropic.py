import numpy as np
import pandas as pd
import pytest

from compsparse.studies.emergence.edge_cases import evaluate_anisotropic
from tests.unit.studies.emergence.edge_cases.conftest import Write
from workflow_engine.artifacts.errors import ArtifactError

TIME = np.geomspace(1.0, 100.0, 5)


def test_curves_are_laid_side_by_side_and_nothing_is_measured(write: Write) -> None:
    paths = [
        write(f"s_{s:g}", spectrum=s, exponent=0.75, time=TIME, loss=[TIME**-1.0, TIME**-2.0])
        for s in (0.0, 1.0)
    ]
    outputs = evaluate_anisotropic.run({"histories": paths}, root_seed=0)
    assert outputs["metrics"] == {"emergence_anisotropic": {}}
    table = outputs["table"]
    assert isinstance(table, pd.DataFrame)
    assert len(table) == 2 * 2 * 5
    last = table[(table["spectrum"] == 1.0) & (table["run"] == 1)]["loss"].iloc[-1]
    assert last == pytest.approx(1e-4)


def test_a_loss_that_is_no_number_is_refused(write: Write) -> None:
    path = write("s", spectrum=0.0, exponent=0.75, time=TIME, loss=[np.full(5, np.nan)])
    with pytest.raises(ArtifactError, match="'loss' holds values that are not finite"):
        evaluate_anisotropic.run({"histories": [path]}, root_seed=0)
