from collections.abc import Callable
from pathlib import Path

from compsparse.studies.factorial.histories.history import read_history


def test_one_row_per_run_and_step(write_history: Callable[..., Path]) -> None:
    history = read_history(
        write_history([[9, 8, 7, 6, 5, 4, 3, 2, 1], [0.5] * 9], replicate=[4, 7])
    )
    table = history.curves("cell", "run", "step", "flops", "loss", "embedding_dimension")
    assert list(table) == ["cell", "run", "step", "flops", "loss", "embedding_dimension"]
    assert len(table) == 18
    third = table.iloc[2]
    assert third.tolist() == ["2^2", 4, 2, 2000.0, 7.0, 4]
    assert table.iloc[17].tolist() == ["2^2", 7, 100, 100000.0, 0.5, 4]
