# `make play` and `make test` do all the set-up they need; `make help` lists the rest.

VENV := .venv
BIN := $(VENV)/bin
ENGINE := $(shell find src/cairn/core src/cairn/games src/cairn/bots -name '*.py' 2>/dev/null)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help play test setup lint format bench clean

help:
	@echo "make play    set up and start the game chooser"
	@echo "make test    set up and run every check"
	@echo "make setup   virtual environment and compiled engine only"
	@echo "make lint    formatting, lint, types, layers"
	@echo "make format  put the sources in order"
	@echo "make bench   measure the speed of every game"
	@echo "make clean   remove everything that was made"

play: $(VENV)/.engine
	@$(BIN)/cairn play

test: lint
	@tools/daemons.sh
	$(BIN)/pytest -n 2 --dist loadfile
	CAIRN_PURE=1 $(BIN)/pytest -n 2 --dist loadfile --ignore=tests/cli --ignore=tests/server

setup: $(VENV)/.engine

lint: $(VENV)/.engine
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.packages
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

bench: $(VENV)/.engine
	$(BIN)/cairn bench

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/.packages: requirements-dev.lock tools/prepare.sh
	@tools/prepare.sh $(VENV)
	@touch $@

# The compiled modules lie beside their sources; without a C compiler the plain sources run.
$(VENV)/.engine: $(VENV)/.packages setup.py pyproject.toml $(ENGINE)
	@echo "Building the engine (a few minutes) ..."
	@CAIRN_COMPILED=$$(command -v $${CC:-cc} >/dev/null && echo 1 || echo 0) \
		$(BIN)/pip install --quiet --no-build-isolation --no-deps --editable .
	@touch $@
