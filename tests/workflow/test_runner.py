"""What a job refuses, and what it leaves behind when it does."""

import pytest

from tests.workflow.project import ToyProject

TRAIN = "src/compsparse/studies/beta/train.py"


def failed_log(toy: ToyProject) -> str:
    """Run snakemake, which must fail, and return what it printed."""
    done = toy.run("snakemake", "--cores", "2", check=False)
    assert done.returncode != 0, done.stdout
    return done.stdout


def assert_nothing_left(toy: ToyProject) -> None:
    """No half file under a final name, and the other study is whole."""
    assert list((toy.root / "results/beta/models").glob("*4*")) == []
    assert toy.planned("alpha") == {}


def test_a_failing_step_shows_its_log_and_hides_no_other_study(toy: ToyProject) -> None:
    toy.edit("params.yaml", "clip: 60", "clip: 50")
    toy.edit(TRAIN, "    scaled = ", '    raise ValueError("too steep")\n    scaled = ')
    text = failed_log(toy)
    assert "FAILED beta_train rate=4" in text
    assert "results/.logs/beta/train/4.log" in text and "ValueError: too steep" in text
    assert "alpha_sums: results/alpha/figures/alpha_sums.json" in text
    assert_nothing_left(toy)
    toy.run("git", "checkout", "-q", "src")
    toy.snakemake()
    assert toy.planned() == {}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "    scaled = ",
            "    import importlib\n\n"
            '    importlib.import_module("compsparse.studies.beta.render")\n    scaled = ',
            "without importing it where it can be read",
        ),
        ('"model": scaled', '"modle": scaled', "the plan names"),
        ("sum(scaled[:i])", "float('nan')", "not finite"),
        ('"model": scaled', '"model": object()', "not a JSON value"),
    ],
    ids=["import_by_name", "wrong_output_name", "not_finite", "not_json"],
)
def test_a_step_that_breaks_its_contract_leaves_nothing(
    toy: ToyProject, old: str, new: str, message: str
) -> None:
    toy.edit(TRAIN, old, new)
    assert message in failed_log(toy)
    assert_nothing_left(toy)


def test_code_that_changes_while_the_step_runs_is_not_vouched_for(toy: ToyProject) -> None:
    toy.edit(
        TRAIN,
        "    scaled = ",
        "    from pathlib import Path\n\n"
        f'    Path("{TRAIN}").write_text(Path("{TRAIN}").read_text() + "\\nLATER = 1\\n")\n'
        "    scaled = ",
    )
    assert "changed while the step ran" in failed_log(toy)
    assert_nothing_left(toy)


def test_a_truncated_input_is_named_before_it_is_used(toy: ToyProject) -> None:
    data = toy.root / "results/beta/data/numbers.json"
    data.write_text(data.read_text()[:10])
    done = toy.run("compsparse", "run", "beta", "train", "rate=4", check=False)
    assert done.returncode == 2
    assert "numbers.json" in done.stdout and "not readable JSON" in done.stdout
    assert "Traceback" not in done.stdout
    toy.snakemake()
    assert toy.audit()[1] == []


def test_an_empty_file_is_no_input(toy: ToyProject) -> None:
    (toy.root / "results/beta/data/numbers.json").write_text("")
    done = toy.run("compsparse", "run", "beta", "train", "rate=4", check=False)
    assert "is empty" in done.stdout and "Traceback" not in done.stdout


def test_a_job_by_hand_gives_the_same_record(toy: ToyProject) -> None:
    record = toy.root / "results/beta/provenance/train/4.json"
    before = record.read_bytes()
    toy.run("compsparse", "run", "beta", "train", "rate=4")
    assert record.read_bytes() == before
    done = toy.run("compsparse", "run", "beta", "train", "rate=9", check=False)
    assert done.returncode == 2 and "beta train rate=4" in done.stdout


def test_a_module_that_is_missing_is_named(toy: ToyProject) -> None:
    (toy.root / "src/compsparse/studies/beta/evaluate.py").unlink()
    _, failures = toy.audit()
    assert any("There is no module compsparse.studies.beta.evaluate" in r for _, r in failures)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--config", "scael=smoke"], ["scael", "Did you mean 'scale'", "root_seed"]),
        (["--config", "scale=huge"], ["scale", "huge", "smoke"]),
        (["--config", "root_seed=x"], ["root_seed", "whole number"]),
        (["--config", "out=results"], ["out", "another folder"]),
    ],
    ids=["key", "scale", "seed", "out"],
)
def test_a_wrong_command_line_stops_before_any_job(
    toy: ToyProject, arguments: list[str], words: list[str]
) -> None:
    before = toy.contents()
    done = toy.run("snakemake", "--cores", "1", *arguments, check=False)
    assert done.returncode != 0
    for word in words:
        assert word in done.stdout
    assert "Traceback" not in done.stdout
    assert toy.contents() == before


def test_a_wrong_value_in_params_stops_before_any_job(toy: ToyProject) -> None:
    toy.edit("params.yaml", "clip: 60", "clip: '60'")
    text = failed_log(toy)
    assert "section alpha: generate.clip has the value '60'" in text
    assert "without quotes" in text
