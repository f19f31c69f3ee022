# The tests that are no C++: node:test, pytest, Playwright Test and a few scripts. One test of CTest for each file, run from the top
# of the checkout. Whatever several need is a fixture, which runs once, before them.

# What takes longest, in about seconds, begins first. Of the rest CTest goes by the seconds that it has measured.
set(seconds
  web/rooms=80 web/layouts=75 web/screens=65 web/table=55 "web/types and markup=50" web/lessons=45 web/learning=40
  web/operator=20 "web/unit tests=15" web/example=13 web/tables=11 web/puzzles=11 web/surprises=7
  bots/javascript_kit=50 bots/python_kit=45 cluster/rooms=45 web/secrecy=40 web/company=35 web/daily=30 web/matches=30
  web/people=35 hostile/kept=20 hostile/rooms=15 hostile/quotas=25 bots/cpp_kit=25 bots/arena=25 python/learn=25 e2e/daily_secrecy=25
  hostile/memory=25 web/pacing=20 web/keyboard=20 cluster/store=20 cluster/away=20 web/after=20 web/generic=20 e2e/operator=15
  e2e/matches=15 cluster/people=13 e2e/troll=13 e2e/people=13 cluster/migration=12 e2e/room_model=12
  e2e/rules=12 e2e/two_worlds=12
  durability/open_files=12 durability/backup=11 e2e/stopped=10
  # What builds with all cores, one after the other, and what takes minutes beside it.
  sanitizers/threads=900 sanitizers/addresses=800 lint/clang-tidy=700 docker/containers=600 fuzz/search=500
  "bench-smoke/the whole bench=450" packages/Debian=420 cluster/standby=410 cluster/upgrade=400 "soak/five minutes=400"
  cluster/e2e_with_database=350)

cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR slots_of_all_cores "2 * ${cores}")

