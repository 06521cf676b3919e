"""The soak in short: one random sequence; and that its oracle and comparisons can be trusted."""

from pathlib import Path

import pytest

from tests.soak.machine import Break, Soak, Workplace, run_sequence
from tests.soak.oracle import Oracle
from tests.workflow.project import ToyProject

pytestmark = pytest.mark.dear


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Workplace:
    """A place for sequences; what they do is printed and so shown with a failure."""
    return Workplace.create(tmp_path_factory.mktemp("soak"), print)


def test_a_short_random_sequence_holds(workplace: Workplace) -> None:
    before = workplace.steps
    run_sequence(workplace, number=71, steps=7)
    assert 7 <= workplace.steps - before <= 15
    assert workplace.checks["completed runs"] > 0


def test_a_limit_ends_a_sequence_too(workplace: Workplace, monkeypatch: pytest.MonkeyPatch) -> None:
    before, completed = workplace.steps, workplace.checks["completed runs"]
    monkeypatch.setattr(workplace, "goes_on", lambda: workplace.steps - before < 3)
    run_sequence(workplace, number=71, steps=25)
    assert 4 <= workplace.steps - before <= 5
    assert workplace.checks["completed runs"] > completed


def test_the_oracle_is_what_a_scratch_run_of_snakemake_gives(
    toy: ToyProject, tmp_path: Path
) -> None:
    toy.edit("params.yaml", "clip: 60", "clip: 45")
    toy.edit("src/compsparse/studies/beta/arithmetic.py", "min(value, limit)", "min(value, 7)")
    assert Oracle()(toy).files == toy.from_scratch(tmp_path / "scratch")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        # the ledger no longer tells Snakemake which files are bad
        ("sync.py", "    content = hashes(path, below=out)\n", "    return\n", "files are wrong"),
        # the audit takes every file for known
        ("audit.py", "if path not in known:", "if False:", "does not name"),
    ],
    ids=["sync", "audit"],
)
def test_an_engine_that_lies_is_found(
    workplace: Workplace, file: str, old: str, new: str, said: str
) -> None:
    machine = Soak(workplace)
    machine.start()
    machine.toy.edit(f"src/workflow_engine/provenance/{file}", old, new)
    machine.add_a_foreign_file(which=0, study="alpha", then="")
    with pytest.raises(Break, match=said):
        machine.tamper(which=2, value=1, kind="restore", then="snakemake")
