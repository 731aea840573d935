# Every target makes the environment that it needs by itself; `make help` lists them.
#   PY=3.12   use that Python, in .venv-3.12
#   Q="…"     the question of `make demo` and `make ask`
#   ARGS=…    hand these to pytest or to the benchmark

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

PY ?=
ARGS ?=
ENV := .venv$(if $(PY),-$(PY))
RUN := $(ENV)/bin/python -m
CODE := $(wildcard src tests benchmarks demo)

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: environment
environment: ## make or refresh the environment that the other targets use
	@tools/environment sync $(ENV) $(PY)

.PHONY: demo
demo: environment ## ask the recorded demo web a question; Q="…" asks another one
	@$(RUN) citewell demo -- "$${Q:-}"

.PHONY: ask
ask: environment ## ask the live web: Q="…"
	@[ -n "$${Q:-}" ] || { echo 'usage: make ask Q="How deep is the sea?"' >&2; exit 2; }
	@$(RUN) citewell ask -- "$$Q"

.PHONY: test
test: environment ## run the tests
	$(RUN) pytest $(ARGS)

.PHONY: check
check: lint test ## everything a change must pass: lint, then the tests

.PHONY: lint
lint: environment ## format, lint, types and import contracts, without the tests
	$(RUN) ruff format --check $(CODE)
	$(RUN) ruff check $(CODE)
	$(RUN) mypy $(CODE)
	$(ENV)/bin/lint-imports --no-logo

.PHONY: format
format: environment ## rewrite the code in the house format
	$(RUN) ruff format $(CODE)
	$(RUN) ruff check --fix $(CODE)

.PHONY: bench
bench: environment ## run every benchmark: ARGS="--data DIR --save NAME"
	$(RUN) benchmarks $(ARGS)

.PHONY: bench-gate
bench-gate: environment ## fail when a benchmark falls below its floor
	$(RUN) benchmarks.gate $(ARGS)

.PHONY: lock
lock: ## resolve the dependencies anew into requirements.lock: versions and hashes
	@tools/environment create .venv-lock
	.venv-lock/bin/python -m pip -qq install 'uv>=0.9'
	.venv-lock/bin/uv pip compile pyproject.toml --group dev --upgrade --quiet \
	    --universal --python-version 3.11 --no-build --generate-hashes --no-annotate \
	    --custom-compile-command 'make lock' --output-file requirements.lock >/dev/null
	@! grep -n -i -E 'https?:|--(extra-)?index|--find-links' requirements.lock

.PHONY: clean
clean: ## remove the environments, caches and built files
	rm -rf .venv .venv-* dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
