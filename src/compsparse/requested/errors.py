"""What is wrong with an experiment on request."""

from workflow_engine.validation.errors import InvalidFileError


class RequestError(InvalidFileError):
    """An experiment on request that could not be made; the message says what to do."""
