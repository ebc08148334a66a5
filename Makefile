# Regalia is built by SwiftPM; this file names the things people do with it. `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
# Arguments for the picker: make run ARGS="--color rebeccapurple"
ARGS ?=
# Arguments for swift test: make test TESTFLAGS="--filter ColorsTests"
TESTFLAGS ?=

# The Swift runtime is linked in, so that an installed program needs no toolchain and looks for libraries only where the
# system has them. Without debug information it builds faster; backtraces have the names of functions all the same.
RELEASE_FLAGS := -c release --product regalia --static-swift-stdlib --disable-local-rpath \
  -debug-info-format none -Xswiftc -use-ld=lld -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xlinker --no-export-dynamic
BINARY ?= .build/release/regalia
SWIFT_SOURCES := Package.swift $(wildcard Sources Tests Shaders Benchmarks Tools Examples)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup run test check lint format build release bench crowns pictures install uninstall deb test-deb docs \
  translations clean

help: ## list what can be made
	@sed -n 's/^\([a-z-]*\):.* ## /\1\t/p' Makefile | awk -F '\t' '{ printf "make %-10s %s\n", $$1, $$2 }'

setup: ## install what is missing to build and to test
	@Scripts/setup build test

run: ## build and open the colour picker; ARGS="…" passes arguments to it
	@Scripts/setup build >&2
	@$(MAKE) --no-print-directory release >&2
	@Scripts/run .build/release/regalia $(ARGS)

# The program and its tests are built once, with warnings as errors; the manifest reads the variable. With TESTFLAGS only
# those tests are built and run.
test: export REGALIA_BUILD = test
test: ## set up, lint, build and run all tests; TESTFLAGS="…" passes arguments to swift test
ifeq ($(TESTFLAGS),)
	@Scripts/setup build test
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory build
	@Scripts/bench .build/debug/regalia 60 --counts
endif
	@Scripts/test $(TESTFLAGS)

check: ## run all tests, write the documentation, and build as it is installed: the optimiser refuses more
	@$(MAKE) --no-print-directory setup
	@REGALIA_BUILD=test Scripts/examples
	@$(MAKE) --no-print-directory test
	@$(MAKE) --no-print-directory docs
	@env -u REGALIA_BUILD $(MAKE) --no-print-directory release
	@Scripts/bench .build/release/regalia 60 --counts

bench: release ## hold what frames take against Benchmarks/limits.json
	@Scripts/bench .build/release/regalia

lint: ## check the style of every Swift file, that texts can be translated, the help pages, and that prose is plain
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	@Scripts/messages check
	@Scripts/translations check
	@Scripts/help check
	@Scripts/prose

format: ## rewrite every Swift file in the style
	swift format format --in-place --recursive --parallel $(SWIFT_SOURCES)

build: export REGALIA_BUILD = test
build: ## build the program and its tests as make test does
	@Scripts/translations build
	@Scripts/help build
	@swift build --build-tests -debug-info-format none

release: ## build as it is installed
	@[ -e .build/release/regalia ] || echo "Building Regalia: the first time takes some six minutes on two cores."
	@Scripts/translations build
	@Scripts/help build
	@swift build $(RELEASE_FLAGS)

translations: ## merge the texts of sources and help pages into their catalogues, report what is missing, and compile them
	@Scripts/translations update
	@Scripts/translations build
	@Scripts/help build

crowns: ## draw all crowns anew into Assets/crowns.sqlite, and as SVG files into out/crowns
	swift build -c release --product CrownLibrary
	rm -rf out/crowns
	.build/release/CrownLibrary Assets/crowns.sqlite out/crowns

install: $(BINARY) ## install below PREFIX (/usr/local), staged in DESTDIR
	@Scripts/install "$(BINARY)" "$(PREFIX)" "$(DESTDIR)"

uninstall: ## take away what install put below PREFIX
	@Scripts/uninstall "$(PREFIX)" "$(DESTDIR)"

deb: ## build Debian packages into out/
	@Scripts/setup build package
	@mkdir -p out
	# What was built for an earlier package does not count.
	debian/rules clean
	DEB_OUT="$(CURDIR)/out" DEB_RULES_REQUIRES_ROOT=no debian/rules binary

test-deb: ## install the packages of out/ into a bare Debian and try them as an ordinary user
	@Scripts/setup package
	@Scripts/test-deb out

docs: ## write the documentation of all products into out/docs
	@Scripts/docs out/docs

pictures: ## draw the pictures of the README and the help pages anew
	swift build --product regalia
	@Scripts/pictures .build/debug/regalia

clean: ## remove everything that was built
	rm -rf .build out

# After `make release`, `sudo make install` finds the program up to date and builds nothing as root.
.build/release/regalia: Package.swift $(shell find Sources Shaders -type f)
	@$(MAKE) --no-print-directory release
