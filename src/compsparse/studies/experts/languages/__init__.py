"""Three languages by three subjects: each of the nine pairs is held out once."""
