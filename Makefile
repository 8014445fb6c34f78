# attnscope's one Makefile (GNU make). `make help` lists its targets.
#
# CC, CFLAGS, CPPFLAGS, LDFLAGS, LDLIBS, PREFIX and DESTDIR are honoured. Objects go to BUILD;
# $(BUILD)/flags remembers how they were compiled, so another compiler or flag rebuilds them.

PREFIX     = /usr/local
CFLAGS     = -O2 -g
PKG_CONFIG = pkg-config
BUILD      = .build
PROGRAM    = attnscope

datadir = $(PREFIX)/share/attnscope
TESTS   = $(BUILD)/tests/attnscope-test
MANUAL  = $(BUILD)/attnscope.1

SOURCES      := $(wildcard src/*.c src/*/*.c src/*/*/*.c)
FUZZERS      := $(wildcard tests/fuzz_*.c)
TEST_SOURCES := $(filter-out $(FUZZERS) tests/bench%.c,$(wildcard tests/*.c))
SCRIPTS      := .ci/run $(wildcard tests/*.sh tests/bench/*.sh assets/*.sh)
OBJECTS      := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY      := $(filter-out $(BUILD)/src/main.o $(BUILD)/src/program.o,$(OBJECTS))
TEST_OBJECTS := $(TEST_SOURCES:%.c=$(BUILD)/%.o)

# pkg-config is asked in recipes only: by then `make deps run` has installed it.
WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wvla
DEFINES  = -D_XOPEN_SOURCE=700 -D_DEFAULT_SOURCE -DATTNSCOPE_DATADIR='"$(datadir)"'
INCLUDES = -Isrc -Iassets $(call package,--cflags-only-I,ncursesw) \
           $(call package,--cflags-only-I,zlib)
FLAGS    = -std=c11 $(WARNINGS) $(HARDEN) $(DEFINES) $(INCLUDES) $(CPPFLAGS) $(CFLAGS) \
           -ffp-contract=off $(SANITIZE)
LINK     = $(CC) $(CFLAGS) $(SANITIZE) $(LDFLAGS) $(if $(SANITIZE),,-Wl,-z,relro,-z,now)

# As Debian builds. Sanitizers know more than these; without optimisation they warn.
HARDEN = $(if $(SANITIZE),,-fstack-protector-strong \
         $(if $(filter -O1 -O2 -O3 -Os,$(CFLAGS)),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2))

LIBRARIES      = $(or $(call package,--libs,ncursesw),-lncursesw -ltinfo) -lcsv \
                 $(or $(call package,--libs,zlib),-lz) -lm -pthread $(LDLIBS)
TEST_LIBRARIES = $(or $(call package,--libs,check),-lcheck) \
                 $(or $(call package,--libs,vterm),-lvterm) -Wl,--wrap=_mark_point,--wrap=open,--wrap=newterm,--wrap=newpad
package        = $(shell $(PKG_CONFIG) $(1) $(2) 2>/dev/null)

all: $(PROGRAM) ## build ./attnscope (the default)

# Programs find the scenes beside themselves.
$(PROGRAM): $(OBJECTS)
	$(LINK) -o $@ $(OBJECTS) $(LIBRARIES)
	@[ $(@D) = . ] || ln -sfn '$(CURDIR)/scenes' $(@D)/scenes

$(TESTS): $(TEST_OBJECTS) $(LIBRARY)
	$(LINK) -o $@ $^ $(LIBRARIES) $(TEST_LIBRARIES)
	@ln -sfn '$(CURDIR)/scenes' $(@D)/scenes

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/flags: export HOW = $(CC) $(FLAGS) $(LDFLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' "$$HOW" | cmp -s - $@ || printf '%s\n' "$$HOW" >$@

# With `make -j deps run`, nothing is compiled before deps has done its work.
ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(BUILD)/flags: | deps
endif

-include $(patsubst %.c,$(BUILD)/%.d,$(SOURCES) $(TEST_SOURCES) $(FUZZERS) \
             tests/bench/kernel.c)

# package:sign of its presence (a header, a command, a terminal's description …)
NEEDS = $(or $(filter clang%,$(CC)),gcc):$(firstword $(CC)) libc6-dev:stdio.h \
        pkg-config:$(PKG_CONFIG) libncurses-dev:curses.h libcsv-dev:csv.h zlib1g-dev:zlib.h \
        check:check.h libvterm-dev:vterm.h libxml2-utils:xmllint ncurses-term:xterm-direct \
        python3-numpy:numpy
TOOLS = clang:clang libclang-rt-dev:libFuzzer clang-format:clang-format clang-tidy:clang-tidy \
        shellcheck:shellcheck strace:strace

deps: MISSING = $(NEEDS)
deps: ## install missing packages of Debian
tools: MISSING = $(TOOLS)
tools: ## install the packages that clang, fuzz, faults, style and tidy need
deps tools:
	@missing=; \
	for need in $(MISSING); do \
	    thing=$${need#*:}; \
	    case $$thing in \
	        *.h) printf '#include <stddef.h>\n#include <%s>\n' "$$thing" | \
	             $(CC) $(CPPFLAGS) -E -x c - ;; \
	        xterm-*) infocmp "$$thing" ;; \
	        libFuzzer) echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' | \
	             clang -fsanitize=fuzzer,address -x c -o /dev/null - ;; \
	        numpy) /usr/bin/python3 -c 'import numpy' ;; \
	        *) command -v "$$thing" ;; \
	    esac >/dev/null 2>&1 || missing="$$missing $${need%%:*}"; \
	done; \
	[ -n "$$missing" ] || exit 0; \
	if ! command -v apt-get >/dev/null; then \
	    echo "attnscope needs, by their Debian names:$$missing." \
	         "There is no apt-get here: please install your system's packages of these." >&2; \
	    exit 1; \
	fi; \
	sudo=; \
	if [ "$$(id -u)" -ne 0 ]; then \
	    sudo=sudo; \
	    if ! command -v sudo >/dev/null; then \
	        echo "attnscope needs the Debian packages$$missing. There is no sudo here:" \
	             "please install them as root." >&2; \
	        exit 1; \
	    fi; \
	fi; \
	echo "installing$$missing"; \
	$$sudo apt-get update; \
	$$sudo env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y --no-install-recommends $$missing

run: all ## start it (without a terminal: print the first frame)
	@./$(PROGRAM) $(ARGS)

test: all $(TESTS) ## build and run every test; ends with 'N passed, N failed'
	@MAKE='$(MAKE) --no-print-directory' tests/run.sh ./$(PROGRAM) $(TESTS)

quick: all $(TESTS) ## the fast tests in some seconds; SUITES="explain golden": these suites
	@tests/run.sh ./$(PROGRAM) $(TESTS) $(SUITES)

# Suites that take seconds, and those of the real program on a terminal, wait for `make test`.
SLOW   = kernel trace work random export curses mouse program
SUITES = $(filter-out $(SLOW),$(shell sed -n 's/^Suite \*\([a-z_]*\)_suite.*/\1/p' tests/suites.h))

# The same tests on another build, whose objects, program and scenes are in a folder of its own.
TEST_ANOTHER = --no-print-directory test BUILD=$(BUILD)/$@ PROGRAM=$(BUILD)/$@/attnscope

clang: ## the same tests, built by clang; a warning is an error
	@$(MAKE) $(TEST_ANOTHER) CC=clang CFLAGS='-O2 -g -Werror'

asan: ## the same tests under address, leak and undefined-behaviour sanitizers
	@ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1:detect_stack_use_after_return=1 \
	 UBSAN_OPTIONS=print_stacktrace=1 CK_TIMEOUT_MULTIPLIER=5 \
	 $(MAKE) $(TEST_ANOTHER) CFLAGS='-O1 -g -fno-omit-frame-pointer' \
	     SANITIZE='-fsanitize=address,undefined -fno-sanitize-recover=all'

fuzz: ## run each fuzzer for SECONDS (60) in little memory, with clang's libFuzzer
	@$(MAKE) --no-print-directory $(FUZZERS:tests/%.c=$(BUILD)/fuzz/%) BUILD=$(BUILD)/fuzz \
	    CC=clang SANITIZE='-DFUZZER -fsanitize=fuzzer-no-link,address,undefined'
	@count=0; for fuzzer in $(FUZZERS:tests/%.c=$(BUILD)/fuzz/%); do \
	    mkdir -p $$fuzzer.corpus && ASAN_OPTIONS=quarantine_size_mb=16 $$fuzzer \
	        -rss_limit_mb=256 -malloc_limit_mb=64 -max_total_time=$(SECONDS) -max_len=20000 \
	        -verbosity=0 -artifact_prefix=$$fuzzer. $$fuzzer.corpus scenes tests/cases \
	        tests/bad tests/arrays || exit; \
	    count=$$((count + 1)); \
	done; echo "$$count passed, 0 failed"

SECONDS = 60

$(BUILD)/fuzz_%: $(BUILD)/tests/fuzz_%.o $(LIBRARY)
	$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBRARIES)

faults: all $(BUILD)/failing.so ## FAULTS (300) allocations and system calls of each kind fail
	@tests/faults/run.py ./$(PROGRAM) $(BUILD)/failing.so $(FAULTS) $(SCENARIOS)

FAULTS = 300

$(BUILD)/failing.so: tests/faults/failing.c
	$(CC) -std=c11 $(WARNINGS) $(CFLAGS) -shared -fPIC -o $@ $<

soak: all $(TESTS) ## ACTIONS (1000000) at random in one process: its memory stays flat
	ATTNSCOPE_SOAK=$(ACTIONS) CK_RUN_SUITE=soak $(TESTS)

ACTIONS = 1000000

mutants: ## change the calculation in COUNT (60) places, drawn with SEED (1): what does no test notice?
	@tests/mutants.py $(COUNT) $(SEED) $(FILES)

COUNT = 60
SEED = 1

golden: all $(TESTS) ## rewrite the golden frames; read the diff before you commit it
	./$(PROGRAM) --print scenes/16.1.csv --step 5 --size 100x30 --do 'focus weights 2 2' \
	    --do 'export assets/screen.svg over' >/dev/null
	ATTNSCOPE=./$(PROGRAM) GOLDEN=write $(TESTS)

# The bench measures against NumPy with a BLAS that is fast, and PyTorch.
BENCH      = $(BUILD)/tests/bench/kernel
BENCH_DEPS = python3-numpy libopenblas0-pthread python3-torch

bench: all $(BENCH) ## measure, against NumPy and PyTorch where they are, RUNS (9) times
	@RUNS=$(RUNS) tests/bench/run.sh $(BENCH) ./$(PROGRAM)

bench-deps: ## install the packages that bench measures against
	apt-get install -y --no-install-recommends $(BENCH_DEPS)

RUNS = 9

$(BENCH): $(BENCH).o $(LIBRARY)
	$(LINK) -o $@ $^ $(LIBRARIES)

style: ## clang-format and shellcheck; changes nothing
	@find src tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run -Werror
	shellcheck $(SCRIPTS)

tidy: ## clang-tidy; changes nothing
	@printf '%s\n' $(SOURCES) $(TEST_SOURCES) $(FUZZERS) | \
	    xargs -P 2 -I '{}' clang-tidy --quiet '{}' -- $(FLAGS)

# The man page, with the lists that the program itself prints.
$(MANUAL): assets/attnscope.1 assets/manual.sh $(PROGRAM)
	assets/manual.sh ./$(PROGRAM) assets/attnscope.1 >$@

INSTALLED = $(addprefix '$(DESTDIR)$(PREFIX)/, bin/attnscope' share/man/man1/attnscope.1')

install: all $(MANUAL) ## install to PREFIX (/usr/local), below DESTDIR
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 755 $(PROGRAM) '$(DESTDIR)$(PREFIX)/bin/attnscope'
	install -m 644 $(MANUAL) '$(DESTDIR)$(PREFIX)/share/man/man1/attnscope.1'
	find scenes -type f -exec install -D -m 644 '{}' '$(DESTDIR)$(datadir)/{}' ';'

uninstall: ## remove all that install has put there, and nothing else
	rm -f $(INSTALLED)
	find scenes -type f -exec rm -f '$(DESTDIR)$(datadir)/{}' ';'
	find scenes -depth -type d -exec rmdir '$(DESTDIR)$(datadir)/{}' ';' 2>/dev/null || true
	rmdir '$(DESTDIR)$(datadir)' 2>/dev/null || true

clean: ## remove all that was built
	rm -rf $(BUILD) $(PROGRAM)

help: ## print this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile

FORCE:
.PHONY: all deps tools run test quick clang asan fuzz faults soak mutants golden bench bench-deps \
        style tidy install uninstall clean help FORCE
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
.SUFFIXES:
