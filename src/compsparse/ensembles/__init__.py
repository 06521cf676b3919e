"""Many networks trained at once: every tensor has a leading axis of independent runs."""
