from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from compsparse.studies.factorial.discussion import evaluate_transfer

VARIANTS = [
    evaluate_transfer.Variant(embedding, fraction)
    for embedding in ("compatible", "incompatible", "untrained", "oracle")
    for fraction in (0.5, 0.75)
]
LOGS = [1.0, 0.0, 2.0, 3.0, 2.5, 2.5, -1.0, -4.0]
RUNS = 3


@pytest.fixture
def history(write_history: Callable[..., Path]) -> Path:
    return planted_history(write_history, LOGS)


def planted_history(write_history: Callable[..., Path], logs: list[float]) -> Path:
    count = RUNS * len(VARIANTS)
    losses = np.exp(np.repeat(logs, RUNS))
    constant = {
        name: np.full(count, 1)
        for name in (
            "approximation_complexity",
            "statistical_complexity",
            "embedding_dimension",
            "parents",
            "dataset",
        )
    }
    return write_history(
        losses,
        replicate=np.tile(np.arange(RUNS), len(VARIANTS)),
        variant=np.repeat(np.arange(len(VARIANTS)), RUNS),
        train_loss=np.repeat(losses[:, None], 9, axis=1),
        **constant,
    )


def test_contrasts_are_means_over_shares(history: Path) -> None:
    outputs: Any = evaluate_transfer.run({"history": history}, root_seed=0, variants=VARIANTS)
    metrics = {name: m["value"] for name, m in outputs["metrics"]["factorial_transfer"].items()}
    assert metrics == pytest.approx(
        {
            "compatible_minus_incompatible": -2.0,
            "incompatible_minus_untrained": 0.0,
            "compatible_minus_oracle": 3.0,
            "oracle_minus_untrained": -5.0,
        }
    )
    assert len(outputs["table"]) == RUNS * len(VARIANTS)


def test_no_embedding_is_called_equal_where_none_could_help(
    write_history: Callable[..., Path],
) -> None:
    path = planted_history(write_history, [1.0, 0.0, 2.0, 3.0, 2.5, 2.5, 2.0, 2.0])
    outputs: Any = evaluate_transfer.run({"history": path}, root_seed=0, variants=VARIANTS)
    metrics = outputs["metrics"]["factorial_transfer"]
    assert set(metrics) == {"compatible_minus_incompatible", "oracle_minus_untrained"}
    assert metrics["oracle_minus_untrained"]["value"] == pytest.approx(-0.5)


def test_other_variants_are_refused(history: Path) -> None:
    with pytest.raises(ValueError, match="describe 7"):
        evaluate_transfer.run({"history": history}, root_seed=0, variants=VARIANTS[:-1])
