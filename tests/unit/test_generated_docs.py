"""Generated pages: pictures and replications by their records, and no page through a link."""

from hashlib import sha256
from pathlib import Path

import pytest

from compsparse.claims.errors import ClaimsError
from compsparse.generated_docs import (
    Publication,
    add_pictures,
    carried,
    graph,
    obstacles,
    pages,
    release_line,
)
from tests.unit.workflow_engine.provenance.conftest import FakeProject, write
from tests.workflow.project import REPOSITORY
from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.vouching import Vouching

CLAIMS = REPOSITORY / "workflow/claims/factorial.yaml"
FIGURE, MEASURED = "toy/figures/toy_curve.png", "toy/tables/replication.json"


@pytest.fixture
def drawn(tmp_path: Path) -> FakeProject:
    """A built project with a figure, its copy in docs, and a replication."""
    fake = FakeProject.create(tmp_path / "project")
    write(fake.source("artifacts/pictures"), "")
    for step, outputs in (("render", {"png": FIGURE}), ("replicate", {"metrics": MEASURED})):
        job = Job(
            study="toy",
            step=step,
            module="compsparse.toy.make",
            wildcards={},
            params={},
            outputs=outputs,
        )
        fake.plan(job)
        fake.build(job)
    picture(fake).parent.mkdir(parents=True)
    picture(fake).write_bytes((fake.out / FIGURE).read_bytes())
    return fake


def picture(fake: FakeProject) -> Path:
    """Return the copy that docs show."""
    return fake.root / "docs/figures" / Path(FIGURE).name


def shown(fake: FakeProject) -> Publication:
    """Return what pictures should hold."""
    found = Publication(fake.root)
    add_pictures(found, fake.project, Vouching(fake.judge()))
    return found


def test_a_picture_is_a_copy_of_its_figure(drawn: FakeProject) -> None:
    assert shown(drawn).stale() == shown(drawn).write() == []
    picture(drawn).write_bytes(b"another")
    assert shown(drawn).stale() == [Path("docs/figures/toy_curve.png")]
    assert shown(drawn).write() == [Path("docs/figures/toy_curve.png")]
    assert picture(drawn).read_bytes() == (drawn.out / FIGURE).read_bytes()


def test_without_its_figure_a_picture_is_held_against_the_record(drawn: FakeProject) -> None:
    (drawn.out / FIGURE).unlink()
    assert (shown(drawn).contents, shown(drawn).lacking) == ({}, {})
    picture(drawn).write_bytes(b"another")
    ((path, reason),) = shown(drawn).lacking.items()
    assert path == Path("docs/figures/toy_curve.png")
    assert f"results/{FIGURE} is not here" in reason


def test_a_picture_that_no_job_makes_is_refused(drawn: FakeProject) -> None:
    write(picture(drawn).with_name("mine.png"), "mine")
    (sentence,) = shown(drawn).refused
    assert sentence.startswith("docs/figures/mine.png: params.yaml asks for no figure")


def test_how_often_numbers_were_carried_is_told_where_their_record_vouches(
    drawn: FakeProject,
) -> None:
    def told() -> dict[str, int]:
        return carried(Vouching(drawn.judge()), "replicate")

    assert told() == {"toy": 0}
    (drawn.out / MEASURED).write_text("edited")
    assert told() == {}
    (drawn.out / MEASURED).unlink()
    assert told() == {}


@pytest.fixture
def house(tmp_path: Path) -> Project:
    """A checkout with pages and parameters, without any study."""
    root = tmp_path / "house"
    write(root / "README.md", "# House\n")
    write(root / "docs/figures/a.png", "")
    params = "scale: default\nroot_seed: 0\nnumerics: portable\nstudies: [factorial]\n"
    lines = (REPOSITORY / "params.yaml").read_text().splitlines(keepends=True)
    first = lines.index("factorial:\n")
    after = next(i for i in range(first + 1, len(lines)) if lines[i][0].isalpha())
    write(root / "params.yaml", params + "".join(lines[first:after]))
    return Project(root)


