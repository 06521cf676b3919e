"""The house keeps its shape: who may import whom, what DVC must watch, what stands where."""

import ast
import importlib
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.house_plan import PROJECT, ROOT, SRC, digests, jobs, jobs_of, sources
from workflow_engine.configuration.model import General
from workflow_engine.costs.extrapolation import read_operations
from workflow_engine.provenance.on_request import assemble_jobs, is_on_request
from workflow_engine.provenance.source_parts import file_of

MODULES = sorted(
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")
    for package in ("workflow_engine", "compsparse")
    for path in (SRC / package).rglob("*.py")
)
STUDIES = yaml.safe_load((ROOT / "params.yaml").read_text())["studies"]
ENGINE = (
    "workflow_engine.provenance",
    "compsparse.cli",
    "workflow_engine.wiring",
    "compsparse.generated_docs",
)


def test_shared_packages_import_no_study_and_studies_no_other_study() -> None:
    for module in MODULES:
        imports, _ = sources().imports(module)
        if module.startswith("workflow_engine"):
            assert [name for name in imports if name.startswith("compsparse")] == [], module
        imported = {
            name.split(".")[2] for name in imports if name.startswith("compsparse.studies.")
        }
        allowed = {module.split(".")[2]} if module.startswith("compsparse.studies.") else set()
        assert imported <= allowed, module


@pytest.mark.parametrize("study", STUDIES)
def test_no_step_is_made_of_the_code_that_plans_it(study: str) -> None:
    modules = {module for job in jobs_of(study) for module in digests().modules(job)}
    plan = f"compsparse.studies.{study}.plan"
    assert [m for m in modules if m == plan or m.startswith(f"{plan}.")] == []


def watched(study: str) -> list[Path]:
    """Return the files and folders on which the stage of a study depends."""
    do = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]["study"]["do"]
    return [ROOT / dep.replace("${item}", study) for dep in do["deps"]]


def deciding(study: str) -> set[Path]:
    """Return the files that decide what the stage of a study leaves.

    No stage makes what is made on request: an edit of worlds makes no stage new.
    """
    made = [job for job in jobs_of(study) if not is_on_request(job)]
    made += assemble_jobs(made, ()).values()
    modules = set(sources().closure(f"compsparse.studies.{study}.plan"))
    modules |= {module for job in made for module in digests().modules(job)}
    found = {path for module in modules if (path := sources().path(module)) is not None}
    found |= {ROOT / file_of(path) for job in made for path in job.sources.values()}
    # how parameters are read and jobs are planned
    found |= {*(SRC / "workflow_engine/configuration").glob("*.py")}
    found |= {SRC / "workflow_engine/provenance/plan.py"}
    found |= {SRC / "workflow_engine/artifacts/formats.py"}  # which module writes a file
    return found | {ROOT / "constraints.txt", ROOT / f"workflow/scales/{study}.yaml"}


@pytest.mark.parametrize("study", STUDIES)
def test_dvc_watches_all_that_decides_results(study: str) -> None:
    deps = watched(study)
    assert [dep for dep in deps if not dep.exists()] == []
    unwatched = [f for f in deciding(study) if not any(f == d or d in f.parents for d in deps)]
    assert unwatched == []


def test_dvc_watches_nothing_beside_it() -> None:
    needed = set().union(*map(deciding, STUDIES))
    # a study's worlds and command stand in its folder; no ordinary job needs them
    apart = SRC / "compsparse/studies"
    for study in STUDIES:
        files = [f for d in watched(study) for f in (d.rglob("*.py") if d.is_dir() else [d])]
        assert [f for f in files if f not in needed and apart not in f.parents] == []


def test_dvc_plots_show_the_pictures_of_every_study() -> None:
    plots = yaml.safe_load((ROOT / "dvc.yaml").read_text())["plots"]
    assert plots == [f"results/{study}/figures" for study in STUDIES]


