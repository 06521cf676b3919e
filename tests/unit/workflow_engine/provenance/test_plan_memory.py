"""A remembered plan is that of the same bytes, or it is made anew."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import Configuration
from workflow_engine.provenance import plan_memory
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.memory import package_key
from workflow_engine.provenance.project import Project

FILES = {
    "params.yaml": "scale: smoke\n",
    "workflow/scales/toy.yaml": "smoke: {}\n",
    "workflow/worlds/toy.yaml": "worlds: {}\n",
    "src/compsparse/plan.py": "A = 1\n",
    "src/compsparse/toy/step.py": "B = 1\n",
}
Ask = Callable[..., bool]
Planned = tuple[Configuration, dict[str, Job]]


def remembered(project: Project, overrides: dict[str, Any], make: Callable[[], Planned]) -> Planned:
    return plan_memory.remembered(project, package_key(project), overrides, make)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return Project(tmp_path)


def made() -> Planned:
    configuration = Configuration(
        scale="smoke",
        root_seed=0,
        numerics="portable",
        studies=("toy",),
        settings={},
        out=Path("results"),
        written=True,
        other_seeds={"toy": (12, 13)},
        assigned={"toy.steps": [1, 2.5]},
    )
    job = Job("toy", "generate", "compsparse.toy.step", {"cell": "a"}, {"k": 3}, {"d": "toy/d.npz"})
    return configuration, {job.record_path: job}


@pytest.fixture
def anew(project: Project) -> Ask:
    """Ask for the plan; say whether it was made anew."""

    def ask(**overrides: Any) -> bool:
        calls = []

        def make() -> Planned:
            calls.append(1)
            return made()

        assert remembered(project, overrides, make) == made()
        return bool(calls)

    return ask


def test_the_same_bytes_have_the_same_plan(anew: Ask) -> None:
    assert anew()
    assert not anew()


@pytest.mark.parametrize("name", FILES)
def test_an_edit_of_a_parameter_or_of_code_is_another_plan(
    name: str, anew: Ask, project: Project
) -> None:
    anew()
    (project.root / name).write_text(FILES[name].replace("\n", " \n"))
    assert anew()
    (project.root / name).write_text(FILES[name])
    assert not anew()


def test_a_new_or_a_renamed_module_is_another_plan(anew: Ask, project: Project) -> None:
    anew()
    (project.src / "compsparse/new.py").write_text("")
    assert anew()
    (project.src / "compsparse/new.py").rename(project.src / "compsparse/other.py")
    assert anew()


def test_other_words_on_the_command_line_are_another_plan(anew: Ask) -> None:
    anew()
    assert anew(root_seed=3)
    assert not anew(root_seed=3)


@pytest.mark.parametrize("spoil", [b"", b"0\n{}", b"\xff"])
def test_a_damaged_memory_is_made_anew(spoil: bytes, anew: Ask, project: Project) -> None:
    anew()
    (memory,) = project.plans_memory.glob("*.json")
    memory.write_bytes(spoil)
    assert anew()
    assert not anew()


def test_a_changed_plan_in_the_memory_is_not_believed(anew: Ask, project: Project) -> None:
    anew()
    (memory,) = project.plans_memory.glob("*.json")
    memory.write_bytes(memory.read_bytes().replace(b'"k": 3', b'"k": 4'))
    assert anew()


def test_few_plans_are_kept(anew: Ask, project: Project) -> None:
    for seed in range(9):
        anew(root_seed=seed)
    assert len(list(project.plans_memory.iterdir())) == 4
    assert not anew(root_seed=8)


def test_the_output_folder_is_looked_at_each_time(project: Project) -> None:
    overrides = {"out": "elsewhere"}
    first, _ = remembered(project, overrides, made)
    again, _ = remembered(project, overrides, made)
    assert again.out == Path("elsewhere") and first.out == Path("results")
    (project.root / "elsewhere").write_text("a file")

    def refuse() -> Planned:
        raise ConfigurationError("planned anew")

    with pytest.raises(ConfigurationError):
        remembered(project, overrides, refuse)


def test_where_nothing_can_be_kept_the_plan_is_made(anew: Ask, project: Project) -> None:
    project.plans_memory.parent.mkdir(parents=True)
    project.plans_memory.write_text("in the way")
    assert anew()
    assert anew()
    (project.root / "params.yaml").unlink()
    assert anew()
