"""The error of a file that a person wrote."""


class InvalidFileError(ValueError):
    """What is wrong, in which file and key, with which value, what is allowed, what to do."""