@pytest.mark.parametrize("study", STUDIES)
def test_dvc_watches_all_parameters_that_the_plan_reads(study: str) -> None:
    do = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]["study"]["do"]
    watched = {key.replace("${item}", study) for key in do["params"]}
    # not what is left beside the listed studies: a section of one that is not listed may stay
    general = set(yaml.safe_load((ROOT / "params.yaml").read_text())) & set(General.model_fields)
    # the list of studies decides which stages exist, and no stage makes a replication or carries
    # one over; none of these changes what a stage makes
    assert watched == (general - {"studies", "replication", "carry"}) | {study}


@pytest.mark.parametrize("study", STUDIES)
def test_result_ids_are_unique_rule_names_that_begin_with_their_study(study: str) -> None:
    ids = [job.wildcards["result"] for job in jobs_of(study) if job.step == "render"]
    assert ids
    assert len(set(ids)) == len(ids)
    for name in ids:
        assert name.startswith(f"{study}_")
        assert name.replace("_", "a").isalnum()
        assert name == name.lower()


@pytest.mark.parametrize("study", STUDIES)
def test_steps_are_read_by_static_imports_only(study: str) -> None:
    modules = {module for job in jobs_of(study) for module in digests().modules(job)}
    for module in sorted(modules):
        path = sources().path(module)
        assert path is not None
        tree = ast.parse(path.read_text())
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        # docstrings are in no digest, and imports by name are invisible to it
        assert not names & {"__doc__", "import_module", "__import__", "exec", "eval"}, module
        # how modules are found is its subject; by name it imports none
        if module != "workflow_engine.source_code":
            assert "importlib" not in sources().imports(module)[1], module


def test_no_module_grows_into_a_house_of_its_own() -> None:
    long = {m: n for m in MODULES if (n := len(_lines(m))) > 350}
    assert long == {}


def _lines(module: str) -> list[str]:
    path = sources().path(module)
    assert path is not None
    return path.read_text().splitlines()


def test_git_holds_no_large_files() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    files = [ROOT / name for name in listed.split("\0") if name]
    large = [str(f) for f in files if f.is_file() and f.stat().st_size > 1 << 20]
    assert large == []


@pytest.mark.parametrize("path", sorted((ROOT / "benchmarks").rglob("*.py")), ids=lambda p: p.stem)
def test_benchmarks_import_what_there_is(path: Path) -> None:
    imported = [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.ImportFrom)]
    ours = [n for n in imported if (n.module or "").startswith("compsparse")]
    for node in ours:
        module = importlib.import_module(node.module or "")
        for alias in node.names:
            found = hasattr(module, alias.name) or f"{node.module}.{alias.name}" in MODULES
            assert found, f"{path}: {node.module}.{alias.name}"


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_links_of_pages_lead_to_files() -> None:
    for page in PAGES:
        links = re.findall(r"\]\(([^)#\s]+)", page.read_text())
        files = [link for link in links if "://" not in link and not link.startswith("mailto:")]
        # data, models and figures are not in git, and no page may need them
        assert [link for link in files if not (page.parent / link).exists()] == [], page


@pytest.mark.parametrize("study", STUDIES)
def test_what_multiplies_operations_is_a_parameter_or_a_module(study: str) -> None:
    of_study = [job for job in jobs("paper").values() if job.study == study]
    modules = {job.module.rpartition(".")[2] for job in of_study}
    known = modules | set().union(*(names(job.params) for job in of_study))
    powers = read_operations(PROJECT)[study]
    for name, power in powers.items():
        assert name in known, name
        assert set(power if isinstance(power, dict) else ()) <= known, name
    # a list of runs is counted, not added up
    for job in of_study:
        of_module = powers.get(job.module.rpartition(".")[2])
        special = of_module if isinstance(of_module, dict) else {}
        if isinstance(job.params.get("runs"), list):
            assert {**powers, **special}["runs"] == 0, job.name


def names(value: object) -> set[str]:
    """Return the names of all entries of parameters."""
    if isinstance(value, dict):
        return set(value).union(*map(names, value.values()))
    return set().union(*map(names, value)) if isinstance(value, list) else set()
