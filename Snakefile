# Table of contents. Rules are names and wiring; parameters stand in params.yaml, science in src/.
#
#   snakemake --cores 8                            every figure, table and verdict
#   snakemake factorial                            one study
#   snakemake factorial_single_pass                one result
#   snakemake -n                                   what would run, and why nothing if nothing
#   snakemake --config scale=smoke                 another scale, in results/.scratch/smoke
#   snakemake replication                          every study again at other root seeds, verdicts compared
#   snakemake worlds                               every claim again where a structure is taken away
from snakemake.utils import min_version

min_version("9.27")


include: "workflow/rules/common.smk"
include: "workflow/rules/studies.smk"
include: "workflow/rules/on_request.smk"


rule all:
    default_target: True
    input:
        [wiring.unfinished_targets(study) for study in wiring.configuration.studies],
        epoch=EPOCH,
