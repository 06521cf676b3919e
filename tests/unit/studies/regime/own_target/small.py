"""Parameters of small networks that are quickly trained: all that is read of a file of them."""

import yaml

from compsparse.studies.regime.own_target.values import Values

PARAMS = """
regime:
  networks:
    units: {identity: 4, gaussian: 2}
    recipe: {optimizer: muon, rate: 0.02, final_rate: 0.002, steps: 40, pixels: 64}
    pruning:
      weights: [100, 60]
      recipe: {optimizer: muon, rate: 0.01, final_rate: 0.002, steps: 20, pixels: 64}
    stops: [0.1, 0.3]
    sweeps: {weights: 4, deltas: [1.0], still: 0.5, paints: 0.85}
  pruning:
    train: {depth: 4}
  depth:
    predictor:
      artifacts:
        - {name: skull, complexity: 0.2, depth: 4}
        - {name: apple, complexity: 0.3, depth: 14}
"""


def small_values() -> Values:
    """Return these parameters."""
    regime = yaml.safe_load(PARAMS)["regime"]
    artifacts = regime["depth"]["predictor"]["artifacts"]
    return Values.model_validate(
        {"networks": regime["networks"], "depth": 4, "artifacts": artifacts}
    )
