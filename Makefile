# Everything runs in .venv, which is set up when it is first needed, by python3
# (3.10 or later), or by another one: make test PYTHON=/path/to/python3

SET_UP := $(if $(PYTHON),$(PYTHON),python3) .ci/venv.py $(if $(PYTHON),,--any-version)
IN_VENV := .venv/bin/python

# What a shell may carry that would lead Python or pip out of .venv.
unexport PYTHONHOME PYTHONPATH PYTHONOPTIMIZE PIP_PREFIX PIP_TARGET
# The tests start hundreds of processes, none of which is to compile all anew.
unexport PYTHONDONTWRITEBYTECODE
export PIP_USER := 0

.PHONY: help lessons lesson check handouts test apart fuzz bench lint clean

help:
	@echo 'make lessons     run all lessons; their pictures go to lessons/images/'
	@echo 'make lesson N=2  step through one lesson: Enter goes on, ? tells more'
	@echo 'make check N=mul check an exercise and explain the mistake; without N, the next'
	@echo 'make handouts    the lessons as web pages, in lessons/handouts/'
	@echo 'make test        run all tests, or some: make test ARGS="-k engine"'
	@echo 'make apart       the tests that take long: lessons, walls, all programs'
	@echo 'make fuzz        random programs, for a minute; or ARGS="--seconds 600"'
	@echo 'make bench       speed and memory, against micrograd 0.1.0 and PyTorch'
	@echo 'make lint        look for slips with ruff'
	@echo 'make clean       remove what these commands made, .venv too'

lessons:
	@$(SET_UP)
	@$(IN_VENV) -m micrograd lessons

lesson:
	@$(SET_UP)
	@$(IN_VENV) -m micrograd lesson $(N) $(ARGS)

# 1 says that the exercise does not pass yet: nothing that make should complain of.
check:
	@$(SET_UP)
	@$(IN_VENV) -m micrograd check $(N) $(ARGS) || [ $$? = 1 ]

handouts:
	@$(SET_UP) handouts
	@$(IN_VENV) .ci/handouts.py

test:
	@$(SET_UP) test
	$(IN_VENV) -m pytest --numprocesses=auto $(ARGS)

apart:
	@$(SET_UP) test
	$(IN_VENV) -m pytest --numprocesses=auto -m apart $(ARGS)

fuzz:
	@$(SET_UP) test
	@$(IN_VENV) tests/fuzz $(ARGS)

bench:
	@$(SET_UP)
	@$(IN_VENV) tests/tools/bench.py
	@$(IN_VENV) tests/tools/bench_tensor.py
	@$(IN_VENV) tests/tools/bench_check.py
	@$(IN_VENV) tests/tools/regression.py

lint:
	@$(SET_UP) lint
	$(IN_VENV) -m ruff check .

clean:
	rm -rf .venv .bench .hypothesis .pytest_cache .ruff_cache build dist *.egg-info \
		lessons/handouts
	find micrograd tests lessons .ci -name __pycache__ -exec rm -rf {} +
	find lessons/images -type f ! -name 'readme*' -delete
