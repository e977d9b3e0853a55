# Every target sets up .venv for itself, and again when a requirements file or pyproject.toml changes.
# PYTHON=/path/to/python3.12 make ... chooses the interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
AUDIT := $(BIN)/audit
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help demo test lint docs bench lock clean

help:
	@echo "make demo    validate the sample logs; show a replay, a ruling and a club report"
	@echo "make test    run the tests"
	@echo "make lint    ruff, mypy and the import contracts"
	@echo "make docs    rebuild docs/rulebook.md"
	@echo "make bench   measure side by side with python-chess and PokerKit, and write docs/benchmarks.md"
	@echo "make lock    pin the newest versions of the tools anew"
	@echo "make clean   remove .venv and caches"

$(BIN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Python 3.11 or newer is needed and $(PYTHON) was not found." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is $$($(PYTHON) -V 2>&1). Name another with PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) lacks the venv module. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/ready: requirements-dev.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q audit
	@touch $@

$(VENV)/ready-bench: requirements-bench.txt $(VENV)/ready
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-bench.txt
	@touch $@

demo: $(VENV)/ready
	@echo "--- Clean games, one of each kind: nothing to find"
	$(AUDIT) validate sample_logs/clean
	@echo
	@echo "--- Faulty records: in each, the fault it is named for, placed and explained"
	$(AUDIT) validate --exit-zero sample_logs/faulty/*.fours
	@echo
	@echo "--- One deal, trick by trick"
	$(AUDIT) replay sample_logs/clean/four-players.json --deal 2
	@echo
	@echo "--- A dispute over Low, ruled on"
	$(AUDIT) rule sample_logs/faulty/wrong-point-in-california-jack.fours --dispute low
	@echo
	@echo "--- A year of a club's turn-ups: were the cards honestly dealt?"
	$(AUDIT) club sample_logs/club-year.csv

test: $(VENV)/ready
	$(BIN)/python -m pytest

lint: $(VENV)/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports

docs: $(VENV)/ready
	$(BIN)/python docs/build_rulebook.py

bench: $(VENV)/ready-bench
	$(BIN)/python benchmarks/peers.py --write docs/benchmarks.md

LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-annotate \
	--custom-compile-command "make lock"

# uv resolves for every Python and platform at once; it is needed for this target alone.
lock: $(BIN)/python
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade pyproject.toml --extra sheets --extra evidence --group dev $(LOCK) -o requirements-dev.txt
	$(BIN)/uv pip compile --quiet --upgrade --group bench $(LOCK) -o requirements-bench.txt

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
