"""What levels learned for one target are worth for another one."""
