"""Validation: files that people write are read strictly, and mistakes are told in sentences."""
