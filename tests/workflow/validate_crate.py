"""Run by the Python of ``make crate``, without a network: print what an archive lacks of a profile.

python validate_crate.py FILE.zip
"""

import sys
from importlib.resources import files

from requests import Response
from rocrate_validator import services
from rocrate_validator.utils.http import HttpRequester

CONTEXT = "https://w3id.org/ro/crate/1.1/context"


def stored(requester: HttpRequester, url: str, **_: object) -> Response:
    """Answer with the context that the package rocrate brings, and with nothing else."""
    answer = Response()
    answer.url, answer.status_code = url, 200 if url == CONTEXT else 404
    answer.headers["Content-Type"] = "application/ld+json"
    answer._content = files("rocrate").joinpath("data/ro-crate.jsonld").read_bytes()
    return answer


if __name__ == "__main__":
    HttpRequester.get = stored
    settings = {"rocrate_uri": sys.argv[1], "profile_identifier": "provenance-run-crate"}
    found = services.validate(settings | {"requirement_severity": "REQUIRED"})
    for issue in found.get_issues():
        print(issue.check.identifier, issue.message)
    print("valid" if found.passed() else "not valid")
