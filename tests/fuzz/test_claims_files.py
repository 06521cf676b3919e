"""Claims files, documents.yaml, metrics and verdicts: judged, or refused with file and key."""

import copy
import json
import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError

from compsparse.claims.band import Band
from compsparse.claims.documents import Documents, read_documents
from compsparse.claims.documents_check import uncovered
from compsparse.claims.errors import ClaimsError
from compsparse.claims.judge import run
from compsparse.claims.measurement import Measurement
from compsparse.claims.registry import Registry, read_registry
from compsparse.claims.verdict import judge_measurement
from compsparse.pages.front_page import front_page
from compsparse.pages.terminal import verdicts_json, verdicts_text
from compsparse.site.forest import forest, pictured
from compsparse.verdicts import assemble
from compsparse.verdicts.official import Verdicts
from compsparse.verdicts.official_claim import read_official
from compsparse.verdicts.vouched import vouched_verdicts
from tests.fuzz.effort import tries
from tests.fuzz.strange import changed, damaged, values
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.json_values import encode
from workflow_engine.provenance.ledger import Judgment
from workflow_engine.provenance.project import Project
from workflow_engine.provenance.vouching import Vouching
from workflow_engine.validation.strict_model import validated

ROOT = Path(__file__).resolve().parents[2]
RESULT = "factorial_single_pass"


def _few_claims() -> Any:
    data = yaml.safe_load((ROOT / "workflow/claims/factorial.yaml").read_text())
    results = {name: data["results"][name] for name in ("single_pass", "graph")}
    for result in results.values():
        for role in ("claims", "checks"):
            result[role] = dict(list(result.get(role, {}).items())[:2])
    return {**data, "results": results}


def _few_documents() -> Any:
    data = yaml.safe_load((ROOT / "workflow/claims/documents.yaml").read_text())
    documents = [
        {**document, "entries": document["entries"][:2]} for document in data["documents"][:2]
    ]
    return {**data, "documents": documents}


