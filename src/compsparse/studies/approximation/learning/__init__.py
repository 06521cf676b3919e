"""Learning a target from examples: data, training, and the choice by validation."""
