# What no ordinary run asks for, because it does whole studies again: every study at other root seeds, and every claim
# where one structure is taken away. docs/replication.md and docs/worlds.md say what comes of it.


# one rule per study, which runs Snakemake for each of them; their jobs share the rule's cores
for study, step in wiring.on_request:

    rule:
        name:
            f"{study}_{step}"
        input:
            wiring.inputs(study, step),
            epoch=EPOCH,
        output:
            **wiring.outputs(study, step),
        log:
            f"{OUT}/.logs/{study}/{step}.log",
        threads: workflow.cores
        resources:
            mem_mb=4000,
            runtime=240,
        params:
            step=step,
            job=wiring.parameters(study, step),
        shell:
            "export COMPSPARSE_CORES={threads}; " + JOB


rule replication:
    input:
        [
            wiring.targets(s, [step])
            for s, step in wiring.on_request
            if step == "replicate"
        ],


rule worlds:
    input:
        [wiring.targets(s, [step]) for s, step in wiring.on_request if step == "worlds"],
