"""Pruning in one shot, without retraining, by four scores."""
