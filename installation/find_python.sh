#!/usr/bin/env bash
# Print the path of the first of these interpreters that is a CPython that this project supports.
#     installation/find_python.sh [PYTHON...]
# Each is started, since a name on the PATH may be a shim with nothing behind it.
set -euo pipefail

candidates=("$@")
[ $# -gt 0 ] || candidates=(python3.11 python3.12 python3.13 python3)
supported='
import sys
if sys.implementation.name != "cpython" or not (3, 11) <= sys.version_info[:2] <= (3, 13):
    sys.exit(1)
print(sys.executable)'

for candidate in "${candidates[@]}"; do
    if path=$("$candidate" -I -c "$supported" 2>/dev/null) && [ -n "$path" ]; then
        printf '%s\n' "$path"
        exit
    fi
done
echo "None of these is a CPython 3.11, 3.12 or 3.13 that runs: ${candidates[*]}." \
    "Install one (3.11 made the committed results), or name one: make setup PYTHON=/path/to/python" >&2
exit 1
