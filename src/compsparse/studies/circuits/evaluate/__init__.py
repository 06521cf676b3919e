"""Steps ``evaluate``: tables and metrics, a package a theme."""
