"""README, docs and the terminal say only what git holds and records vouch for."""

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tests.workflow.judging import judge_of
from tests.workflow.project import STUDIES, ToyProject
from workflow_engine.provenance.canonical import digest

pytestmark = pytest.mark.dear

CLAIMS = "results/alpha/claims.json"
RECORD = "results/alpha/provenance/judge/all.json"
FIGURE = "results/alpha/figures/alpha_sums.png"
PICTURE = "docs/figures/alpha_sums.png"
PAGES = (
    *("README.md", "docs/verdicts.md", "docs/replication.md", PICTURE),
    "docs/documents/000.md",
)

README = """# Toy

<!-- generated: verdicts -->
<!-- end generated -->

<!-- generated: cost -->
<!-- end generated -->

<!-- generated: release -->
<!-- end generated -->

<!-- generated: picture -->
<!-- end generated -->

<!-- generated: pictures -->
<!-- end generated -->
"""

DOCUMENTS = """finished: []
documents:
  - id: "000"
    title: Toys
    authors: A. Author
    reference: a note
    entries:
      - {id: 000_figure_1, kind: figure, place: Figure 1, statement: Sums., owner: out of scope,
         reason: A toy.}
"""

RENDER = '''
"""Draw bars."""

from matplotlib.figure import Figure

from workflow_engine.artifacts.json_values import read_json
from workflow_engine.steps import Inputs, Outputs, single


def run(inputs: Inputs) -> Outputs:
    """Return one bar per row."""
    figure = Figure(figsize=(1, 1))
    sums = [row["sum"] for row in read_json(single(inputs, "table"))]
    figure.add_subplot().bar(range(len(sums)), sums)
    return {"figure": figure}
'''


@pytest.fixture(scope="module")
def once(built: ToyProject, tmp_path_factory: pytest.TempPathFactory) -> ToyProject:
    """The toy with real verdicts, pictures and pages, all committed; do not change it."""
    root = tmp_path_factory.mktemp("published") / "project"
    project = built.copied(root)
    for study in STUDIES:
        package = root / "src/compsparse/studies" / study
        (package / "judge.py").write_text(judge_of(study))
        (package / "render.py").write_text(RENDER)
        name = "{{result}}"
        project.edit(str(package / "plan.py"), f"figures/{name}.json", f"figures/{name}.png")
    project.snakemake()
    (root / "README.md").write_text(README)
    (root / "workflow/claims/documents.yaml").write_text(DOCUMENTS)
    (root / PICTURE).parent.mkdir(parents=True)
    (root / PICTURE).write_bytes(b"any picture of this name asks for it")
    project.commit("results")
    project.run("compsparse", "docs")
    project.commit("docs")
    return project


