# Needs git, make and Python >= 3.11; everything else goes into .venv. `make` alone lists what there is.

# The first of these that is new enough makes the environment; `make PYTHON=/path/to/python` chooses one.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11 python
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

# A machine may tell pip to install for the user; inside an environment that is an error.
export PIP_USER := 0

.PHONY: help demo test lint docs paper ablation shuffled paper-peers imbalance bench bench-growth bench-million bench-cluster bench-memory bench-peers bench-compare clean
.NOTPARALLEL:

help:
	@echo "make demo           learn rules from the penguins shipped with the package, and print them"
	@echo "make test           run the tests (ARGS='-k rule' passes options to pytest)"
	@echo "make lint           check style, types and imports between the rooms"
	@echo "make docs           build the documentation into build/docs, warnings as errors"
	@echo "make paper          run the paper's experiments with turs, and write docs/paper_table.md and its pictures"
	@echo "make paper-peers    run them with the other learners too (ARGS='--folds 1 2' for more folds)"
	@echo "make ablation       undo one choice of the defaults at a time, and measure"
	@echo "make shuffled       learn from shuffled classes, where there is nothing to learn"
	@echo "make imbalance      learn a class of which there are few rows, beside CN2 and CLASSY"
	@echo "make bench          measure speed, side by side with scikit-learn"
	@echo "make bench-growth   measure how the time for a rule grows, and draw it (ARGS='--most 1e6' for less)"
	@echo "make bench-million  fit a million rows, beside gradient boosting"
	@echo "make bench-cluster  fit on 1, 2 and 4 workers of dask, beside a fit in memory"
	@echo "make bench-memory   fit a table from Parquet that is larger than the memory of a worker"
	@echo "make bench-peers    fit the paper's data sets with every rule learner that installs"
	@echo "make bench-compare  compare speed and models with a commit: make bench-compare BASE=main"
	@echo "make clean          remove the environment and everything else that was made"

demo: $(VENV)/.installed
	@$(BIN)/turs demo

test: $(VENV)/.installed-test
	$(BIN)/python -m pytest -n auto $(ARGS)

lint: $(VENV)/.installed-test $(VENV)/.installed-lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.installed-docs
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs build/docs
	@echo "The documentation is in build/docs/index.html."

paper: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.paper $(ARGS)

paper-peers: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.paper --peers $(ARGS)

ablation: $(VENV)/.installed
	$(BIN)/python -m benchmarks.ablation $(ARGS)

shuffled: $(VENV)/.installed
	$(BIN)/python -m benchmarks.shuffled $(ARGS)

imbalance: $(VENV)/.installed
	$(BIN)/python -m benchmarks.imbalance $(ARGS)

bench: $(VENV)/.installed
	$(BIN)/python -m benchmarks.speed $(ARGS)

bench-growth: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.growth $(ARGS)

bench-million: $(VENV)/.installed
	$(BIN)/python -m benchmarks.million $(ARGS)

bench-cluster: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.cluster $(ARGS)
	$(BIN)/python -m benchmarks.cluster_model

bench-memory: $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.larger_than_memory $(ARGS)

bench-peers: $(VENV)/.installed
	$(BIN)/python -m benchmarks.peers $(ARGS)

bench-compare: $(VENV)/.installed
	@test -n "$(BASE)" || { echo "turs: name a commit: make bench-compare BASE=main" >&2; exit 1; }
	$(BIN)/python -m benchmarks.compare $(BASE) $(ARGS)

clean:
	rm -rf $(VENV) build dist .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@incomplete=; \
	for python in $(PYTHON); do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    if "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	        echo "Making $(VENV) with $$("$$python" --version) ..."; \
	        "$$python" -m venv $(VENV) && exit 0; \
	        rm -rf $(VENV); exit 1; \
	    fi; \
	    incomplete=$$python; \
	done; \
	if [ -n "$$incomplete" ]; then \
	    echo "turs: $$incomplete cannot make environments; install its venv module (Debian and Ubuntu: the package python3-venv) and run make again." >&2; \
	else \
	    echo "turs: no Python 3.11 or newer among '$(PYTHON)'; install one, or name yours with 'make PYTHON=/path/to/python'." >&2; \
	fi; \
	exit 1

# The stamps make a second run instant, and a changed pyproject.toml installs anew.
# pip is renewed first: dependency groups need 25.1, and a fresh environment has what its Python shipped with.
$(VENV)/.installed: pyproject.toml | $(BIN)/python
	@echo "Installing turs and what it needs into $(VENV) ..."
	@$(PIP) install -qq --upgrade "pip>=25.1"
	@$(PIP) install -qq --editable .
	@touch $@

$(VENV)/.installed-%: pyproject.toml $(VENV)/.installed
	@echo "Installing what '$*' needs into $(VENV) ..."
	@$(PIP) install -qq --group $*
	@touch $@
