"""An edit reruns exactly the jobs that depend on it."""

from pathlib import Path

import pytest

from tests.workflow.project import ToyProject

AFTER_TRAIN = {"alpha_prune": 2, "alpha_evaluate": 1, "alpha_sums": 1, "alpha_judge": 1}


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("clip: 60", "clip: 61", {"alpha_generate": 1, "alpha_train": 3, **AFTER_TRAIN}),
        ("offset: 1", "offset: 2", {"alpha_train": 3, **AFTER_TRAIN}),
        (
            "fractions: [50, 90]",
            "fractions: [50, 80]",
            {"alpha_prune": 1, "alpha_evaluate": 1, "alpha_sums": 1, "alpha_judge": 1},
        ),
    ],
    ids=["generate", "train", "one_sweep_value"],
)
def test_an_edited_value_reruns_its_dependents_only(
    toy: ToyProject, old: str, new: str, wanted: dict[str, int]
) -> None:
    toy.edit("params.yaml", old, new)
    assert toy.planned() == wanted


def test_an_edit_of_another_scale_reruns_nothing(toy: ToyProject) -> None:
    toy.edit("workflow/scales/alpha.yaml", "count: 5", "count: 6")
    assert toy.planned() == {}


@pytest.mark.dear
def test_swapping_two_values_is_seen(toy: ToyProject, tmp_path: Path) -> None:
    toy.edit("params.yaml", "offset: 1, factor: 2", "offset: 2, factor: 1")
    assert toy.planned() == {"alpha_train": 3, **AFTER_TRAIN}
    toy.repro()
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch")


@pytest.mark.dear
def test_a_sweep_value_added_and_removed(toy: ToyProject, tmp_path: Path) -> None:
    before = toy.contents()
    toy.edit("params.yaml", "rates: [1, 2, 3]", "rates: [1, 2, 3, 5]")
    assert toy.planned() == {"alpha_train": 1, **AFTER_TRAIN}
    toy.repro()
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch")
    toy.edit("params.yaml", "rates: [1, 2, 3, 5]", "rates: [1, 2, 3]")
    code, failures = toy.audit()
    assert code == 1
    assert any("train/5" in path and "orphan" in reason for path, reason in failures)
    toy.repro()
    assert toy.contents() == before
    assert toy.audit() == (0, [])


def test_a_study_taken_out_keeps_its_files(toy: ToyProject) -> None:
    before = toy.contents()
    toy.edit("params.yaml", "studies: [alpha, beta]", "studies: [alpha]")
    text = (toy.root / "params.yaml").read_text()
    (toy.root / "params.yaml").write_text(text[: text.index("beta:\n")])
    toy.run("compsparse", "sync")
    toy.repro()
    assert toy.contents() == before
    toy.run("compsparse", "sweep", "beta")
    assert {path.split("/")[0] for path in toy.contents()} == {"alpha"}
    assert toy.audit() == (0, [])


@pytest.mark.dear
def test_a_study_is_switched_off_and_on_by_the_list_alone(toy: ToyProject, tmp_path: Path) -> None:
    before = toy.contents()
    toy.edit("params.yaml", "studies: [alpha, beta]", "studies: [alpha]")
    toy.edit("params.yaml", "clip: 60", "clip: 61")
    assert toy.planned() == {"alpha_generate": 1, "alpha_train": 3, **AFTER_TRAIN}
    assert "beta" not in toy.snakemake("-n")
    text = toy.snakemake()
    assert "beta" not in text
    assert "warning" not in text.lower() and "error" not in text.lower()
    assert toy.planned() == {}
    toy.repro()
    of_beta = {path: sha for path, sha in before.items() if path.startswith("beta/")}
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch") | of_beta
    assert toy.dvc_is_clean()
    # switched on again, nothing of it has to be done
    toy.edit("params.yaml", "studies: [alpha]", "studies: [alpha, beta]")
    assert toy.planned() == {}
    toy.repro()
    assert {p: sha for p, sha in toy.contents().items() if p.startswith("beta/")} == of_beta
    assert toy.dvc_is_clean()
    assert toy.audit() == (0, [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# a comment that a test edits", "# another comment"),
        ('"""Return ``value``, at most ``limit``."""', '"""Say it differently."""'),
        ("return min(value, limit)", "return min(\n        value,\n        limit,\n    )"),
    ],
    ids=["comment", "docstring", "formatting"],
)
def test_an_edit_without_effect_reruns_nothing(toy: ToyProject, old: str, new: str) -> None:
    toy.edit("src/compsparse/studies/alpha/arithmetic.py", old, new)
    assert toy.planned() == {}


