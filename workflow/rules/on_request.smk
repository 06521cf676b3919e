# What no ordinary run asks for, because it does whole studies again: a study at another root seed, and in a world that
# takes one structure away; or because it costs too much: experiments on request, with tables of their own.
# docs/replication.md, docs/worlds.md and the site say what comes of it.


# each rule runs Snakemake of its own; the jobs of that share the rule's cores
for job in wiring.on_request:

    rule:
        name:
            wiring.rule_of(job)
        input:
            wiring.inputs(job.study, job.step, **job.wildcards),
            epoch=EPOCH,
        output:
            **wiring.outputs(job.study, job.step, **job.wildcards),
        log:
            "/".join([OUT, ".logs", job.study, job.step, *job.wildcards.values()])
            + ".log",
        threads: workflow.cores
        resources:
            mem_mb=4000,
            runtime=240,
        params:
            step=job.step,
            job=wiring.parameters(job.study, job.step, **job.wildcards),
        shell:
            "export COMPSPARSE_CORES={threads}; " + JOB


# all of a study: `snakemake factorial_worlds`
for group, files in wiring.requested().items():

    rule:
        name:
            group
        input:
            files,


rule replication:
    input:
        list(wiring.requested("replicate").values()),


rule worlds:
    input:
        list(wiring.requested("worlds").values()),


rule requests:
    input:
        list(wiring.requested("request").values()),