CLAIMS, DOCUMENTS = _few_claims(), _few_documents()
METRICS: Any = {
    f"factorial_{result}": {
        claim.get("metric", name): {"value": 0.5, "low": 0.25, "high": 1.0, "n": 6}
        for name, claim in (content["claims"] | content["checks"]).items()
    }
    for result, content in CLAIMS["results"].items()
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place for files."""
    results = tmp_path_factory.mktemp("project") / "results"
    results.mkdir()
    return results


def judged(folder: Path, claims: bytes, metrics: bytes) -> str:
    """Judge and show everything; return the refusal, or nothing."""
    (folder / "factorial").mkdir(exist_ok=True)
    paths = [folder / "factorial.yaml", folder / f"{RESULT}.metrics.json"]
    for path, contents in zip(paths, (claims, metrics), strict=True):
        path.write_bytes(contents)
    params = {"study": "factorial", "scale": "default", "root_seed": 0}
    made = folder / "factorial/claims.json"
    try:
        outputs = run({"claims": paths[0], "metrics": [paths[1]]}, **params)
        assert outputs["claims"] is not None
        inputs = {"claims": paths[0], "metrics": [paths[1]]}
        assembled = assemble.run(inputs, **params)["claims"]
        made.write_bytes(encode(made, assembled))
        verdicts = {"factorial": Verdicts(read_official(made))}
        assert verdicts_text(verdicts, checks=True) and front_page(verdicts)
        drawn = pictured(verdicts["factorial"].claims)
        ElementTree.fromstring(forest(drawn))
        shown = json.loads(verdicts_json(verdicts))
    except (ArtifactError, ClaimsError) as error:
        return str(error)
    assert shown == {"factorial": assembled}
    return ""


GOOD_CLAIMS = yaml.safe_dump(CLAIMS).encode()
GOOD_METRICS = json.dumps({RESULT: METRICS[RESULT]}).encode()


def test_the_files_are_judged_before_they_are_spoiled(folder: Path) -> None:
    assert judged(folder, GOOD_CLAIMS, GOOD_METRICS) == ""


@tries(30)
@given(changed(CLAIMS))
def test_changed_claims_are_judged_or_refused_with_file_and_key(folder: Path, change: Any) -> None:
    data, touched = change
    try:
        text = yaml.safe_dump(data).encode()
    except yaml.YAMLError:
        return  # half of a pair of characters
    message = judged(folder, text, GOOD_METRICS)
    if message:
        assert all(line.startswith(str(folder)) for line in message.splitlines())
        assert f"{folder}/factorial.yaml: line " in message or any(
            str(part).rstrip("s") in message for place in touched for part in place
        )


bounds = st.dictionaries(st.sampled_from(["low", "high", "above", "below", "equal"]), values)


@tries(80)
@given(bounds)
@example({"low": 1, "high": 0})
@example({"low": math.nan})
@example({"low": -math.inf, "high": math.inf})
@example({"low": 0, "above": 0})
@example({"equal": 0.0, "low": 0.0})
@example({"low": 2**63 - 1, "high": 2**63 - 1})
@example({"low": -1.7e308, "high": 1.7e308})
def test_a_band_is_refused_or_divides_the_line(edges: dict[str, Any]) -> None:
    try:
        band = Band.model_validate(edges)
    except ValidationError:
        return
    assert str(band) and band.as_json()
    for value in (-math.inf, -1.7e308, -1.0, 0.0, 5e-324, 1.0, 2.0**63, 1.7e308, math.inf):
        sides = [band.lies_above(value), band.contains(value), band.lies_below(value)]
        assert sum(sides) == 1
    assert Band.model_validate(band.as_json()) == band


numbers = st.floats(allow_nan=False, allow_infinity=False)


@tries(80)
@given(bounds, st.tuples(numbers, numbers, numbers), st.integers(1, 2**63 - 1))
@example({"low": 0.0}, (-1.7e308, 5e-324, 1.7e308), 2**63 - 1)
@example({"low": -1.7e308, "high": 1.7e308}, (-1.7e308, 0.0, 1.7e308), 6)
def test_every_measurement_is_judged(
    edges: dict[str, Any], interval: tuple[float, float, float], n: int
) -> None:
    low, value, high = sorted(interval)
    measurement = Measurement(value=value, low=low, high=high, n=n)
    try:
        band = Band.model_validate(edges)
    except ValidationError:
        return
    for kind in ("statistical", "exact"):
        judgment = judge_measurement(kind, band, measurement)
        contained = band.contains(low) and band.contains(high)
        assert judgment.verdict != "holds" or contained
        assert judgment.verdict != "fails" or kind == "exact" or not contained
        assert json.dumps(judgment.seeds_needed)


@pytest.mark.dear
@tries(25)
@given(changed({RESULT: METRICS[RESULT]}), st.sampled_from([0, 1, 10**30, 10**400]))
@example(({RESULT: {"area": {"value": 0, "low": 0, "high": 0, "n": 10**400}}}, []), 0)
@example(({RESULT: {"area": {"value": 10**400, "low": 0, "high": 10**401, "n": 1}}}, []), 0)
@example(({RESULT: {"area": math.nan}}, []), 0)
def test_changed_metrics_are_judged_or_refused_with_file_and_metric(
    folder: Path, change: Any, large: int
) -> None:
    text = json.dumps(change[0], default=str)
    if large:
        text = text.replace("6", str(large))
    message = judged(folder, GOOD_CLAIMS, text.encode())
    assert not message or message.startswith(str(folder))


@tries(20)
@given(st.booleans(), st.data())
def test_damaged_bytes_are_judged_or_refused_by_name(
    folder: Path, claims: bool, data: st.DataObject
) -> None:
    spoiled = data.draw(damaged(GOOD_CLAIMS if claims else GOOD_METRICS))
    message = judged(
        folder, spoiled if claims else GOOD_CLAIMS, GOOD_METRICS if claims else spoiled
    )
    assert not message or message.startswith(str(folder))


@tries(25)
@given(changed(DOCUMENTS))
def test_changed_documents_are_checked_or_refused_with_file_and_key(
    folder: Path, change: Any
) -> None:
    data, _ = change
    registry = validated("claims", CLAIMS, Registry)
    path = folder / "documents.yaml"
    try:
        path.write_text(yaml.safe_dump(data))
    except yaml.YAMLError:
        return  # half of a pair of characters
    try:
        documents = read_documents(path)
    except ClaimsError as error:
        message = str(error)
        assert all(line.startswith(str(path)) for line in message.splitlines())
        return
    assert all(isinstance(gap, str) for gap in uncovered(documents, [registry]))
    assert front_page({}, documents)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"origin": "guess"}, "origin has the value 'guess'; allowed: 'theorem', 'finite-size'"),
        ({"metric": "other"}, "'other', which results.single_pass.metrics does not define"),
        ({"metric": "a.b.c"}, "metric has the value 'a.b.c'; allowed: text that matches"),
        ({"accept": {"low": 1.0, "high": 0.0}}, "lower edge 1 is not below its upper edge 0"),
        ({"accept": {"low": math.nan}}, "accept.low has the value nan; allowed: a finite number"),
        ({"accept": {}}, "The band has no bound"),
        ({"accept": None}, "accept has the value None; allowed: a mapping"),
        ({"why": {"maybe": "x"}}, "maybe"),
        ({"scale": "tiny"}, "scale has the value 'tiny'; allowed: 'smoke'"),
        ({"id": "other"}, "unknown key 'id'"),
    ],
)
def test_a_claim_is_refused_with_its_key(folder: Path, change: Any, words: str) -> None:
    data = copy.deepcopy(CLAIMS)
    next(iter(data["results"]["single_pass"]["claims"].values())).update(change)
    path = folder / "factorial.yaml"
    path.write_text(yaml.safe_dump(data))
    with pytest.raises(ClaimsError) as error:
        read_registry(path)
    message = str(error.value)
    assert message.startswith(str(path)) and words in message and len(message) < 1000


@pytest.mark.parametrize("study", ["/etc", "**", "a**", "../x", "[", "x" * 5000, "", "a\0b"])
def test_no_name_of_a_study_is_taken_for_a_pattern(folder: Path, study: str) -> None:
    judged(folder, GOOD_CLAIMS, GOOD_METRICS)
    with pytest.raises(ArtifactError, match="This file does not exist"):
        vouched_verdicts(Project(folder.parent), Vouching(Judgment({})), [study])


def test_documents_are_read_before_they_are_spoiled(folder: Path) -> None:
    (folder / "documents.yaml").write_text(yaml.safe_dump(DOCUMENTS))
    assert isinstance(read_documents(folder / "documents.yaml"), Documents)
