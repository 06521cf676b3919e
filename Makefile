# make figures   every figure, table and verdict, from a fresh clone (Python 3.11, make and git are all that is needed)
# make test      everything that tests, from a fresh clone
# make help      the rest

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON ?= python3.11
VENV := .venv
BIN := $(abspath $(VENV))/bin
export PATH := $(BIN):$(PATH)
export PYTHONDONTWRITEBYTECODE := 1

.PHONY: help setup figures repro test portability fuzz soak kills lint bench docs lock clean
.DEFAULT_GOAL := help

help:  ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

setup: $(VENV)/installed  ## make .venv and install the pinned environment into it

$(VENV)/installed: requirements.in constraints.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -c constraints.txt -r requirements.in
	touch $@

figures: setup  ## build all results, record them with DVC, audit them
	snakemake --cores all
	dvc repro --quiet
	compsparse audit
	compsparse claims

repro: setup  ## dvc repro, after making file times tell the truth (sees bytes changed under a restored time)
	compsparse sync
	dvc repro

test: setup lint  ## everything that tests
	pytest -n 2 --dist worksteal tests

# without conftest.py no type annotation is checked, as in users' runs: what annotations catch is no excuse
fuzz: setup  ## damaged and hostile files, FACTOR times as many as in the tests and others each time
	COMPSPARSE_FUZZ=$(or $(FACTOR),10) pytest --noconftest -n 2 tests/fuzz

soak: setup  ## random sequences of what users do, STEPS of them (or MINUTES) from SEED on; docs/soak.md
	python -m tests.soak $(if $(MINUTES),--minutes $(MINUTES),--steps $(or $(STEPS),500)) $(if $(SEED),--seed $(SEED))

kills: setup  ## kill -9 at KILLS random instants from SEED on, run again after each; docs/faults.md
	python -m tests.faults --kills $(or $(KILLS),100) --seed $(or $(SEED),0)

portability: setup  ## data and training of STUDY at smoke scale, natively and on an emulated Haswell: equal bytes
	COMPSPARSE_PORTABILITY=$(or $(STUDY),factorial) pytest tests/workflow/test_portability.py

lint: setup  ## formatting, style and types (.pre-commit-config.yaml)
	pre-commit run --all-files

bench: setup  ## speed of every study and of the ledger as ratios, benchmarks/<study>
	for folder in benchmarks/*/; do study=$$(basename $$folder); python -m benchmarks.$$study --json benchmarks/$$study.json; done

docs: setup  ## write the generated parts of README and docs
	compsparse docs

# uv writes a second line for Python 3.12 where versions differ; this project is 3.11 only
lock: setup  ## compile requirements.in into constraints.txt, for all platforms
	pip install --quiet uv==0.13.8
	grep -v '^-e' requirements.in > .lock.in
	uv pip compile --universal --python-version 3.11 --no-header --no-annotate --quiet .lock.in --output-file .lock.txt
	{ echo '# Exact versions, for every platform: apply with  pip install -c constraints.txt -r requirements.in'; \
	  echo '# Made by  make lock ; do not edit.'; \
	  sed -e "/python_full_version >= '3.12'/d" -e "s/ ; python_full_version < '3.12'$$//" .lock.txt; } > constraints.txt
	rm .lock.in .lock.txt

clean:  ## delete the environment, caches and scratch results; results/ stays
	rm -rf $(VENV) .snakemake .pytest_cache .mypy_cache .ruff_cache results/.scratch results/.tmp results/.logs