@pytest.fixture
def published(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A copy of the published project to do anything with."""
    return once.copied(tmp_path / "project")


@pytest.fixture
def bare(once: ToyProject, tmp_path: Path) -> ToyProject:
    """A clone of the published project without DVC's files."""
    once.run("git", "clone", "-q", str(once.root), str(tmp_path / "bare"))
    return ToyProject(tmp_path / "bare")


def publish(project: ToyProject, *arguments: str) -> tuple[int, str]:
    """Return exit code and words of ``compsparse docs``, which may not write what it refuses."""
    before = {name: (project.root / name).read_bytes() for name in PAGES}
    done = project.run("compsparse", "docs", *arguments, check=False)
    if done.returncode or "--check" in arguments:
        assert {name: (project.root / name).read_bytes() for name in PAGES} == before
    assert "Traceback" not in done.stdout
    return done.returncode, done.stdout


def claims(project: ToyProject, *arguments: str) -> tuple[int, str]:
    """Return exit code and words of ``compsparse claims``."""
    done = project.run("compsparse", "claims", *arguments, check=False)
    assert "Traceback" not in done.stdout
    return done.returncode, done.stdout


def edit_verdicts(project: ToyProject) -> None:
    """Set the verdict that fails to "holds", as someone would who wants it to hold."""
    path = project.root / "results/beta/claims.json"
    assert '"fails"' in path.read_text()
    path.write_text(path.read_text().replace('"fails"', '"holds"'))


def forge(project: ToyProject, path: str, record: str, content: bytes) -> None:
    """Change a file and let its record vouch for it, in the canonical form."""
    (project.root / path).write_bytes(content)
    body = json.loads((project.root / record).read_text())
    body["outputs"][path.removeprefix("results/")] = sha256(content).hexdigest()
    del body["sha256"]
    body["sha256"] = digest(body)
    (project.root / record).write_text(json.dumps(body, indent=1, sort_keys=True) + "\n")


def test_a_clone_without_data_can_check_all_that_is_published(
    once: ToyProject, bare: ToyProject
) -> None:
    assert publish(once, "--check") == (0, "")
    assert not (bare.root / FIGURE).exists()
    assert publish(bare, "--check") == publish(bare) == (0, "")
    assert (once.root / PICTURE).read_bytes() == (once.root / FIGURE).read_bytes()
    readme, page = ((once.root / name).read_text() for name in ("README.md", "docs/verdicts.md"))
    assert "- **beta** (scale default, root seed 0 alone): 2 claims: 1 holds, 1 fails." in page
    records = len(list((once.root / "results").glob("*/provenance/**/*.json")))
    assert f"Records of this release: {records}, root `" in readme
    code, words = claims(bare, "--all")
    assert code == 0 and words.count("HOLDS") == 3 and words.count("FAILS") == 1
    assert "not committed" not in words


def test_edited_verdicts_are_told_by_nobody(published: ToyProject) -> None:
    edit_verdicts(published)
    (published.root / "docs/verdicts.md").write_text("stale, and may not be written either\n")
    for arguments in ([], ["--check"]):
        code, words = publish(published, *arguments)
        assert code == 2
        assert words.count("\n") == 1
        assert "results/beta/claims.json" in words
        assert "content: beta/claims.json has other bytes than recorded" in words
        assert "run `snakemake`" in words and "`compsparse docs`" in words
    code, words = claims(published, "--all")
    assert code == 1
    assert "alpha_sums_large" in words and "beta_sums_large" not in words
    assert "results/beta/claims.json" in words and "content: " in words
    # committing the edit makes it no truer
    published.commit("verdicts")
    assert publish(published)[0] == publish(published, "--check")[0] == 2
    assert claims(published)[0] == 1
    published.snakemake()
    assert claims(published)[0] == 0


def test_verdicts_for_machines_are_the_vouched_ones(published: ToyProject) -> None:
    edit_verdicts(published)
    done = published.run("bash", "-c", "compsparse claims --json 2>/dev/null", check=False)
    assert done.returncode == 1
    assert list(json.loads(done.stdout)) == ["alpha"]
    assert "results/beta/claims.json" in claims(published, "--study", "beta")[1]
    assert claims(published, "--study", "beta")[0] == 1
    assert claims(published, "--study", "alpha")[0] == 0


def test_verdicts_forged_with_their_record_are_not_those_of_git(published: ToyProject) -> None:
    text = (published.root / CLAIMS).read_text()
    forge(published, CLAIMS, RECORD, text.replace('"value": ', '"value": 1').encode())
    for arguments in ([], ["--check"]):
        code, words = publish(published, *arguments)
        assert code == 2
        assert CLAIMS in words and "HEAD" in words and "git checkout" in words
    code, words = claims(published)
    assert code == 0
    assert words.splitlines()[-1].startswith("not committed: ")
    assert CLAIMS in words.splitlines()[-1]


def hide_in_the_index(project: ToyProject) -> None:
    """Let git's own comparison pass over the file."""
    project.run("git", "update-index", "--assume-unchanged", CLAIMS, RECORD)


def stand_in(project: ToyProject) -> None:
    """Let git show the forged tree in place of the committed one."""
    project.run("git", "checkout", "-q", "-b", "forged")
    project.commit("forged")
    project.run("git", "checkout", "-q", "main")
    project.run("git", "replace", "main", "forged")
    project.run("git", "checkout", "-q", "forged", "--", "results")


@pytest.mark.parametrize("trick", [hide_in_the_index, stand_in])
def test_git_is_not_talked_into_a_forgery(
    published: ToyProject, trick: Callable[[ToyProject], None]
) -> None:
    text = (published.root / CLAIMS).read_text()
    forge(published, CLAIMS, RECORD, text.replace('"value": ', '"value": 1').encode())
    trick(published)
    assert publish(published)[0] == publish(published, "--check")[0] == 2


@pytest.mark.parametrize("name", ["results/alpha/claims.json", "results/alpha/metrics.json"])
def test_what_is_missing_is_refused_not_left_out(published: ToyProject, name: str) -> None:
    (published.root / name).unlink()
    code, words = publish(published)
    assert code == 2 and "alpha" in words and "is missing" in words
    assert claims(published)[0] == 1


def test_figures_of_another_scale_are_not_shown_beside_the_verdicts(
    published: ToyProject,
) -> None:
    picture = (published.root / PICTURE).read_bytes()
    published.edit("params.yaml", "scale: default", "scale: smoke")
    published.snakemake()
    published.run("git", "checkout", "-q", ".")
    # records, tables and verdicts are the committed ones, what git ignores is of the other scale
    assert (published.root / FIGURE).read_bytes() != picture
    assert publish(published)[0] == publish(published, "--check")[0] == 2
    # neither does a figure alone pass
    published.snakemake()
    assert publish(published, "--check") == (0, "")
    (published.root / FIGURE).write_bytes(b"another picture")
    code, words = publish(published)
    assert code == 2 and "alpha/figures/alpha_sums.png has other bytes than recorded" in words


def test_a_stale_picture_is_named_with_and_without_its_figure(
    published: ToyProject, bare: ToyProject
) -> None:
    for project in (published, bare):
        (project.root / PICTURE).write_bytes(b"another picture")
        code, words = publish(project, "--check")
        assert code == 1 and words.startswith(f"stale: {PICTURE}")
    code, words = publish(bare)
    assert code == 2 and PICTURE in words and "dvc pull" in words
    assert publish(published) == (0, f"wrote {PICTURE}\n")
    assert publish(published, "--check") == (0, "")


def test_a_picture_that_no_job_makes_is_refused(bare: ToyProject) -> None:
    (bare.root / "docs/figures/alpha_mine.png").write_bytes(b"mine")
    code, words = publish(bare, "--check")
    assert code == 2 and "docs/figures/alpha_mine.png" in words


def test_the_root_of_all_records_is_that_of_the_release(published: ToyProject) -> None:
    readme = (published.root / "README.md").read_text()
    published.edit("params.yaml", "offset: 1", "offset: 2")
    assert publish(published, "--check")[0] == 2
    published.snakemake()
    assert publish(published, "--check")[0] == 2
    published.commit("new results")
    assert "stale: README.md" in publish(published, "--check")[1]
    assert publish(published)[0] == 0
    assert (published.root / "README.md").read_text() != readme
    published.commit("docs")
    assert publish(published, "--check") == (0, "")


def test_without_git_nothing_is_published(published: ToyProject) -> None:
    shutil.rmtree(published.root / ".git")
    for arguments in ([], ["--check"]):
        code, words = publish(published, *arguments)
        assert code == 2 and "git" in words and words.count("\n") == 1
    # verdicts on the terminal need none
    code, words = claims(published)
    assert code == 0 and "not committed" not in words


def test_a_page_without_its_block_is_refused_in_words(published: ToyProject) -> None:
    (published.root / "README.md").write_text("# Toy\n")
    code, words = publish(published)
    assert code == 2 and "blocks named 'verdicts'" in words
