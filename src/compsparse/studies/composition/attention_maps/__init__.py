"""Pictures of attention: of what is written down, and of what training finds."""
