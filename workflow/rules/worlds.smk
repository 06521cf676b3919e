# `snakemake worlds`: every claim once more where one structure is taken away, to see which can fail.
# No ordinary run asks for it. docs/worlds.md says what comes of it.


# one rule per study, which runs a Snakemake for each world; their jobs share the rule's cores
for study in wiring.with_worlds:

    rule:
        name:
            f"{study}_worlds"
        input:
            wiring.inputs(study, "worlds"),
            epoch=EPOCH,
        output:
            **wiring.outputs(study, "worlds"),
        log:
            f"{OUT}/.logs/{study}/worlds.log",
        threads: workflow.cores
        resources:
            mem_mb=4000,
            runtime=240,
        params:
            step="worlds",
            job=wiring.parameters(study, "worlds"),
        shell:
            "export COMPSPARSE_CORES={threads}; " + JOB


rule worlds:
    input:
        [wiring.targets(study, ["worlds"]) for study in wiring.with_worlds],
