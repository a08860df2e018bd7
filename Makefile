# `make sim` runs the cabinet, `make test` passes the tests; each sets up what it
# needs on its own the first time. `make` alone lists everything.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# What playing needs is fetched in half the time of what testing needs.
PLAYABLE := $(VENV)/.playable
READY  := $(VENV)/.ready

# Programs start in half the time where Python may keep what it compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup lock compile sim test check format bench soak test-arm gpio chip broker shellcheck voice hunspell container buildah container-image desktop browser browser-tests firmware loop flash shots console pictures sounds drawings appliance release release-key clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: $(READY) ## a .venv with all that running and testing need

$(READY): pyproject.toml locks/work.txt tools/setup.sh
	@PYTHON="$(PYTHON)" VENV="$(VENV)" LOCK=locks/work.txt sh tools/setup.sh
	@touch $(PLAYABLE) $@

$(PLAYABLE): pyproject.toml locks/compile.txt tools/setup.sh
	@PYTHON="$(PYTHON)" VENV="$(VENV)" LOCK=locks/compile.txt sh tools/setup.sh
	@touch $@

lock: $(READY) ## renew locks/: the newest packages that pyproject.toml allows, with their hashes
	@sh tools/lock.sh

compile: $(READY) ## rules and search as machine code; without it bots only think slower
	@$(BIN)/python tools/compile.py

# The first time the rules are compiled while you play; bots use them from the next start on.
sim: $(PLAYABLE) ## the whole cabinet in a window (SIM="--headless" and the like)
	@mkdir -p build; nice $(BIN)/python tools/compile.py > build/compile.out 2>&1 &
	@$(BIN)/cabinet --sim $(SIM)

# A test that hangs ends after four minutes and shows where it stood.
test: compile chip broker shellcheck voice ## all tests, under five minutes
	@$(BIN)/pytest -n auto --maxprocesses 4 --dist worksteal -m "not soak" -o faulthandler_timeout=240 -o faulthandler_exit_on_timeout=true $(ARGS)

check: $(READY) hunspell ## format, lint, types, walls, spelling, branches of the money; all of them, then it fails if one did
	@failed=; for tool in "ruff format --check ." "ruff check ." mypy "mypy --platform darwin" lint-imports "python -m tools.spelling"; do \
		echo "$$tool"; $(BIN)/$$tool || failed="$$failed$${failed:+, }$$tool"; \
	done; echo coverage; sh tools/coverage.sh || failed="$$failed$${failed:+, }coverage"; \
	if [ -n "$$failed" ]; then echo "make check: failed: $$failed"; exit 1; fi

format: $(READY) ## put the code into its format
	$(BIN)/ruff check --fix --exit-zero .
	$(BIN)/ruff format .

bench: compile ## measure, and print the numbers as a table (ARGS="startup frames" for some)
	@$(BIN)/python -m bench $(ARGS)

soak: compile chip broker buildah desktop voice ## the tests that take longer than a coffee
	@$(BIN)/pytest -m soak $(ARGS)

appliance: $(READY) container broker ## installs on a Debian with systemd, in a container, and hurts it (root; SUITE=trixie)
	@SUITE="$(or $(SUITE),bookworm)" $(BIN)/pytest -m soak -v $(wildcard tests/system/test_appliance*.py) $(ARGS)

release: $(READY) ## a signed release of HEAD in build/release (KEY=release.key; NEXT_KEY=next.pub to change keys)
	@[ -n "$(KEY)" ] || { echo "make release: name the key that signs it: make release KEY=release.key; make release-key makes one"; exit 1; }
	@$(BIN)/python -m tools.release build --key "$(KEY)" $(if $(NEXT_KEY),--next-key "$(NEXT_KEY)") build/release

release-key: $(READY) ## a new key to sign releases with (KEY=release.key); keep it off the cabinets
	@$(BIN)/python -m tools.release key "$(or $(KEY),release.key)"

test-arm: $(READY) chip ## the tests on an emulated 64-bit ARM, the processor of a Pi
	@VENV="$(VENV)" sh tools/test_arm.sh $(ARGS)

gpio: $(READY) ## coins, buttons and lock-out on a real kernel with simulated pins
	@sh tools/pins/make_kernel.sh build/gpio
	@$(BIN)/pytest -m soak -s tests/system/test_gpio_kernel.py $(ARGS)

chip: # what building and simulating the microcontroller needs of the system
	@sh tools/setup_chip.sh

broker: # the MQTT broker that the tests of the fleet talk to
	@sh tools/setup_broker.sh

shellcheck: # reads the scripts an operator runs
	@sh tools/setup_shellcheck.sh

voice: # speaks in the tests of what is said to people who do not see the screen
	@sh tools/setup_voice.sh

hunspell: # spells documents and words
	@sh tools/setup_spelling.sh

container: # a Debian with systemd to install the appliance in
	@sh tools/setup_container.sh

buildah: # builds and runs the container image in a test
	@sh tools/setup_buildah.sh

desktop: # desktops and programs of others that are sold in a test
	@sh tools/setup_desktop.sh

container-image: ## an image with the cabinet in a browser, for any machine that runs containers
	@sh tools/container_image.sh

IN_A_BROWSER := $(addprefix tests/system/test_,browser_cabinet.py phone_browser.py console_browser.py pinned_browser.py accessible_pages.py)

browser-tests: $(READY) browser ## cabinet, phones and console in a real browser, by keyboard and by axe-core too: two minutes
	@$(BIN)/pytest -m "soak or not soak" $(IN_A_BROWSER) $(ARGS)

browser: ## Chromium and its driver, for the tests with phones and the cabinet in a browser, and axe-core
	@sh tools/setup_browser.sh
	@sh tools/setup_axe.sh

firmware: chip ## the microcontroller's program, and what it uses of the chip
	@$(MAKE) --no-print-directory -C firmware_bridge/mcu

loop: $(READY) firmware ## bouncing coins on the simulated chip's pin, credits in the cabinet
	@$(BIN)/python -m tools.coin_demo

flash: ## write it to a board (PORT=/dev/ttyACM0); a Pi will do
	@$(MAKE) --no-print-directory -C firmware_bridge/mcu flash

shots: $(READY) ## every screen in both languages, photographs and a film, in build/shots/ (FILTER=protanopia, deuteranopia, tritanopia, greyscale: as these eyes see them; CONTRAST=1: with high contrast)
	@$(BIN)/python -m tools.gallery build/shots$(if $(CONTRAST),-contrast)$(if $(FILTER),-$(FILTER) --filter $(FILTER))$(if $(CONTRAST), --contrast)

console: $(READY) ## every page of the web console, both languages, phone and desktop, in build/console/
	@$(BIN)/python -m tests.system.console_shots build/console

pictures: $(READY) ## draw again the pictures in docs/ that the pages show; the console's need Chromium
	@$(BIN)/python -m tools.gallery --pages docs/shots
	@$(BIN)/python -m tests.system.console_shots --pages docs/console

sounds: $(READY) ## every sound again, from tools/sounds
	@$(BIN)/python -m tools.sounds $(ARGS)

drawings: $(READY) ## the drawings of docs/: wires and pin tables as shipped, rooms from the imports
	@$(BIN)/python -m tools.drawings

clean: ## remove what was built, the virtual environment too
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
