"""How far the offline judge is right: document 001, Figure 1, whose judge is a model we lack."""
