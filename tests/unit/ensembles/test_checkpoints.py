"""Parts of a job load and save as if each were alone."""

import numpy as np
import pytest

from compsparse.ensembles.checkpoints import NOTHING_KEPT, Checkpoints, Parts
from tests.unit.ensembles.interruption import MemoryCheckpoints, interrupted_at_every_save


def count_to(end: int, calls: list[int], checkpoints: Checkpoints) -> dict[str, np.ndarray]:
    """Count, saving after every number; note where each call began."""
    stored = checkpoints.load()
    number = 0 if stored is None else int(stored["number"])
    calls.append(number)
    while number < end:
        number += 1
        if checkpoints.due():
            checkpoints.save({"number": np.array(number)}, f"number {number}")
    return {"deep/end": np.array([end]), "state/end": np.array(end)}


def counted(checkpoints: Checkpoints, calls: list[int]) -> list[dict[str, np.ndarray]]:
    parts = Parts(checkpoints, 3)
    return [parts.do(lambda c, end=end: count_to(end, calls, c)) for end in (2, 0, 3)]


def test_parts_go_on_where_they_stopped_and_finished_ones_are_not_done_again() -> None:
    kept, calls = MemoryCheckpoints(), []
    found, places = interrupted_at_every_save(lambda c: counted(c, calls), lambda: kept)
    assert found == counted(NOTHING_KEPT, [])
    assert places == [
        "number 1 in part 1 of 3",
        "number 2 in part 1 of 3",
        "number 1 in part 3 of 3",
        "number 2 in part 3 of 3",
        "number 3 in part 3 of 3",
    ]
    # the first two runs count in part 1, the third ends it, does part 2 and begins part 3
    assert calls == [0, 1, 2, 0, 0, 1, 2, 3]


def test_a_job_of_one_part_does_not_count_it() -> None:
    kept = MemoryCheckpoints()
    _, places = interrupted_at_every_save(
        lambda c: Parts(c, 1).do(lambda checkpoints: count_to(1, [], checkpoints)), lambda: kept
    )
    assert places == ["number 1"]


def test_nothing_kept_is_never_due() -> None:
    NOTHING_KEPT.save({"number": np.array(1)}, "number 1")
    assert NOTHING_KEPT.load() is None and not NOTHING_KEPT.due()


@pytest.mark.parametrize("checkpoints", [NOTHING_KEPT, MemoryCheckpoints()])
def test_they_are_checkpoints(checkpoints: object) -> None:
    assert isinstance(checkpoints, Checkpoints)
