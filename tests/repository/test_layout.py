"""The house keeps its shape: who may import whom, what DVC must watch, what stands where."""

import ast
import importlib
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from compsparse.configuration.model import General
from tests.house_plan import ROOT, SRC, digests, jobs_of, sources

MODULES = sorted(
    ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")
    for path in (SRC / "compsparse").rglob("*.py")
)
STUDIES = yaml.safe_load((ROOT / "params.yaml").read_text())["studies"]
ENGINE = (
    "compsparse.provenance",
    "compsparse.cli",
    "compsparse.wiring",
    "compsparse.generated_docs",
)


def test_shared_packages_import_no_study_and_studies_no_other_study() -> None:
    for module in MODULES:
        inside, _ = sources().imports(module)
        imported = {name.split(".")[2] for name in inside if name.startswith("compsparse.studies.")}
        own = {module.split(".")[2]} if module.startswith("compsparse.studies.") else set()
        assert imported <= own, module


@pytest.mark.parametrize("study", STUDIES)
def test_no_step_is_made_of_the_code_that_plans_it(study: str) -> None:
    modules = {module for job in jobs_of(study) for module in digests().modules(job)}
    own = f"compsparse.studies.{study}.plan"
    assert [m for m in modules if m == own or m.startswith(f"{own}.")] == []


@pytest.mark.parametrize("study", STUDIES)
def test_dvc_watches_all_code_that_the_ledger_digests(study: str) -> None:
    do = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]["study"]["do"]
    deps = [ROOT / dep.replace("${item}", study) for dep in do["deps"]]
    assert [dep for dep in deps if not dep.exists()] == []
    modules = set(sources().closure("compsparse.provenance.runner", "compsparse.wiring"))
    modules |= sources().closure(f"compsparse.studies.{study}.plan")
    for job in jobs_of(study):
        modules |= digests().modules(job)
    files = [sources().path(module) for module in sorted(modules)]
    others = ["Snakefile", "constraints.txt", "profiles/default"]
    others += [f"workflow/rules/{name}.smk" for name in ("common", "studies")]
    others += [f"workflow/scales/{study}.yaml"]
    files += [ROOT / name for name in others]
    # no stage makes what is made on request: an edit of worlds makes no stage new
    made = [job for job in jobs_of(study) if job.step != "worlds"]
    files += [ROOT / path for job in made for path in job.sources.values()]
    unwatched = [f for f in files if not any(f == dep or dep in f.parents for dep in deps)]
    # packages' own __init__ files stand above the watched folders
    assert [f for f in unwatched if f != SRC / "compsparse/__init__.py"] == []


@pytest.mark.parametrize("study", STUDIES)
def test_dvc_watches_all_parameters_that_the_plan_reads(study: str) -> None:
    do = yaml.safe_load((ROOT / "dvc.yaml").read_text())["stages"]["study"]["do"]
    watched = {key.replace("${item}", study) for key in do["params"]}
    # not what is left beside the listed studies: a section of one that is not listed may stay
    general = set(yaml.safe_load((ROOT / "params.yaml").read_text())) & set(General.model_fields)
    # the list of studies decides which stages exist, and no stage makes a replication; neither
    # changes what a stage makes
    assert watched == (general - {"studies", "replication"}) | {study}


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
        if module != "compsparse.source_code":
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