@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/architecture.md",
        "docs/verdicts.md",
        "docs/documents/004.md",
        "docs/replication.md",
        "docs/worlds.md",
        "docs/figures/a.png",
    ],
)
def test_no_page_is_written_through_a_link_or_into_a_folder(
    house: Project, tmp_path: Path, name: str
) -> None:
    assert obstacles(house) == []
    path = house.root / name
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(write(tmp_path / "somewhere else", "mine"))
    assert obstacles(house)[0].startswith(f"{name} is a symbolic link")
    path.unlink()
    path.mkdir()
    assert obstacles(house)[0].startswith(f"{name} is a folder")


def test_no_page_is_written_into_a_linked_folder(house: Project, tmp_path: Path) -> None:
    (house.root / "docs").rename(tmp_path / "elsewhere")
    (house.root / "docs").symlink_to(tmp_path / "elsewhere")
    assert [sentence.partition(" is ")[0] for sentence in obstacles(house)] == ["docs"]


def test_a_readme_without_a_block_is_told_in_words(house: Project) -> None:
    write(house.root / "workflow/claims/documents.yaml", DOCUMENTS)
    write(house.root / "workflow/claims/factorial.yaml", CLAIMS.read_text())
    with pytest.raises(ClaimsError, match=r"README.md: .* blocks named 'verdicts'"):
        pages(house, {}, {}, "")
    write(
        house.root / "README.md",
        "<!-- generated: verdicts -->\n<!-- end generated -->\n"
        "<!-- generated: cost -->\n<!-- end generated -->\n"
        "<!-- generated: release -->\n<!-- end generated -->\n"
        "<!-- generated: picture -->\ndocs/figures/factorial_graph.png\n<!-- end generated -->\n"
        "<!-- generated: pictures -->\n<!-- end generated -->\n",
    )
    readme = pages(house, {}, {"a": "0" * 64}, "An hour.")[house.root / "README.md"].decode()
    assert release_line({"a": "0" * 64}) in readme
    assert "An hour." in readme
    assert "](docs/figures/factorial_graph.png)" in readme
    (house.root / "README.md").unlink()
    with pytest.raises(ClaimsError, match="No such file"):
        pages(house, {}, {}, "")


DOCUMENTS = """finished: []
documents:
  - {id: "000", title: Toys, authors: A. Author, reference: a note, entries: []}
"""


def test_architecture_shows_the_plan_where_there_is_such_a_page(house: Project) -> None:
    configuration = load(house.params)
    assert graph(house, configuration) == {}
    page = write(house.root / "docs/architecture.md", "# House\n")
    with pytest.raises(ClaimsError, match=r"architecture.md: .* blocks named 'graph'"):
        graph(house, configuration)
    write(page, "<!-- generated: graph -->\n<!-- end generated -->\n")
    assert b"train --> evaluate" in graph(house, configuration)[page]


def test_the_release_is_named_by_one_hash() -> None:
    records = {"b": sha256(b"2").hexdigest(), "a": sha256(b"1").hexdigest()}
    text = f"{records['a']}  a\n{records['b']}  b\n"
    root = sha256(text.encode()).hexdigest()
    assert release_line(records) == f"Records of this release: 2, root `{root}`"


def test_every_document_has_a_page(house: Project) -> None:
    write(house.root / "workflow/claims/documents.yaml", DOCUMENTS)
    write(house.root / "workflow/claims/factorial.yaml", CLAIMS.read_text())
    blocks = ("verdicts", "cost", "release", "picture", "pictures")
    text = "".join(f"<!-- generated: {name} -->\n<!-- end generated -->\n" for name in blocks)
    write(house.root / "README.md", text)
    made = pages(house, {}, {}, "")
    names = ["README.md", "docs/verdicts.md", "docs/documents/000.md"]
    assert list(made) == [house.root / name for name in names]
    found = Publication(house.root, contents=made)
    assert found.write() == [Path(name) for name in names]
    assert found.stale() == []
