# Two commands do all the set-up: `make demo` and `make test`. Both may be run twice.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# What the build and the tests need from Debian, beside the Swift toolchain, make and apt.
PACKAGES := pkg-config libgsl-dev libsqlite3-dev nettle-dev libjansson-dev libmatio-dev libhdf5-dev zlib1g-dev

# One release build serves program, demo and tests; warnings are errors, undeclared imports too.
SWIFT_FLAGS := -c release -Xswiftc -enable-testing --explicit-target-dependency-import-check error
FLEXION := .build/release/flexion
DEMO := build/demo
DEMO_NOW := 2026-11-02T18:00:00Z

.PHONY: help demo test build lint example packages clean peers bench bench-filters bench-knee

help:
	@echo "make demo    install what is missing, build, measure recordings/ into an SQLite store, show the day"
	@echo "make test    install what is missing, build, run all tests"
	@echo "make lint    check the formatting of all Swift code"
	@echo "make example build and run the ten-line package that uses the library"
	@echo "make bench   all benches: filters and knee beside published methods, and speed (Benchmarks/README.md)"
	@echo "make bench-filters  the tables of the orientation filters alone"
	@echo "make bench-knee  the tables of the knee beside published methods (Benchmarks/README.md)"
	@echo "make clean   remove build results and the demo's store"

packages:
	@command -v swift >/dev/null || { echo "missing: the Swift 6.2+ toolchain; see https://www.swift.org/install/linux/" >&2; exit 69; }
	@missing=(); for p in $(PACKAGES); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing+=($$p); done; \
	if [ $${#missing[@]} -gt 0 ]; then \
	  echo "== installing $${missing[*]}"; \
	  command -v apt-get >/dev/null || { echo "missing: $${missing[*]}, and there is no apt-get here to install them" >&2; exit 69; }; \
	  as_root=; if [ "$$(id -u)" -ne 0 ]; then \
	    command -v sudo >/dev/null || { echo "missing: $${missing[*]}; run as root: apt-get install $${missing[*]}" >&2; exit 77; }; as_root=sudo; fi; \
	  $$as_root apt-get update -q >/dev/null || echo "warning: apt-get update failed, trying with the old lists" >&2; \
	  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $${missing[*]} >/dev/null \
	    || { echo "apt-get could not install: $${missing[*]}" >&2; exit 69; }; \
	fi

build: packages
	@echo "== building (the first time takes some minutes)"
	@swift build $(SWIFT_FLAGS) --product flexion

test: packages
	@echo "== testing (release build with tests; the first time takes some minutes)"
	@swift build $(SWIFT_FLAGS) --product flexion
	@swift test $(SWIFT_FLAGS)

lint:
	@swift format lint -r --strict Sources Tests docs/example Package.swift

example: packages
	@swift run --package-path docs/example -c release

# Published methods in an environment of their own, at the versions of Benchmarks/peers/requirements.txt.
peers:
	@Benchmarks/peers/setup.sh build/peers

bench: bench-filters bench-knee

# The orientation filters: shipped recordings, then BROAD beside published filters, then speed in one run with VQF in C++.
# Without the data or the peers a line says so, and ours are printed all the same.
DATA = $${FLEXION_DATA:-../shared/data}
bench-filters: build
	@Benchmarks/peers/setup.sh build/peers || echo "no peers: the tables below are ours alone" >&2
	@echo "== shipped recordings"
	@$(FLEXION) bench filters --repeat 5
	@echo "== shipped recordings with the faults of the fault table"
	@$(FLEXION) bench filters --faults
	@if [ ! -d $(DATA)/broad ]; then \
	  echo "no $(DATA)/broad: Benchmarks/README.md says where the recordings are; FLEXION_DATA names their folder" >&2; exit 0; fi; \
	mkdir -p build; \
	echo "== BROAD beside published filters (AHRS, plain Python, takes most of the time)"; \
	$(FLEXION) bench filters $(DATA)/broad --peers --peer-limit 10800 --out build/filters.csv --plot build/filters.svg --force; \
	echo "== time and memory of ours"; \
	mkdir -p build/one; cp -f $(DATA)/broad/01_*.mat build/one/; \
	$(FLEXION) bench filters build/one --repeat 15; \
	echo "== the fault table on BROAD"; \
	$(FLEXION) bench filters $(DATA)/broad --faults --out build/faults.csv --force; \
	if [ -x build/peers/bin/python ]; then echo "== speed beside VQF in C++"; \
	  build/peers/bin/python Benchmarks/peers/speed.py $(FLEXION) build/one/01_*.mat; fi

# The tables of Benchmarks/README.md; FLEXION_DATA names the folder of the public recordings.
bench-knee: build
	@Benchmarks/peers/setup.sh build/peers || echo "no peers: the tables below are ours alone" >&2
	@if [ ! -d $(DATA)/knee ]; then \
	  echo "no $(DATA)/knee: Benchmarks/README.md says where the recordings are; FLEXION_DATA names their folder" >&2; exit 0; fi; \
	$(FLEXION) bench knee $(DATA)/knee --mountings 6 --peers; \
	$(FLEXION) bench knee $(DATA)/knee --variants
	@$(FLEXION) bench knee --simulated 1000
	@$(FLEXION) bench knee --repeated 20

# The shipped recordings are of one day; the clock of the demo stands on its evening.
demo: build
	@mkdir -p $(DEMO)
	@echo "== a plan with a knee task a day for each leg: docs/plans/demo.json"
	@$(FLEXION) plan apply docs/plans/demo.json --store sqlite:$(DEMO)/store.db --now $(DEMO_NOW)
	@echo "== measuring recordings/"
	@$(FLEXION) process recordings --store sqlite:$(DEMO)/store.db --plot $(DEMO) --force --now $(DEMO_NOW)
	@echo "== the day"
	@$(FLEXION) feed --store sqlite:$(DEMO)/store.db --now $(DEMO_NOW)
	@echo "== the curve of one measurement: $(DEMO)/squats_left.svg"

clean:
	@rm -rf .build build docs/example/.build
