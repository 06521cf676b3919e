"""Every data set that the project reads and does not make is registered with license and digest."""

import hashlib
import re

from compsparse.site.data_sets import given_data_sets, kept_data
from tests.house_plan import ROOT
from tests.repository.committed import git
from workflow_engine.configuration.load import load

GIVEN = {given.path: given for given in given_data_sets(ROOT)}


def test_every_file_of_data_in_git_is_registered_with_its_digest() -> None:
    folders = ("workflow/tables", "workflow/targets", "docs/examples")
    listed = git("ls-files", *folders).stdout.split()
    there = {path for path in listed if not path.endswith(".png")}  # answers, not data
    assert there == {path for path in GIVEN if path.startswith(folders)}
    for path in there:
        assert GIVEN[path].sha256 == hashlib.sha256((ROOT / path).read_bytes()).hexdigest(), path


def test_files_that_the_parameters_name_by_a_digest_are_registered() -> None:
    named = re.findall(r"file: ([\w.]+), sha256: (\w{64})", (ROOT / "params.yaml").read_text())
    apart = {(p.partition("/")[2], g.sha256) for p, g in GIVEN.items() if "picbreeder/" in p}
    assert named and set(named) == apart


def test_each_has_a_license_and_says_where_it_comes_from() -> None:
    for given in GIVEN.values():
        assert given.license and given.what and given.origin, given.path


def test_what_studies_make_is_kept_with_a_checksum() -> None:
    assert kept_data(ROOT).keys() == set(load(ROOT / "params.yaml", worlds=False).studies)
