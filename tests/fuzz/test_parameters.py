"""params.yaml and the command line: a plan, or a refusal with file, key, value, what is allowed."""

import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from tests.fuzz.effort import tries
from tests.fuzz.strange import changed, damaged, places, value_at, values
from workflow_engine.configuration import load as loading
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.configuration.load import load
from workflow_engine.provenance.job import Job
from workflow_engine.provenance.plan import plan
from workflow_engine.validation.errors import InvalidFileError
from workflow_engine.validation.explanation import shown
from workflow_engine.validation.strict_yaml import read_yaml

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "params.yaml").read_text()
DATA = read_yaml(ROOT / "params.yaml")
OVERLAYS = {path.name: read_yaml(path) for path in (ROOT / "workflow/scales").glob("*.yaml")}


def loaded(data: Any, overrides: dict[str, Any] | None = None) -> str:
    """Load what a YAML reader made of a file, plan it; return the refusal, or nothing.

    Most of the time of loading is reading YAML: here it is left out.
    """
    with pytest.MonkeyPatch.context() as patch:
        files = OVERLAYS | {"params.yaml": data}
        patch.setattr(loading, "read_yaml", lambda path, error: copy.deepcopy(files[path.name]))
        patch.setattr(loading, "read_parameters", lambda path: copy.deepcopy(files[path.name]))
        return planned(ROOT / "params.yaml", overrides)


def planned(params: Path, overrides: dict[str, Any] | None = None) -> str:
    """Load a file and plan it; return the refusal, or nothing."""
    try:
        configuration = load(params, overrides)
    except ConfigurationError as error:
        return str(error)
    for job in plan(configuration).values():
        assert Job.from_json(job.to_json()) == job
    return ""


def with_value(place: tuple[str | int, ...], value: Any) -> Any:
    """Return the parameters with one other value."""
    data = copy.deepcopy(DATA)
    value_at(data, place[:-1])[place[-1]] = value
    return data


def names_the_place(message: str, touched: list[tuple[str | int, ...]]) -> bool:
    """Say whether every problem names the file, and some problem a changed section."""
    sections = [_section(place) for place in touched]
    files = ("params.yaml", "workflow/scales/")
    return all(line.startswith(files) for line in message.splitlines()) and any(
        section in message for section in sections
    )


def _section(place: tuple[str | int, ...]) -> str:
    # a name in the list of studies has no key of its own
    return str(place[0] if place[0] == "studies" else place[min(1, len(place) - 1)])


@dataclass(frozen=True, repr=False)
class Changed:
    """Parameters with a few changes; a failing example is told by its places alone."""

    data: Any
    touched: list[tuple[str | int, ...]]

    def __repr__(self) -> str:
        return f"Changed at {self.touched}"[:2000]


@tries(25)
@given(changed(DATA).map(lambda made: Changed(*made)))
def test_changed_parameters_are_planned_or_refused_with_their_place(change: Changed) -> None:
    message = loaded(change.data)
    assert not message or (names_the_place(message, change.touched) and len(message) < 200_000)


@tries(15)
@given(st.sampled_from(DATA["studies"]), values)
@example("factorial", None)
@example("emergence", {"scales": {"huge": 3}})
def test_the_section_of_a_study_that_is_not_listed_may_hold_anything(
    study: str, section: Any
) -> None:
    other = next(name for name in DATA["studies"] if name != study)
    assert loaded(DATA | {"studies": [other], study: section}) == ""


@pytest.mark.parametrize(
    "key", ["", "factorial.settings", "../studies", "x" * 5000, "a\0b", "\ud800"]
)
def test_a_key_that_is_no_study_is_refused_by_name(key: str) -> None:
    message = loaded(DATA | {key: {}})
    assert message.startswith(f"params.yaml: unknown key {shown(key)} in the top level; allowed: ")
    assert all(study in message for study in DATA["studies"]) and len(message) < 1000


# every value of the file can be wrong: the suite tries some of them with one value each
@tries(25)
@given(st.sampled_from(places(DATA)), values)
@example(("factorial", "data_split", "train", "steps"), 2**63 - 1)
@example(("factorial", "data_split", "generate", "input_factors"), "2^2000")
@example(("factorial", "data_split", "generate", "input_factors"), "9" * 5000)
@example(("factorial", "graph", "generate", "input_factors"), "1^1000000000")
def test_one_wrong_value_is_refused_with_key_and_value_or_planned(place: Any, value: Any) -> None:
    message = loaded(with_value(place, value))
    assert not message or names_the_place(message, [place])


THOUSANDS = [
    [7] * 3000,
    list(range(1, 3001)),
    [number / 3000 for number in range(1, 3001)],
    "x" * 100_000,
    dict.fromkeys((f"key{number}" for number in range(3000)), 1),
]


