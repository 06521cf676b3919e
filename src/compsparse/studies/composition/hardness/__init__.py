"""How alike two targets of the class look to a statistical query."""
