"""What a newcomer types: one value for one run, names of results, mistyped names."""

import json

import pytest

from tests.workflow.project import ToyProject

SET = ("--config", "set=alpha.train.offset=3, alpha.train.rates=[1,2]")
ROOT = "results/.scratch/default-alpha.train.offset=3-alpha.train.rates=1_2-"


@pytest.mark.dear
def test_a_value_for_one_run_leaves_results_and_dvc_alone(toy: ToyProject) -> None:
    before = toy.contents()
    toy.snakemake(*SET)
    (root,) = [str(p.relative_to(toy.root)) for p in (toy.root / "results/.scratch").iterdir()]
    assert root.startswith(ROOT)
    assert toy.contents() == before
    assert toy.dvc_is_clean()
    assert toy.audit() == (0, [])
    # it is what an edit of params.yaml would make
    assert toy.planned(*SET) == {}
    assert toy.audit(root) == (0, [])
    made = toy.contents(root)
    done = toy.run("compsparse", "audit", "--rebuild", "1", root)
    assert "all bytes equal" in done.stdout
    toy.edit("params.yaml", "rates: [1, 2, 3], offset: 1", "rates: [1, 2], offset: 3")
    toy.snakemake()
    tables = {path: sha for path, sha in toy.contents().items() if "/provenance/" not in path}
    assert tables == {path: sha for path, sha in made.items() if "/provenance/" not in path}


def test_a_value_for_one_run_is_checked_and_given_once(toy: ToyProject) -> None:
    for words, said in (
        (["set=alpha.train.ofset=3"], "unknown key 'ofset' in train; allowed: factor, offset"),
        (["set=alpha.train.offset=x"], "train.offset has the value 'x'"),
        (["set=alpha.train.offset=3", "set=alpha.train.factor=3"], "set is given twice"),
        (["scale=smoke", "--config", "set=alpha.train.offset=3"], "--config is given twice"),
    ):
        text = toy.snakemake("--config", *words, check=False)
        assert said in text, text
    assert not (toy.root / "results/.scratch").exists()


def test_a_mistyped_target_is_told_the_nearest(toy: ToyProject) -> None:
    text = toy.snakemake("-n", "alhpa", check=False)
    assert "There is no target alhpa. Did you mean 'alpha'?" in text
    done = toy.run("compsparse", "adit", check=False)
    assert (done.returncode, "Did you mean 'audit'?" in done.stdout) == (2, True)


def test_results_are_called_by_their_id(toy: ToyProject) -> None:
    assert toy.audit("alpha_sums") == (0, [])
    (data,) = (toy.root / "results/alpha/data").iterdir()
    data.write_bytes(b"other")
    for names, named in ((["alpha_sums"], True), (["beta_sums"], False)):
        code, failures = toy.audit(*names)
        assert (code, bool(failures)) == (int(named), named)
    chain = json.loads(toy.run("compsparse", "trace", "--json", "beta_sums").stdout)
    assert chain["file"].startswith("beta/figures/beta_sums")
    for command in ("audit", "trace", "claims"):
        done = toy.run("compsparse", command, "beta_smus", check=False)
        assert (done.returncode, "Did you mean 'beta_sums'?" in done.stdout) == (2, True), done
    assert toy.run("compsparse", "--version").stdout.startswith("compsparse ")


def test_the_time_left_comes_from_stored_costs_at_once(toy: ToyProject) -> None:
    toy.run("compsparse", "costs", "--write")
    lines = toy.snakemake("--config", "out=results/.scratch/again").splitlines()
    told = [line for line in lines if line.startswith("[")]
    assert told[0].startswith("[ 0/")
    assert all(", about 0:" in line for line in told)
