"""Configuration: params.yaml, checked strictly before any job exists."""
