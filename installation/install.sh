#!/usr/bin/env bash
# Install the locked environment into the environment of an interpreter, with its pip.
#     installation/install.sh .venv/bin/python
set -euo pipefail
folder=$(cd "$(dirname "$0")" && pwd)
if [ $# -ne 1 ]; then
    echo "Usage: installation/install.sh PYTHON, for example .venv/bin/python" >&2
    exit 2
fi
python=$("$folder/find_python.sh" "$1")
cd "$folder/.."
install=("$python" -m pip install --quiet --disable-pip-version-check)
# again even where that version is there already: what was there was not verified
locked=("${install[@]}" --require-hashes --no-deps --force-reinstall)
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# the build backend first: two of the others come as sources only, and building those in isolation
# would download a backend that no hash vouches for; pip before 23.1 asks to be told PEP 517
"${locked[@]}" -r <(sed -n '/^setuptools==/,/[^\\]$/p' requirements.lock)
"${locked[@]}" --no-build-isolation --use-pep517 -r requirements.lock
# torch: the build that is there already, or lies where pip looks, or that the index gives; its
# device libraries come with it
"${install[@]}" -c constraints.txt --report "$report" torch
"${install[@]}" --no-deps --no-build-isolation -e .
"$python" -I "$folder/check_environment.py" "$report"
