"""Step ``evaluate``: from histories and datasets to tidy tables and metrics, a module a result."""
