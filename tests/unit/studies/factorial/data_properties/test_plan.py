from typing import Any

import pytest
from pydantic import ValidationError

from compsparse.studies.factorial.collector import Collector
from compsparse.studies.factorial.data_properties import plan
from compsparse.studies.factorial.data_properties.plan import DataModel, EmbeddingDraws

DRAWS: dict[str, Any] = {
    "input_factors": "2^6",
    "output_factors": "4^2",
    "parents": 2,
    "concentration": 0.1,
    "runs": 2,
}
EMBEDDINGS: dict[str, Any] = {
    "input_factors": ["2^6", "4^3"],
    "embedding_dimensions": [1, 8],
    "runs": 1,
    "drawn_factors": "2*3",
}


def test_the_figure_shows_the_ranks_of_the_first_space() -> None:
    settings = DataModel.model_validate(
        {
            "graph": {"generate": DRAWS},
            "factor_embedding": {"evaluate": EMBEDDINGS},
            "output_mixture": {"generate": {**DRAWS, "parents": [1, 3]}},
        }
    )
    collected = Collector(0, "smoke")
    plan.collect(collected, settings)
    jobs = {job.name: job for job in collected.jobs}
    assert jobs["render/factorial_factor_embedding"].params["input_factors"] == [2] * 6
    assert jobs["evaluate/factorial_factor_embedding"].inputs == {}
    assert len(jobs["evaluate/factorial_output_mixture"].inputs["datasets"]) == 2


@pytest.mark.parametrize("name", ["input_factors", "embedding_dimensions"])
def test_an_entry_that_stands_twice_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match=rf"{name}\s.*distinct entries"):
        EmbeddingDraws.model_validate(EMBEDDINGS | {name: EMBEDDINGS[name][:1] * 2})
