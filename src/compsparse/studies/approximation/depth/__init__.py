"""Is depth worth anything without the right wiring: error against size, at three depths."""
