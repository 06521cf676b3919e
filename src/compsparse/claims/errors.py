"""The error of a claims file, a documents file or a metric that cannot be judged as written."""

from workflow_engine.validation.errors import InvalidFileError


class ClaimsError(InvalidFileError):
    """What is wrong, in which file and key, with which value, what is allowed and what to do."""
