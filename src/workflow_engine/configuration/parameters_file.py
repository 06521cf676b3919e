"""Read params.yaml, where DVC may have written numbers with a power of ten.

``dvc exp run -S`` writes 0.00001 as ``1e-05``. To DVC and whatever else reads YAML 1.2 that is a
number, to readers of YAML 1.1 a text, and strict files hold neither. Of params.yaml DVC and this
package are the only readers, so here it is the number that DVC means.
"""

import re
from pathlib import Path
from typing import Any

import yaml

from workflow_engine.configuration.assignments import plain_digits
from workflow_engine.configuration.errors import ConfigurationError
from workflow_engine.validation.printable import printable
from workflow_engine.validation.regular_files import read_text
from workflow_engine.validation.strict_yaml import parse_yaml, read_yaml

_POWER = re.compile(r"-?[0-9](?:\.[0-9]+)?e[+-][0-9]+")
# where the text cannot be read, or not be divided into words
_DAMAGE = (yaml.YAMLError, OSError, ValueError, OverflowError)


def read_parameters(path: Path) -> Any:
    """Read params.yaml as plain values.

    Raises:
        ConfigurationError: missing, not YAML, or YAML that two readers may read differently.
    """
    try:
        return read_yaml(path, ConfigurationError)
    except ConfigurationError as refusal:
        try:
            text = read_text(path)
            plain = _without_powers(text)
        except _DAMAGE:
            raise refusal from None
        if plain == text:
            raise
    return parse_yaml(plain, printable(path.name), ConfigurationError)


def _without_powers(text: str) -> str:
    """Return a YAML text with numbers as Python and DVC write them in digits alone."""
    parts, end = [], 0
    for token in yaml.scan(text):
        if isinstance(token, yaml.ScalarToken) and token.plain and _is_written(token.value):
            parts += [text[end : token.start_mark.index], plain_digits(token.value)]
            end = token.end_mark.index
    return "".join([*parts, text[end:]])


def _is_written(word: str) -> bool:
    """Say whether a word is what Python, and so DVC, writes for a number; ``1e-3`` is not."""
    return _POWER.fullmatch(word) is not None and repr(float(word)) == word
