# A fresh clone needs `make demo` or `make test` and nothing before them; `make` lists the rest.
#
# PYTHON=python3.12   another Python than the first that is new enough
# ARGS="--fresh"      passed on to the demo, to pytest, to the benchmarks or to Sphinx

VENV := .venv
ARGS ?=

comma := ,
space := $(subst ,, )

ifeq ($(origin PYTHON), undefined)
PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11 python3.10 python3.14 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null && echo $$p && break; done)
endif

# The virtual environment belongs to one version of Python and one place: another of either, and it is made anew.
VERSION := $(shell $(or $(PYTHON),false) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
CREATED := $(VENV)/python-$(or $(VERSION),missing)-$(shell pwd | cksum | cut -d ' ' -f 1)

# What the installed package is made from; its Python files are used from where they are.
SOURCES := setup.cfg setup.py pyproject.toml $(shell find scrapy_denoise -name '*.pyx' -o -name '*.px[di]')

RUN := $(VENV)/bin/python
# Without byte-compiling every file that is installed: Python does that for the files that are imported.
INSTALL := PYTHONWARNINGS=ignore $(RUN) -m pip install --quiet --disable-pip-version-check --no-input --no-compile

# What the compiled part is built with, as pyproject.toml has it.
BUILD := $(shell sed -n 's/^requires = \[\(.*\)\]/\1/p' pyproject.toml | tr -d '",')

CORPORA ?= $(wildcard $(or $(DENOISE_CORPORA),../shared/corpora)/*.tar.xz)

.NOTPARALLEL:
.PHONY: help demo test lint fuzz extras sanitize bench evaluation docs clean

help:
	@echo "make demo     set up and crawl the example sites; again: with the templates learned before"
	@echo "make test     set up and run everything that must pass: lint, types, tests"
	@echo "make lint     ruff, mypy and that imports run one way"
	@echo "make fuzz     mutated pages and site templates, and what must hold of each; ARGS=\"--minutes 10\", ARGS=--help"
	@echo "make extras   each extra in an empty environment, by its documented command; ARGS=--small, ARGS=viewer"
	@echo "make sanitize  the tests and the same pages, with the compiled parts under AddressSanitizer and UBSan: hours;"
	@echo "              SANITIZED_TESTS=\"page blocks\" ARGS=\"--pages 500\" takes minutes"
	@echo "make bench    speed: parse, columns, methods, a crawl with and without the add-on"
	@echo "make evaluation  every method and other extractors on corpora; CORPORA=\"folder archive.tar.xz\""
	@echo "make docs     the documentation, in docs/_build/html"
	@echo "make clean    remove what all of these have made"

demo: $(VENV)/installed
	@$(RUN) example_project/demo.py $(ARGS)

test: lint
	@echo "Running the tests ..."
	@$(RUN) -m pytest -n auto --dist loadfile $(ARGS)

lint: $(VENV)/installed-test
	@echo "Checking style and types ..."
	@$(RUN) -m ruff check --quiet
	@$(RUN) -m ruff format --check --quiet || { echo "ruff format would change files: $(RUN) -m ruff format"; exit 1; }
	@PATH="$(abspath $(VENV))/bin:$$PATH" cython-lint scrapy_denoise
	@$(RUN) -m mypy
	@$(RUN) tests/test_layout.py

fuzz: $(VENV)/installed-test
	@PYTHONPATH=tests $(RUN) -m fuzz $(ARGS)

extras: $(VENV)/build
	@echo "Trying the extras, each in an empty environment ..."
	@$(RUN) tests/try_extras.py $(ARGS)

# Built apart from the package in use. Python's own allocator would hide from the sanitizer where a small object ends.
SANITIZED := build/sanitized
SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -Og

# All tests and 20,000 pages: hours. SANITIZED_TESTS and ARGS take less.
SANITIZED_TESTS ?= .

sanitize: $(VENV)/installed-test
	@echo "Building the compiled parts with AddressSanitizer and UndefinedBehaviorSanitizer ..."
	@CFLAGS="$(SANITIZE)" LDFLAGS="$(SANITIZE)" $(RUN) setup.py --quiet build --build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	@cd $(SANITIZED)/lib && export PYTHONPATH=$(CURDIR)/$(SANITIZED)/lib:$(CURDIR)/tests PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 \
		LD_PRELOAD="$$($(or $(CC),cc) -print-file-name=libasan.so) $$($(or $(CC),cc) -print-file-name=libstdc++.so.6)" && \
		$(CURDIR)/$(RUN) -m pytest --quiet -n auto --dist loadfile -p no:cacheprovider --rootdir=$(CURDIR) -c $(CURDIR)/pyproject.toml \
			-o pythonpath="$(SANITIZED)/lib . tests example_project" \
			-m "not slow and not corpus" $(addprefix $(CURDIR)/tests/,$(SANITIZED_TESTS)) && \
		$(CURDIR)/$(RUN) -m fuzz --untimed --findings $(CURDIR)/fuzz-findings $(or $(ARGS),--pages 20000)

bench: $(VENV)/installed
	@$(RUN) benchmarks/speed.py $(ARGS)

evaluation: $(VENV)/installed-evaluation
	@test -n "$(strip $(CORPORA))" || { echo "No corpora: make evaluation CORPORA=\"folder archive.tar.xz\" (docs/evaluation.rst)"; exit 1; }
	@$(VENV)/bin/scrapy-denoise eval $(CORPORA) --baselines --profile both --siblings 0,1,2,4,8,10 --out evaluation $(ARGS)
	@$(RUN) benchmarks/tables.py evaluation/table.json > evaluation/tables.inc
	@echo "All of it is in the folder evaluation; an evaluation that was interrupted goes on: make evaluation"

docs: $(VENV)/installed-docs
	@$(RUN) -m sphinx -W --keep-going -q -b html $(ARGS) docs docs/_build/html
	@echo "The documentation is in docs/_build/html/index.html"

clean:
	rm -rf $(VENV) build evaluation *.egg-info docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis .tox
	rm -rf example_project/.scrapy example_project/items.jsonl
	find scrapy_denoise -name '*.so' -delete -o -name '*.pyd' -delete
	find scrapy_denoise -name '*.c' -delete
	find . -name __pycache__ -prune -exec rm -rf {} +

# --- setting up ---

$(CREATED):
	@test -n "$(VERSION)" || { echo "$(or $(PYTHON),Python 3.10 or newer) was not found. Give one: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "Python $(VERSION) is too old: make PYTHON=... with 3.10 or newer"; exit 1; }
	@$(PYTHON) -c 'import os, sys, sysconfig as s; sys.exit(not os.path.exists(os.path.join(s.get_path("include"), "Python.h")))' || \
		{ echo "Python $(VERSION) is here without its C headers. On Debian and Ubuntu: apt install python3-dev"; exit 1; }
	@echo "Setting up $(VENV) with Python $(VERSION) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@touch $@

# pip 23 stops at an assertion where extras of lxml are asked for by two names (html_clean, html-clean).
$(VENV)/pip: $(CREATED)
	@$(RUN) -c 'import pip, sys; sys.exit(int(pip.__version__.split(".")[0]) < 24)' || \
		{ echo "Installing a newer pip ..." && $(INSTALL) 'pip>=24'; }
	@touch $@

# Built with the lxml that it will run with, so without pip's isolation, which would install Cython and lxml once more.
$(VENV)/build: $(VENV)/pip pyproject.toml
	@echo "Installing what scrapy-denoise is built with ($(BUILD)) ..."
	@$(INSTALL) '$(subst $(space),' ',$(BUILD))'
	@touch $@

# What the package and the demo need, a requirement a line: installed by one process while another compiles.
NEEDS = from configparser import ConfigParser; c = ConfigParser(); c.read("setup.cfg"); \
	print(c["options"]["install_requires"], c["options.extras_require"]["duplicates"])

# Compiled before it is installed, as pip hides what a build says; the editable installation takes what is compiled already.
# It is made once, and the environments below add to it.
$(VENV)/installed: $(VENV)/build $(SOURCES)
	@echo "Compiling scrapy-denoise, for one to three minutes on two processors, and installing what it needs ..."
	@$(RUN) -c '$(NEEDS)' > $(VENV)/needs.txt
	@$(INSTALL) --requirement $(VENV)/needs.txt & needs=$$!; \
		$(RUN) setup.py --quiet build_ext --inplace && $(INSTALL) --no-build-isolation --no-deps --editable . && \
		wait $$needs || { kill $$needs 2> /dev/null; exit 1; }
	@touch $@

$(VENV)/installed-test: $(VENV)/installed
	@echo "Installing what the tests need ..."
	@$(INSTALL) 'scrapy-denoise[test]'
	@touch $@

$(VENV)/installed-evaluation: $(VENV)/installed
	@echo "Installing the extractors that scrapy-denoise is compared with ..."
	@$(INSTALL) 'scrapy-denoise[evaluation,peers]'
	@touch $@

$(VENV)/installed-docs: $(VENV)/installed
	@echo "Installing what the documentation needs ..."
	@$(INSTALL) 'scrapy-denoise[docs]'
	@touch $@
