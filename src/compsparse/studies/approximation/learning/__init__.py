"""Learning a target from examples: what is drawn, what is trained, what validation chose."""