def test_other_instructions_for_the_processor_rerun_everything(toy: ToyProject) -> None:
    everything = toy.planned("--config", "out=elsewhere")
    assert len(everything) > 5
    numerics = "src/workflow_engine/numerics.py"
    toy.edit(numerics, "def activate(", "# Only a comment.\ndef activate(")
    assert toy.planned() == {}
    toy.edit(numerics, '"ONEDNN_MAX_CPU_ISA": "AVX2"', '"ONEDNN_MAX_CPU_ISA": "SSE41"')
    assert toy.planned() == everything


def test_changed_wiring_is_seen(toy: ToyProject, tmp_path: Path) -> None:
    plan = "src/compsparse/studies/alpha/plan.py"
    toy.edit(
        plan,
        'job("evaluate", {}, {}, {"pruned": pruned}',
        'job("evaluate", {}, {}, {"pruned": pruned[::-1]}',
    )
    assert set(toy.planned()) == {"alpha_evaluate", "alpha_sums", "alpha_judge"}
    toy.repro()
    assert toy.contents() == toy.from_scratch(tmp_path / "scratch")


@pytest.mark.dear
def test_a_changed_pin_reruns_what_can_load_the_package(toy: ToyProject) -> None:
    toy.edit(
        "src/compsparse/studies/beta/render.py",
        "from workflow_engine.art",
        "import yaml  # noqa\nfrom workflow_engine.art",
    )
    toy.repro()
    toy.edit("constraints.txt", "pytest==", "pytest==0.")
    assert toy.planned() == {}
    toy.edit("constraints.txt", "\npyyaml==", "\npyyaml==0.")
    assert toy.planned() == {"beta_sums": 1}
    # the installed package is no longer the pinned one: no record may claim that it was
    text = toy.snakemake(check=False)
    assert "constraints.txt pins 0." in text
    assert "installation/install.sh /" in text


@pytest.mark.dear
def test_one_target_at_a_time(toy: ToyProject) -> None:
    toy.edit("params.yaml", "clip: 60", "clip: 61")
    toy.edit("params.yaml", "clip: 70", "clip: 71")
    assert all(rule.startswith("beta") for rule in toy.planned("beta"))
    toy.snakemake("beta_sums")
    assert not any(rule in toy.planned() for rule in ("beta_generate", "beta_sums"))
    assert "alpha_generate" in toy.planned()


@pytest.mark.dear
def test_a_finished_study_has_no_graph_unless_it_is_asked_for(toy: ToyProject) -> None:
    toy.edit("params.yaml", "clip: 70", "clip: 71")  # beta's
    assert {rule.partition("_")[0] for rule in toy.planned()} == {"beta"}
    toy.snakemake()
    assert toy.planned() == {}
    # Snakemake's own look at all files comes to the same
    assert toy.planned("--until", "all") == {}
    assert toy.planned("--forcerun", "alpha_train")["alpha_train"] == 3
    assert toy.planned("--forceall")["alpha_generate"] == 1
    forced = toy.planned("--forcerun", "alpha_train", "--", "alpha")
    assert {rule.partition("_")[0] for rule in forced} == {"alpha"}


@pytest.mark.dear
def test_running_twice_in_two_folders_gives_equal_bytes(
    toy: ToyProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for order in ("1", "2"):  # of sets in the process that plans; forks of one process share it
        monkeypatch.setenv("PYTHONHASHSEED", order)
        assert toy.contents() == toy.from_scratch(tmp_path / order)


def test_no_limit_of_starts_leaves_timers_behind(toy: ToyProject) -> None:
    # Snakemake's own starts one at each end of a job, and they wake it every second from then on
    with (toy.root / "Snakefile").open("a", encoding="utf-8") as snakefile:
        snakefile.write(
            '\n\nonsuccess:\n    print("limit of starts:", workflow.scheduler.job_rate_limiter)\n'
        )
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    assert "limit of starts: None" in toy.snakemake()
