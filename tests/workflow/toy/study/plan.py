"""The jobs of the toy study."""

from compsparse.studies.TOY.settings import Settings

from workflow_engine.provenance.job import Job, filled

STUDY = "TOY"


def jobs(settings: Settings, root_seed: int, scale: str) -> list[Job]:
    """generate -> train (one job per rate, two outputs) -> prune -> evaluate -> render, judge."""

    def job(step, wildcards, params, inputs, patterns):
        return Job(
            study=STUDY,
            step=step,
            module=f"compsparse.studies.{STUDY}.{step}",
            wildcards=wildcards,
            params=params,
            inputs=inputs,
            outputs=filled(patterns, wildcards),
            patterns=patterns,
        )

    train = settings.train
    models = [f"{STUDY}/models/rate_{rate}.json" for rate in train.rates]
    pruned = [f"{STUDY}/models/pruned_of_{percent}.json" for percent in settings.prune.fractions]
    return [
        job(
            "generate",
            {},
            {"root_seed": root_seed, **settings.generate.model_dump()},
            {},
            {"numbers": f"{STUDY}/data/numbers.json"},
        ),
        *(
            job(
                "train",
                {"rate": str(rate)},
                {"rate": rate, "offset": train.offset, "factor": train.factor},
                {"numbers": f"{STUDY}/data/numbers.json"},
                {
                    "model": f"{STUDY}/models/rate_{{rate}}.json",
                    "history": f"{STUDY}/models/history_{{rate}}.json",
                },
            )
            for rate in train.rates
        ),
        *(
            job(
                "prune",
                # not in the order of the alphabet, which names the job
                {"stage": "pruned", "percent": str(p)},
                {"percent": p},
                {"models": models},
                {"pruned": f"{STUDY}/models/{{stage}}_of_{{percent}}.json"},
            )
            for p in settings.prune.fractions
        ),
        job("evaluate", {}, {}, {"pruned": pruned}, {"table": f"{STUDY}/tables/sums.json"}),
        job(
            "render",
            {"result": f"{STUDY}_sums"},
            {},
            {"table": f"{STUDY}/tables/sums.json"},
            {"figure": f"{STUDY}/figures/{{result}}.json"},
        ),
        job(
            "judge",
            {},
            {"scale": scale},
            {"table": f"{STUDY}/tables/sums.json"},
            {
                "metrics": f"{STUDY}/metrics.json",
                "claims": f"{STUDY}/run_claims.json",
                "official": f"{STUDY}/claims.json",
            },
        ),
    ]