# add_script_test(NAME PART COMMAND … [LONG] [COMPUTES] [ALL_CORES] [NEEDS fixture…] [SETS_UP fixture] [ENVIRONMENT NAME=VALUE…])
#   LONG       not in the quick run
#   COMPUTES   takes a core, so it counts as two slots
#   ALL_CORES  builds or measures with all cores: one such test runs at a time, beside what waits
function(add_script_test name part)
  cmake_parse_arguments(PARSE_ARGV 2 its "LONG;COMPUTES;ALL_CORES" "SETS_UP" "COMMAND;NEEDS;ENVIRONMENT")
  add_test(NAME "${name}" COMMAND ${its_COMMAND} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set(labels ${part})
  set(timeout 600)
  if(its_LONG)
    set(timeout 3600)
  else()
    list(APPEND labels quick)
  endif()
  # 77: this machine can't run it, which the test has said.
  set_tests_properties("${name}" PROPERTIES LABELS "${labels}" TIMEOUT ${timeout} SKIP_RETURN_CODE 77
    FIXTURES_REQUIRED "${its_NEEDS}" ENVIRONMENT "${its_ENVIRONMENT}")
  if(its_COMPUTES)
    set_tests_properties("${name}" PROPERTIES PROCESSORS 2)
  endif()
  if(its_ALL_CORES)
    set_tests_properties("${name}" PROPERTIES PROCESSORS ${slots_of_all_cores} RESOURCE_LOCK cores)
  endif()
  if(";${seconds};" MATCHES ";${name}=([0-9]+);")
    set_tests_properties("${name}" PROPERTIES COST ${CMAKE_MATCH_1})
  endif()
  if(its_SETS_UP)
    set_tests_properties("${name}" PROPERTIES FIXTURES_SETUP ${its_SETS_UP})
  endif()
endfunction()

# Data that need not survive the machine is kept in memory.
set(in_memory "")
if(IS_DIRECTORY /dev/shm)
  set(in_memory TMPDIR=/dev/shm)
endif()
set(node node --test --test-reporter=spec --test-timeout=580000)
set(pytest /usr/bin/python3 -B -m pytest -q -p no:cacheprovider)

# What is made once. The programs are there already if tests/run has built them.
add_script_test("build/programs" build SETS_UP programs
  COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target tefuda-server tefuda-example-server tefuda-next-server
    tefuda-worlds ${TEFUDA_KIT_PROGRAMS})
add_script_test("build/npm packages" build SETS_UP node
  COMMAND bash -c ". server/prepare && install_node && install_packages_of tests/e2e && install_packages_of clients/web")
add_script_test("build/page" build SETS_UP page NEEDS programs node COMMAND bash -c ". server/prepare && build_web")

# A server takes the page that is beside it, so whatever starts one needs the page: none starts while it is written.

# At the socket.
file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} e2e/*.test.mjs durability/*.test.mjs hostile/*.test.mjs)
# Needs a database: tests/cluster runs it.
list(REMOVE_ITEM files tests/e2e/daily_servers.test.mjs)
foreach(file IN LISTS files)
  string(REGEX MATCH "^tests/([^/]+)/(.+)\\.test\\.mjs$" _ ${file})
  set(part ${CMAKE_MATCH_1})
  # What survives a crash is tried on a disk.
  set(memory ${in_memory})
  if(part STREQUAL durability)
    set(memory "")
  endif()
  set(name ${CMAKE_MATCH_2})
  set(slots "")
  if(name STREQUAL matches)
    set(slots COMPUTES)
  endif()
  add_script_test("${part}/${name}" ${part} ${slots} NEEDS programs node page ENVIRONMENT ${memory} COMMAND ${node} ${file})
endforeach()
# add_long_form(PART FILE VARIABLE…): once more, with more of the same.
function(add_long_form part file)
  add_script_test("${part}/${file}, long" ${part} LONG COMPUTES NEEDS programs node page ENVIRONMENT ${in_memory} ${ARGN}
    COMMAND ${node} --test-timeout=3500000 tests/${part}/${file}.test.mjs)
endfunction()
foreach(file matches two_worlds)
  add_long_form(e2e ${file} TEFUDA_E2E_ROUNDS=1)
endforeach()
add_long_form(e2e troll TEFUDA_TROLL_TRICKS=20000)
add_long_form(durability kill TEFUDA_KILLS=60)
foreach(file memory kept)
  add_long_form(hostile ${file} TEFUDA_HOSTILE_MANY=1)
endforeach()

# The game of rules/README.md, played by clients that do not know it.
foreach(name matches two_worlds rules)
  add_script_test("example_game/${name}" example_game NEEDS programs node page COMMAND ${node} tests/e2e/${name}.test.mjs
    ENVIRONMENT ${in_memory} TEFUDA_GAME=doubt TEFUDA_SERVER=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tefuda-example-server)
endforeach()
add_script_test("example_game/verify" example_game NEEDS programs node page COMMAND ${node} tests/example_game/verify.test.mjs
  ENVIRONMENT ${in_memory} TEFUDA_GAME=doubt TEFUDA_SERVER=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tefuda-example-server)

add_script_test("example_game/slips" example_game COMPUTES COMMAND ${pytest} tests/example_game/test_slips.py)

# The kits and the cluster: pytest.
file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} bots/test_*.py cluster/test_*.py)
# Failovers, rolling upgrades, random faults, and what e2e promises once more with a database take minutes.
set(long e2e_with_database standby standby_step_by_step upgrade restore faults several_servers cpp_kit_installed)
foreach(file IN LISTS files)
  string(REGEX MATCH "^tests/([^/]+)/test_(.+)\\.py$" _ ${file})
  set(part ${CMAKE_MATCH_1})
  set(name ${CMAKE_MATCH_2})
  set(length "")
  if(name IN_LIST long)
    set(length LONG)
  endif()
  set(slots "")
  if(name MATCHES "^(model|cpp_kit_installed)$")
    set(slots COMPUTES)
  endif()
  add_script_test("${part}/${name}" ${part} ${length} ${slots} NEEDS programs node page COMMAND ${pytest} ${file})
endforeach()

# The rules in Python: the module of this build, as a wheel.
if(TARGET rules_python)
  add_script_test("build/Python module" build SETS_UP wheel
    COMMAND bash -c "cmake --build \"$0\" --target rules_python rules_python_example tefuda_rules_all && tests/python/install \"$0\"" ${CMAKE_BINARY_DIR})
  file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} python/test_*.py)
  foreach(file IN LISTS files)
    string(REGEX MATCH "test_(.+)\\.py$" _ ${file})
    set(name ${CMAKE_MATCH_1})
    set(length "")
    if(name STREQUAL source_wheel)
      set(length LONG)
    endif()
    add_script_test("python/${name}" python COMPUTES ${length} NEEDS programs page wheel COMMAND ${pytest} ${file})
  endforeach()
endif()

# The page: its build, its unit tests, and a real Chromium at a real server.
set(npm npm --prefix clients/web run --silent)
list(JOIN npm " " run)
add_script_test("web/types and markup" web COMPUTES NEEDS programs node COMMAND bash -c
  "${run} types && tests/lint/if_changed page clients/web clients/bots/javascript 'tests/*.mjs' 'tests/*.js' -- ${run} check")
add_script_test("web/types of the JavaScript kit" web NEEDS programs node COMMAND ${npm} types -- --kit --check)
add_script_test("web/size of the first page" web NEEDS page COMMAND ${npm} size)
add_script_test("web/unit tests" web COMPUTES NEEDS programs node COMMAND ${npm} test)
set(playwright node clients/web/node_modules/@playwright/test/cli.js test -c tests/web)
file(GLOB files CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/web web/*.test.mjs)
foreach(file IN LISTS files)
  string(REPLACE .test.mjs "" name ${file})
  # Four browsers play five games; rooms.test.mjs has the sheet after two matches.
  set(length "")
  if(name STREQUAL evening)
    set(length LONG)
  endif()
  add_script_test("web/${name}" web COMPUTES ${length} NEEDS programs node page ENVIRONMENT TEFUDA_BROWSER_TESTS=${name}
    COMMAND ${playwright} /${file})
  # Of a list of similar tests the quick run has the first one.
  file(STRINGS web/${name}.test.mjs similar REGEX "inQuickRun\\(")
  if(similar)
    add_script_test("web/${name}, long" web LONG COMPUTES NEEDS programs node page COMMAND ${playwright} /${file}
      ENVIRONMENT TEFUDA_BROWSER_TESTS=${name}-long TEFUDA_BROWSER_TESTS_LONG=1)
  endif()
endforeach()
# What only reads the sources. Whoever changes something sees most of it in the editor.
add_script_test("lint/shell" lint COMMAND bash -c
  "shellcheck -S warning $(git grep -lE '^#!.*[/ ](ba)?sh$') && shellcheck -S warning -s bash server/prepare")
add_script_test("lint/python" lint COMMAND bash -c "pyflakes3 $(git ls-files '*.py')")

# What takes minutes.
add_script_test("lint/clang-tidy" lint LONG ALL_CORES COMMAND tests/lint/clang_tidy)
add_script_test("fuzz/search" fuzz LONG ALL_CORES COMMAND tests/fuzz/run)
add_script_test("sanitizers/addresses" sanitizers LONG ALL_CORES COMMAND tests/sanitizers/run addresses)
add_script_test("sanitizers/threads" sanitizers LONG ALL_CORES COMMAND tests/sanitizers/run threads)
add_script_test("bench-smoke/the whole bench" bench-smoke LONG ALL_CORES NEEDS programs page COMMAND ${pytest} tests/bench-smoke)
add_script_test("docker/containers" docker LONG ALL_CORES COMMAND tests/docker/run)
add_script_test("packages/Debian" packages LONG ALL_CORES NEEDS programs page COMMAND tests/packages/run)
add_script_test("soak/five minutes" soak LONG NEEDS programs node page COMMAND node tests/soak/main.mjs 300)
