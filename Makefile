# Every target sets up what it needs in a virtual environment of its own and does nothing twice:
# stamps in the environment record what was installed from what.
#
#   make test PYTHON=python3.12     another interpreter (and another environment, .venv-python3.12)
#   make test ARGS="tests/laws -x"  other arguments for pytest

PYTHON ?= python3
ifeq ($(origin PYTHON),file)
VENV ?= .venv
else
VENV ?= .venv-$(notdir $(PYTHON))
endif
ARGS ?=
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)

BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest
STUB := src/subwords/native/_core.pyi
PYTHON_CODE := $(wildcard src tests benchmarks tools examples)

# All that ends up in the installed package. `sort` keeps the list stable.
SOURCES := $(sort pyproject.toml CMakeLists.txt README.md LICENSE $(shell find src core -type f \
  -not -path '*/__pycache__/*' -not -name '.*' -not -name '*.so' -not -name '*.md'))

export CMAKE_BUILD_PARALLEL_LEVEL ?= $(JOBS)

.DEFAULT_GOAL := help
.PHONY: help demo test test-all parity check format stubs native-test sanitize bench install clean FORCE

help: ## Say what each target does
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: $(STAMPS)/installed ## Show a tokenizer at work, with nothing but this repository
	@$(BIN)/subwords demo

test: $(STAMPS)/installed $(STAMPS)/test ## Run the core test suite (under 5 minutes)
	$(PYTEST) -m "not heavy" -n $(JOBS) --dist worksteal $(ARGS)

test-all: $(STAMPS)/installed $(STAMPS)/test $(STAMPS)/heavy ## Run every test, those that need heavy packages too
	$(PYTEST) -n $(JOBS) --dist worksteal $(ARGS)

parity: $(STAMPS)/installed $(STAMPS)/test ## Compare with the published library on all test data (ARGS=--quick)
	$(BIN)/python tools/full_parity.py $(ARGS)

check: $(STAMPS)/installed $(STAMPS)/dev ## Lint, formatting, types, and the stub against the extension
	$(BIN)/ruff check $(PYTHON_CODE)
	$(BIN)/ruff format --check $(PYTHON_CODE)
	$(BIN)/mypy
	$(BIN)/python tools/check_stub.py $(STUB)

format: $(STAMPS)/dev ## Put Python code in the house's form
	$(BIN)/ruff check --fix-only $(PYTHON_CODE)
	$(BIN)/ruff format $(PYTHON_CODE)

stubs: $(STAMPS)/installed $(STAMPS)/dev ## Write what nanobind knows of the extension to build/_core.pyi
	@mkdir -p build
	$(BIN)/python -m nanobind.stubgen -q -m subwords.native._core -o build/_core.pyi

NATIVE := -S . -G Ninja -DSUBWORDS_PYTHON=OFF -DSUBWORDS_TESTS=ON -DSUBWORDS_WERROR=ON \
  -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja

native-test: $(STAMPS)/build ## Build the C++ core alone and run its tests, steps counted
	cmake $(NATIVE) -B build/native -DSUBWORDS_COUNT_STEPS=ON
	cmake --build build/native
	ctest --test-dir build/native --output-on-failure

sanitize: $(STAMPS)/build ## The same under ASan and UBSan, fuzzers for a second each
	cmake $(NATIVE) -B build/sanitize -DSUBWORDS_SANITIZE=ON \
	  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS=-O1
	cmake --build build/sanitize
	ctest --test-dir build/sanitize --output-on-failure

bench: $(STAMPS)/installed ## Measure against the other libraries
	$(BIN)/python benchmarks/encode.py $(ARGS)

install: $(STAMPS)/installed ## Build and install the package into the environment

clean: ## Remove environments, builds and caches
	rm -rf .venv .venv-* build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# ---- The environment ------------------------------------------------------------------------

$(STAMPS)/venv:
	$(PYTHON) -m venv --clear $(VENV)
	$(PIP) install -c constraints.txt pip
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/build: $(STAMPS)/venv constraints.txt
	$(PIP) install -c constraints.txt scikit-build-core nanobind ninja
	@touch $@

# pyproject.toml states the groups; each is installed when first needed.
$(STAMPS)/test $(STAMPS)/dev $(STAMPS)/heavy: $(STAMPS)/%: $(STAMPS)/venv constraints.txt pyproject.toml
	$(PIP) install -c constraints.txt --group $*
	@touch $@

# Rewritten only when a file came or went, so that removals lead to a new build too.
$(STAMPS)/sources: $(STAMPS)/venv FORCE
	@printf '%s\n' $(SOURCES) | cmp -s - $@ || printf '%s\n' $(SOURCES) > $@

# Without isolation the build uses the pinned tools and keeps its objects in build/.
$(STAMPS)/installed: $(STAMPS)/build $(STAMPS)/sources $(SOURCES)
	$(PIP) install -c constraints.txt numpy
	$(PIP) install --no-build-isolation --no-deps --force-reinstall .
	@touch $@
