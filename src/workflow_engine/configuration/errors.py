"""The error of a configuration that cannot be used."""

from workflow_engine.validation.errors import InvalidFileError


class ConfigurationError(InvalidFileError):
    """A wrong key, type or value; the message says where, what, what is allowed, what to do."""
