"""Steps ``evaluate``: from histories to tables and metrics, one module per result."""
