# `snakemake replication`: every study again at other root seeds, its verdicts held against these.
# No ordinary run asks for it. docs/replication.md says what comes of it.


# one rule per study, which runs a Snakemake for each seed; their jobs share the rule's cores
for study in wiring.replicated:

    rule:
        name:
            f"{study}_replicate"
        input:
            wiring.inputs(study, "replicate"),
            epoch=EPOCH,
        output:
            **wiring.outputs(study, "replicate"),
        log:
            f"{OUT}/.logs/{study}/replicate.log",
        threads: workflow.cores
        resources:
            mem_mb=4000,
            runtime=60,
        params:
            step="replicate",
            job=wiring.parameters(study, "replicate"),
        shell:
            "export COMPSPARSE_CORES={threads}; " + JOB


rule replication:
    input:
        [wiring.targets(study, ["replicate"]) for study in wiring.replicated],
