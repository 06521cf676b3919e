"""Dense networks: fully trained, and reference networks kept at several updates."""