@tries(10)
@given(
    st.sampled_from([place for place in places(DATA) if place[0] in DATA["studies"] and place[1:]]),
    st.sampled_from(THOUSANDS),
)
def test_thousands_in_place_of_a_value_are_refused_with_its_place_or_planned(
    place: Any, value: Any
) -> None:
    message = loaded(with_value(place, value) | {"studies": [place[0]]})
    assert not message or names_the_place(message, [place])


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("root_seed",), -1, "params.yaml: root_seed has the value -1; allowed: greater than or"),
        (("root_seed",), 2**63, "params.yaml: root_seed has the value 9223372036854775808"),
        (("scale",), "tiny", "scale has the value 'tiny'; allowed: 'smoke', 'default'"),
        (("factorial", "data_split", "train", "steps"), "1e3", "steps has the value '1e3'"),
        (("factorial", "data_split", "train", "steps"), True, "steps has the value True"),
        (("factorial", "data_split", "train", "step"), 3, "unknown key 'step' in data_split.train"),
        (("factorial", "layers", "train", "schedule"), {"kind": "x"}, "schedule has the value"),
        (("factorial", "layers", "train", "compared"), [1, 1], "distinct entries, not [1, 1]"),
        (("factorial", "layers", "train", "compared"), [], "at least two values in compared"),
        (("factorial", "layers", "generate", "\ud800"), 1, "allowed: text of whole characters"),
    ],
)
def test_the_message_has_key_value_and_what_is_allowed(place: Any, value: Any, words: str) -> None:
    message = loaded(with_value(place, value))
    assert words in message and len(message) < 1000


NESTED: Any = 0
for _ in range(300):
    NESTED = [NESTED]

overrides = st.dictionaries(st.sampled_from(["scale", "root_seed", "out", "seed", ""]), values)


@tries(15)
@given(overrides)
@example({"out": None})
@example({"out": "a\0b"})
@example({"out": "results/factorial"})
@example({"out": "results/.scratch"})
@example({"out": "."})
@example({"out": "x" * 5000})
@example({"root_seed": 10**30, "scale": "smoke"})
@example({"scale": NESTED})
def test_the_command_line_is_planned_or_refused_in_words(asked: dict[str, Any]) -> None:
    message = loaded(DATA, asked)
    assert not message or message.startswith("--config") or "has no scale" in message


@pytest.mark.parametrize(
    "out", [".", "..", "results", "results/factorial", "results/.scratch", "results/.tmp", "", " "]
)
def test_no_run_may_write_where_git_and_dvc_look(out: str) -> None:
    assert loaded(DATA, {"out": out}).startswith(f"--config out: the value is {out!r}. Allowed: ")


def test_other_folders_are_free() -> None:
    for out in ("results/.scratch/mine", "elsewhere", "/tmp/elsewhere"):
        assert load(ROOT / "params.yaml", {"out": out}).out == Path(out)


LINES = TEXT.splitlines(keepends=True)
SLICES = ["".join(LINES[start : start + 12]) for start in range(0, len(LINES), 12)]
PIECES = ["on", "1e-3", "!!int '010'", "&a 1", "*a", "<<: {a: 1}", "{", "? [a]", "- ", "\t", "\0"]
PIECES += [
    ": ",
    "'",
    '"',
    "#",
    "%YAML 1.2\n---\n",
    "---\n",
    "...\n",
    "!!binary eA==",
    "0x" + "f" * 500,
]
PIECES += [
    "9" * 400,
    "[" * 400,
    "{a: " * 400,
    ".nan",
    "!x",
    "=",
    "2001-99-99",
    '"\\ud800": 1',
    "\u2028",
]


@st.composite
def texts(draw: st.DrawFn) -> bytes:
    """Part of the file, with pieces of YAML where they do not belong, or with damaged bytes."""
    text = draw(st.sampled_from(SLICES))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        text = text[:place] + draw(st.sampled_from(PIECES)) + text[place:]
    contents = text.encode()
    return draw(damaged(contents)) if draw(st.booleans()) else contents


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for a file."""
    return tmp_path_factory.mktemp("parameters") / "params.yaml"


@tries(120)
@given(texts())
@example(b"a: !!int '010'\n")
@example(b"a: 0x" + b"f" * 5000)
@example(b"a: " + b"9" * 300_000 + b"_x\n")
def test_damaged_text_is_read_as_other_readers_do_or_refused_by_name(
    file: Path, contents: bytes
) -> None:
    file.write_bytes(contents)
    try:
        data = read_yaml(file)
    except InvalidFileError as error:
        message = str(error)
        assert message.startswith(f"{file}: ") and len(message) < 1000
    else:
        assert repr(data) == repr(yaml.safe_load(contents.decode()))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("root_seed: 0", "root_seed: 0\nroot_seed: 1", "the key 'root_seed' stands twice"),
        ("root_seed: 0", "root_seed: 1e3", "'1e3' means different things"),
        ("root_seed: 0", "root_seed: -1", "root_seed has the value -1; allowed: greater than or"),
        ("root_seed: 0", "root_seed: &a 1", "references (& and *) are not used here"),
        ("root_seed: 0", "root_seed: !!int 1", "tags (!) are not used here"),
        ("root_seed: 0", "root_seed: \0", "this is not valid YAML"),
    ],
)
def test_the_whole_file_is_refused_by_name(file: Path, old: str, new: str, words: str) -> None:
    assert TEXT.count(old) == 1
    file.write_text(TEXT.replace(old, new))
    message = planned(file)
    assert words in message and "params.yaml" in message
